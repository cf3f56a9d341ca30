import { useState } from 'react'
import {
  AddVaspHostDocument,
  PinVaspKeyDocument,
  RegisterVaspDocument,
  RemoveVaspHostDocument,
  SetMutualTlsDocument,
  UnpinVaspKeyDocument,
  type VaspDetailFragment,
} from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { CheckField, InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

export interface VaspDialogProps {
  readonly vasp: VaspDetailFragment
  readonly onClose: (done: boolean) => void
}

/** The name, LEI and URL of a VASP. */
export function IdentityDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const [name, setName] = useState(vasp.name)
  const [lei, setLei] = useState(vasp.lei ?? '')
  const [url, setUrl] = useState(vasp.url ?? '')
  const words = t.vasps.IDENTITY
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={() => {
        const changed = {
          ...(name.trim() !== vasp.name && { name: name.trim() }),
          ...(lei.trim() !== (vasp.lei ?? '') && { lei: textOrNull(lei) }),
          ...(url.trim() !== (vasp.url ?? '') && { url: textOrNull(url) }),
        }
        return api.change(RegisterVaspDocument, { vasp: { id: vasp.id, ...changed } })
      }}
      onClose={onClose}
    >
      <InputField
        label={t.vasps.name}
        isRequired
        problem={name.trim() === '' ? t.actions.required : undefined}
        value={name}
        onChange={setName}
      />
      <InputField label={t.vasps.lei} isCode value={lei} onChange={setLei} />
      <InputField label={t.vasps.url} hint={t.vasps.register.urlHint} type="url" isCode value={url} onChange={setUrl} />
    </FormDialog>
  )
}

/** Adds a host to a VASP. If an UNTRUSTED VASP has that host, the person can confirm that both are the same. */
export function AddHostDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const words = t.vasps.ADD_HOST
  const [url, setUrl] = useState('')
  const [holder, setHolder] = useState<string>()
  const [isSame, setSame] = useState(false)
  const change = (entered: string) => {
    setUrl(entered)
    setHolder(undefined)
    setSame(false)
  }
  return (
    <FormDialog
      title={words.title}
      button={words.open}
      submit={() =>
        api.change(AddVaspHostDocument, { id: vasp.id, url: url.trim(), takeFrom: isSame ? (holder ?? null) : null })
      }
      onProblem={({ holder: found }) => setHolder(found?.trust === 'UNTRUSTED' ? found.vaspId : undefined)}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <InputField label={words.field} isRequired hint={words.hint} value={url} onChange={change} type="url" isCode />
      {holder !== undefined && (
        <CheckField label={words.same} hint={words.sameHint} value={isSame} onChange={setSame} />
      )}
    </FormDialog>
  )
}

/** Removes a further host of a VASP. */
export function RemoveHostDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  return (
    <RemoveOneDialog
      words={t.vasps.REMOVE_HOST}
      values={vasp.furtherHosts}
      remove={(host) => api.change(RemoveVaspHostDocument, { id: vasp.id, host })}
      onClose={onClose}
    />
  )
}

const KEY_LENGTH_MAX = 20_000

/** Sets if a VASP's messages must be sent over mutual TLS. */
export function MutualTlsDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const words = t.vasps.MUTUAL_TLS
  const { requiresMutualTls, requiresMutualTlsOfCallbacks } = vasp
  const current = requiresMutualTlsOfCallbacks ? 'YES' : requiresMutualTls ? '' : 'NO'
  const [choice, setChoice] = useState<'YES' | 'NO' | ''>(current)
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={() =>
        api.change(SetMutualTlsDocument, { id: vasp.id, required: choice === '' ? null : choice === 'YES' })
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
  const api = useApi()
  const words = t.vasps.PIN
  const [pin, setPin] = useState('')
  return (
    <FormDialog
      title={words.title}
      button={words.open}
      submit={() => api.change(PinVaspKeyDocument, { id: vasp.id, pin: pin.trim() })}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <InputField
        label={words.field}
        isRequired
        hint={words.hint}
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
  const api = useApi()
  return (
    <RemoveOneDialog
      words={t.vasps.UNPIN}
      values={vasp.pinnedKeys}
      remove={(key) => api.change(UnpinVaspKeyDocument, { id: vasp.id, key })}
      onClose={onClose}
    />
  )
}

interface RemoveOneDialogProps {
  readonly words: { readonly title: string; readonly open: string; readonly text: string; readonly field: string }
  readonly values: readonly string[]
  remove(value: string): Promise<unknown>
  onClose(done: boolean): void
}

/** Removes one of a VASP's values. */
function RemoveOneDialog({ words, values, remove, onClose }: RemoveOneDialogProps) {
  const [value, setValue] = useState(values[0] ?? '')
  return (
    <FormDialog title={words.title} button={words.open} isDangerous submit={() => remove(value)} onClose={onClose}>
      <p>{words.text}</p>
      <SelectField label={words.field} value={value} onChange={setValue} options={values.map((each) => [each, each])} />
    </FormDialog>
  )
}
