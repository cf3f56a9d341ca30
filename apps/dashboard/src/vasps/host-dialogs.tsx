import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { AddVaspHostDocument, RemoveVaspHostDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { CheckField, InputField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { VaspDialogProps } from './identity-dialog.tsx'
import { RemoveOneDialog } from './remove-one-dialog.tsx'

/** Adds a host to a VASP. If an UNTRUSTED VASP has that host, the person can confirm that both are the same. */
export function AddHostDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const words = t.vasps.ADD_HOST
  const [url, setUrl] = useState('')
  const [holder, setHolder] = useState<string>()
  const [isSame, setSame] = useState(false)
  const [hasTried, setTried] = useState(false)
  const missing = useMissing(hasTried)
  const change = (entered: string) => {
    setUrl(entered)
    setHolder(undefined)
    setSame(false)
  }
  return (
    <FormDialog
      title={words.title}
      button={words.open}
      check={() => {
        setTried(true)
        return url.trim() !== ''
      }}
      submit={() =>
        client.mutate({
          mutation: AddVaspHostDocument,
          variables: { id: vasp.id, url: url.trim(), takeFrom: isSame ? (holder ?? null) : null },
        })
      }
      onProblem={({ holder: found }) => setHolder(found?.trust === 'UNTRUSTED' ? found.vaspId : undefined)}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <InputField
        label={words.field}
        isRequired
        hint={words.hint}
        problem={missing(url)}
        value={url}
        onChange={change}
        type="url"
        isCode
      />
      {holder !== undefined && (
        <CheckField label={words.same} hint={words.sameHint} value={isSame} onChange={setSame} />
      )}
    </FormDialog>
  )
}

/** Removes a further host of a VASP. */
export function RemoveHostDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  return (
    <RemoveOneDialog
      words={t.vasps.REMOVE_HOST}
      values={vasp.furtherHosts}
      remove={(host) => client.mutate({ mutation: RemoveVaspHostDocument, variables: { id: vasp.id, host } })}
      onClose={onClose}
    />
  )
}
