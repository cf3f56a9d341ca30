import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  MeasureNotesDocument,
  RecordMeasureDocument,
  VaspFailuresDocument,
  type VaspFailuresQuery,
  type VaspMeasureKind,
} from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { instantAt } from '../language/zoned-time.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'

type Loaded = NonNullable<NonNullable<VaspFailuresQuery['trpd']>['vasp']>

interface DataFailuresSectionProps {
  readonly vaspId: string
  readonly onDone: () => void
}

/** How often a VASP failed to provide data, and the measures taken. */
export function DataFailuresSection({ vaspId, onDone }: DataFailuresSectionProps) {
  const { t } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const [isRecording, setRecording] = useState(false)
  const query = useQuery(VaspFailuresDocument, {
    variables: { id: vaspId },
    fetchPolicy: 'no-cache',
  })
  const { data, refetch } = query
  const found = data?.trpd?.vasp
  const words = t.vasps.failures
  return (
    <Card
      id="failures"
      title={words.title}
      buttons={mayWrite && <Button onClick={() => setRecording(true)}>{words.record}</Button>}
    >
      <p className="soft">{words.text}</p>
      <QueryState query={query} data={found} />
      {found && <Counts failures={found.dataFailures} />}
      {found && <Measures key={found.measures[0]?.id} vaspId={vaspId} measures={found.measures} />}
      {isRecording && (
        <MeasureDialog
          vaspId={vaspId}
          onClose={(isDone) => {
            setRecording(false)
            if (!isDone) return
            onDone()
            void refetch().catch(() => {})
          }}
        />
      )}
    </Card>
  )
}

function Counts({ failures }: { readonly failures: Loaded['dataFailures'] }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.failures
  const { inquiriesReceived, inquiriesWithGaps, gapShare, gaps, inquiriesSent, inquiriesUnanswered } = failures
  const kindWords: Readonly<Record<string, string>> = words.gapKinds
  const percent = new Intl.NumberFormat(formats.locale, { style: 'percent' })
  const withGaps = formats.count(inquiriesWithGaps)
  return (
    <dl className="facts">
      <Fact label={words.received}>{formats.count(inquiriesReceived)}</Fact>
      <Fact label={words.gaps}>{gapShare === null ? withGaps : words.share(withGaps, percent.format(gapShare))}</Fact>
      <Fact label={words.kinds}>
        {gaps.length > 0 && (
          <ul>
            {gaps.map(({ kind, count }) => (
              <li key={kind}>{words.kind(kindWords[kind] ?? `IVMS101 ${kind}`, formats.count(count))}</li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label={words.sent}>{formats.count(inquiriesSent)}</Fact>
      <Fact label={words.unanswered}>{formats.count(inquiriesUnanswered)}</Fact>
    </dl>
  )
}

interface MeasuresProps {
  readonly vaspId: string
  readonly measures: Loaded['measures']
}

function Measures({ vaspId, measures }: MeasuresProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const now = useNow()
  const maySee = useScope('pii:read')
  // Stored only here and not in the cache, so that hiding discards it.
  const [notes, setNotes] = useState<ReadonlyMap<string, string | null>>()
  const { problem, run } = useAttempt()
  const words = t.vasps.failures

  const load = () =>
    run(async () => {
      const data = await api.load(MeasureNotesDocument, { id: vaspId })
      setNotes(new Map(data?.trpd?.vasp?.measures.map(({ id, note }) => [id, note])))
    })

  return (
    <>
      <h3>{words.measures}</h3>
      {measures.length === 0 && <p className="soft">{words.noMeasure}</p>}
      {measures.length > 0 && (
        <ul className="timeline">
          {measures.map(({ id, kind, takenAt, deadline, recordedBy }) => (
            <li key={id} className="timeline-item">
              <span>
                {words.measureKinds[kind]}
                {deadline !== null && (
                  <span className={Date.parse(deadline) < now ? 'due-soon' : undefined}>
                    {' '}
                    {words.until(formats.dateTime(deadline))}
                  </span>
                )}
              </span>
              <span className="soft">
                {formats.dateTime(takenAt)} · <bdi>{recordedBy.name ?? recordedBy.id}</bdi>
              </span>
              {notes?.get(id) && <p className="quote">{notes.get(id)}</p>}
            </li>
          ))}
        </ul>
      )}
      {problem && <ProblemNotice problem={problem} title={t.problems.load} onRetry={() => void load()} />}
      {maySee && measures.length > 0 && (
        <div className="action-buttons">
          <Button aria-expanded={notes !== undefined} onClick={() => (notes ? setNotes(undefined) : void load())}>
            {notes ? words.hideNotes : words.showNotes}
          </Button>
        </div>
      )}
    </>
  )
}

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
function MeasureDialog({ vaspId, onClose }: MeasureDialogProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [kind, setKind] = useState<VaspMeasureKind | ''>('')
  const [taken, setTaken] = useState('')
  const [deadline, setDeadline] = useState('')
  const [note, setNote] = useState('')
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
    return api.send(RecordMeasureDocument, variables)
  }

  return (
    <FormDialog
      title={words.record}
      button={words.record}
      submit={async () => kind !== '' && submit(kind)}
      onClose={onClose}
    >
      <p>{words.recordText}</p>
      <SelectField
        label={words.measure}
        isRequired
        value={kind}
        onChange={setKind}
        none={words.choose}
        options={KINDS.map((each) => [each, words.measureKinds[each]])}
      />
      <InputField
        label={words.taken}
        hint={words.takenHint}
        fault={isFuture ? words.takenFuture : undefined}
        type="date"
        value={taken}
        onChange={setTaken}
      />
      {kind === 'DEADLINE_SET' && (
        <InputField
          label={words.deadline}
          isRequired
          hint={words.deadlineHint}
          fault={isEarly ? words.deadlineEarly : undefined}
          type="date"
          value={deadline}
          onChange={setDeadline}
        />
      )}
      <InputField label={words.note} hint={words.noteHint} lines={3} value={note} onChange={setNote} />
    </FormDialog>
  )
}
