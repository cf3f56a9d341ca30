import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { RegisterVaspDocument, type VaspDetailFragment } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

export interface VaspDialogProps {
  readonly vasp: VaspDetailFragment
  readonly onClose: (done: boolean) => void
}

/** The name, LEI and URL of a VASP. */
export function IdentityDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [name, setName] = useState(vasp.name)
  const [lei, setLei] = useState(vasp.lei ?? '')
  const [url, setUrl] = useState(vasp.url ?? '')
  const missing = useMissing(true)
  const words = t.vasps.IDENTITY
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      check={() => name.trim() !== ''}
      submit={() => {
        const changed = {
          ...(name.trim() !== vasp.name && { name: name.trim() }),
          ...(lei.trim() !== (vasp.lei ?? '') && { lei: textOrNull(lei) }),
          ...(url.trim() !== (vasp.url ?? '') && { url: textOrNull(url) }),
        }
        return client.mutate({ mutation: RegisterVaspDocument, variables: { vasp: { id: vasp.id, ...changed } } })
      }}
      onClose={onClose}
    >
      <InputField label={t.vasps.name} isRequired problem={missing(name)} value={name} onChange={setName} />
      <InputField label={t.vasps.lei} isCode value={lei} onChange={setLei} />
      <InputField label={t.vasps.url} hint={t.vasps.register.urlHint} type="url" isCode value={url} onChange={setUrl} />
    </FormDialog>
  )
}
