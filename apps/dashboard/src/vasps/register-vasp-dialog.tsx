import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { DiscoverVaspDocument, type DiscoveryPartsFragment, RegisterVaspDocument } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { InputField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { DiscoveryFacts } from './discovery-section.tsx'

interface RegisterVaspDialogProps {
  /** `id`: id of the registered VASP. */
  readonly onClose: (id?: string) => void
}

/** Registers a VASP, optionally with the data that it publishes at its URL. */
export function RegisterVaspDialog({ onClose }: RegisterVaspDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [lei, setLei] = useState('')
  const [hasTried, setTried] = useState(false)
  const [lookup, setLookup] = useState<Lookup>({})
  const registered = useRef<string>(undefined)
  const missing = useMissing(hasTried)
  const words = t.vasps.register

  async function discover(): Promise<void> {
    if (lookup.isWorking || url.trim() === '') return
    setLookup({ isWorking: true })
    const next = await client
      .query({ query: DiscoverVaspDocument, variables: { url: url.trim() }, fetchPolicy: 'no-cache' })
      .then(
        ({ data }): Lookup => ({ found: data?.trpd?.discoverVasp ?? undefined }),
        (error): Lookup => ({ problem: apiProblem(error) }),
      )
    setLookup(next)
    if (name === '' && next.found?.name) setName(next.found.name)
    if (lei === '' && next.found?.lei) setLei(next.found.lei)
  }

  return (
    <FormDialog
      title={words.title}
      button={words.button}
      check={() => {
        setTried(true)
        return name.trim() !== ''
      }}
      submit={async () => {
        const vasp = { name: name.trim(), ...present('url', url), ...present('lei', lei) }
        const { data } = await client.mutate({ mutation: RegisterVaspDocument, variables: { vasp } })
        registered.current = data?.trpd?.registerOrUpdateVasp?.id
      }}
      onClose={() => onClose(registered.current)}
    >
      <p>{words.text}</p>
      <InputField
        label={words.url}
        hint={words.urlHint}
        type="url"
        isCode
        value={url}
        onChange={(next) => {
          setUrl(next)
          setLookup({})
        }}
      />
      <div className="action-buttons">
        <Button aria-disabled={lookup.isWorking === true} onClick={() => void discover()}>
          {lookup.isWorking ? t.actions.working : words.discover}
        </Button>
      </div>
      {lookup.problem && <ProblemNotice problem={lookup.problem} title={words.discoveryFailed} />}
      {lookup.found && <DiscoveryFacts discovery={lookup.found} />}
      <InputField label={t.vasps.name} isRequired problem={missing(name)} value={name} onChange={setName} />
      <InputField label={t.vasps.lei} hint={words.leiHint} isCode value={lei} onChange={setLei} />
    </FormDialog>
  )
}

/** The data that the VASP publishes at the entered URL; empty until it is requested. */
interface Lookup {
  readonly isWorking?: boolean
  readonly found?: DiscoveryPartsFragment | undefined
  readonly problem?: ApiProblem
}

function present(field: 'url' | 'lei', value: string) {
  return value.trim() === '' ? {} : { [field]: value.trim() }
}
