import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { BlockVaspDocument, TrustVaspWithPinDocument, type VaspDetailFragment } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'

interface TrustDialogProps {
  readonly decision: 'TRUST' | 'BLOCK'
  readonly vasp: VaspDetailFragment
  readonly onClose: (done: boolean) => void
}

/** Decides if data may be exchanged with a VASP, with a note for the record. */
export function TrustDialog({ decision, vasp, onClose }: TrustDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [note, setNote] = useState('')
  const [pin, setPin] = useState('')
  const { id } = vasp
  const words = t.vasps[decision]
  const isTrust = decision === 'TRUST'
  return (
    <FormDialog
      title={words.title(isolated(vasp.name))}
      button={words.open}
      isDangerous={!isTrust}
      submit={() =>
        isTrust
          ? client.mutate({
              mutation: TrustVaspWithPinDocument,
              variables: { id, note: textOrNull(note), pin: textOrNull(pin) },
            })
          : client.mutate({ mutation: BlockVaspDocument, variables: { id, note: textOrNull(note) } })
      }
      onClose={onClose}
    >
      <p>{words.text}</p>
      {isTrust && vasp.dueDiligence === null && <Notice tone="news">{t.vasps.TRUST.noDueDiligence}</Notice>}
      <InputField label={t.actions.TRUST_VASP.field} hint={words.hint} value={note} onChange={setNote} lines={3} />
      {isTrust && (
        <InputField
          label={t.vasps.PIN.field}
          hint={t.vasps.TRUST.pinHint}
          value={pin}
          onChange={setPin}
          lines={2}
          lengthMax={20_000}
          isCode
        />
      )}
    </FormDialog>
  )
}
