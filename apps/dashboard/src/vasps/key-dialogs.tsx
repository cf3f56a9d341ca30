import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { PinVaspKeyDocument, SetMutualTlsDocument, UnpinVaspKeyDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { VaspDialogProps } from './identity-dialog.tsx'
import { RemoveOneDialog } from './remove-one-dialog.tsx'

const KEY_LENGTH_MAX = 20_000

/** Sets if a VASP's messages must be sent over mutual TLS. */
export function MutualTlsDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const words = t.vasps.MUTUAL_TLS
  const { requiresMutualTls, requiresMutualTlsOfCallbacks } = vasp
  const current = requiresMutualTlsOfCallbacks ? 'YES' : requiresMutualTls ? '' : 'NO'
  const [choice, setChoice] = useState<'YES' | 'NO' | ''>(current)
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={() =>
        client.mutate({
          mutation: SetMutualTlsDocument,
          variables: { id: vasp.id, required: choice === '' ? null : choice === 'YES' },
        })
      }
      onClose={onClose}
    >
      <p>{words.text}</p>
      <SelectField
        label={words.field}
        value={choice}
        onChange={setChoice}
        none={words.choices.DEFAULT}
        options={[
          ['YES', words.choices.YES],
          ['NO', words.choices.NO],
        ]}
      />
    </FormDialog>
  )
}

/** Pins a key of a VASP. */
export function PinDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const words = t.vasps.PIN
  const [pin, setPin] = useState('')
  const [hasTried, setTried] = useState(false)
  const missing = useMissing(hasTried)
  return (
    <FormDialog
      title={words.title}
      button={words.open}
      check={() => {
        setTried(true)
        return pin.trim() !== ''
      }}
      submit={() => client.mutate({ mutation: PinVaspKeyDocument, variables: { id: vasp.id, pin: pin.trim() } })}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <InputField
        label={words.field}
        isRequired
        hint={words.hint}
        problem={missing(pin)}
        value={pin}
        onChange={setPin}
        lines={4}
        lengthMax={KEY_LENGTH_MAX}
        isCode
      />
    </FormDialog>
  )
}

/** Removes a pinned key of a VASP. */
export function UnpinDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  return (
    <RemoveOneDialog
      words={t.vasps.UNPIN}
      values={vasp.pinnedKeys}
      remove={(key) => client.mutate({ mutation: UnpinVaspKeyDocument, variables: { id: vasp.id, key } })}
      onClose={onClose}
    />
  )
}
