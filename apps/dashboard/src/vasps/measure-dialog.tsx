import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { RecordMeasureDocument, type VaspMeasureKind } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useLanguage } from '../language/language.tsx'
import { instantAt } from '../language/zoned-time.ts'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const KINDS: readonly VaspMeasureKind[] = [
  'WARNED',
  'DEADLINE_SET',
  'RESTRICTED',
  'TERMINATED',
  'REPORTED_TO_AUTHORITY',
]

interface MeasureDialogProps {
  readonly vaspId: string
  readonly onClose: (done: boolean) => void
}

/** Records a measure taken against a VASP. */
export function MeasureDialog({ vaspId, onClose }: MeasureDialogProps) {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const [kind, setKind] = useState<VaspMeasureKind | ''>('')
  const [taken, setTaken] = useState('')
  const [deadline, setDeadline] = useState('')
  const [note, setNote] = useState('')
  const [hasTried, setTried] = useState(false)
  const missing = useMissing(hasTried)
  const words = t.vasps.failures
  const at = (time: string) => new Date(instantAt(time, formats.timeZone))
  const takenAt = taken === '' ? null : at(`${taken}T00:00`)
  // A deadline is a whole day, and passes at its end.
  const until = kind !== 'DEADLINE_SET' || deadline === '' ? null : at(`${deadline}T23:59:59`)
  const isFuture = takenAt !== null && takenAt.getTime() > Date.now()
  const isEarly = until !== null && until.getTime() <= (takenAt?.getTime() ?? Date.now())

  function submit(chosen: VaspMeasureKind): Promise<unknown> {
    const variables = {
      id: vaspId,
      kind: chosen,
      takenAt: takenAt?.toISOString() ?? null,
      deadline: until?.toISOString() ?? null,
      note: textOrNull(note),
    }
    return client.mutate({ mutation: RecordMeasureDocument, variables, fetchPolicy: 'no-cache' })
  }

  return (
    <FormDialog
      title={words.record}
      button={words.record}
      check={() => {
        setTried(true)
        return kind !== '' && !isFuture && (kind !== 'DEADLINE_SET' || (until !== null && !isEarly))
      }}
      submit={async () => kind !== '' && submit(kind)}
      onClose={onClose}
    >
      <p>{words.recordText}</p>
      <SelectField
        label={words.measure}
        isRequired
        problem={missing(kind)}
        value={kind}
        onChange={setKind}
        none={words.choose}
        options={KINDS.map((each) => [each, words.measureKinds[each]])}
      />
      <InputField
        label={words.taken}
        hint={words.takenHint}
        problem={hasTried && isFuture ? words.takenFuture : undefined}
        type="date"
        value={taken}
        onChange={setTaken}
      />
      {kind === 'DEADLINE_SET' && (
        <InputField
          label={words.deadline}
          isRequired
          hint={words.deadlineHint}
          problem={missing(deadline) ?? (hasTried && isEarly ? words.deadlineEarly : undefined)}
          type="date"
          value={deadline}
          onChange={setDeadline}
        />
      )}
      <InputField label={words.note} hint={words.noteHint} lines={3} value={note} onChange={setNote} />
    </FormDialog>
  )
}
