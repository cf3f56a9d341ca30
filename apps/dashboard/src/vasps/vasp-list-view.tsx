import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import {
  DiscoverVaspDocument,
  type DiscoveryPartsFragment,
  RegisterVaspDocument,
  type Trust,
  VaspCountDocument,
  VaspPageDocument,
  type VaspRowFragment,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useApi } from '../hooks/use-api.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ListRow, ListView, PagedList } from '../ui/list-view.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { DiscoveryFacts } from './discovery-section.tsx'
import { TrustBadge } from './trust-badge.tsx'

const TRUSTS: readonly Trust[] = ['UNTRUSTED', 'TRUSTED', 'BLOCKED']

/** The directory of other VASPs. Its filters are in the URL. */
export function VaspListView() {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const [, navigate] = useLocation()
  const mayWrite = useScope('trpd:write')
  const [isRegistering, setRegistering] = useState(false)
  const query = new URLSearchParams(useSearch())
  const search = query.get('q') ?? ''
  const trust = TRUSTS.find((each) => each === query.get('trust'))
  const reviewDue = query.get('review') === 'due'
  const filter = { search: search === '' ? null : search, trust: trust ?? null, reviewDue }
  const pages = useOffsetPages(`${search} ${trust} ${reviewDue}`, async (offset, limit) => {
    const variables = { ...filter, limit, offset }
    const { data } = await client.query({ query: VaspPageDocument, variables, fetchPolicy: 'network-only' })
    return data?.trpd?.vasps ?? []
  })
  const { data } = useQuery(VaspCountDocument, { variables: filter, fetchPolicy: 'cache-and-network' })
  const count = data?.trpd?.vaspsCount
  const show = (changes: Readonly<Record<string, string>>) => {
    const written = new URLSearchParams({ q: search, trust: trust ?? '', review: reviewDue ? 'due' : '', ...changes })
    for (const [name, value] of [...written]) if (value === '') written.delete(name)
    navigate(written.size === 0 ? '/vasps' : `/vasps?${written}`)
  }
  return (
    <ListView
      id="vasps"
      title={t.vasps.title}
      buttons={
        <div className="action-buttons">
          <Link href="/vasps/failing" className="button">
            {t.vasps.failures.list}
          </Link>
          <Link href="/vasps/files" className="button">
            {t.vasps.files.open}
          </Link>
          {mayWrite && (
            <Button look="main" onClick={() => setRegistering(true)}>
              {t.vasps.register.open}
            </Button>
          )}
        </div>
      }
      filters={
        <>
          <SearchField label={t.vasps.search} hint={t.vasps.searchHint} value={search} onChange={(q) => show({ q })} />
          <SelectField
            label={t.vasps.trust}
            value={trust ?? ''}
            onChange={(next) => show({ trust: next })}
            none={t.vasps.anyTrust}
            options={TRUSTS.map((each) => [each, t.transaction.trust[each]])}
          />
          <SelectField
            label={t.vasps.dueDiligence.next}
            value={reviewDue ? 'due' : ''}
            onChange={(review) => show({ review })}
            none={t.vasps.anyReview}
            options={[['due', t.vasps.onlyDue]]}
          />
        </>
      }
    >
      <p className="soft" role="status">
        {count !== undefined && t.vasps.count(count, formats.count(count))}
      </p>
      <PagedList label={t.vasps.title} pages={pages} empty={query.size === 0 ? t.vasps.none : t.vasps.empty}>
        {(row) => <VaspRow row={row} />}
      </PagedList>
      {isRegistering && (
        <RegisterVaspDialog
          onClose={(id) => {
            setRegistering(false)
            if (id !== undefined) navigate(`/vasps/${encodeURIComponent(id)}`)
          }}
        />
      )}
    </ListView>
  )
}

function VaspRow({ row }: { readonly row: VaspRowFragment }) {
  const { t } = useLanguage()
  const isPaused = row.deliveryPausedUntil !== null
  const review = row.dueDiligence?.nextReviewAt
  const isReviewDue = review != null && Date.parse(review) < Date.now()
  return (
    <ListRow
      opens={`/vasps/${encodeURIComponent(row.id)}`}
      name={<bdi>{row.name}</bdi>}
      words={row.url ?? row.lei ?? t.vasps.noUrl}
      status={<TrustBadge trust={row.trust} />}
      end={
        <>
          {isPaused && <span className="due due-soon">{t.vasps.paused}</span>}
          {isReviewDue && <span className="due due-soon">{t.vasps.reviewDue}</span>}
          {!isPaused && !isReviewDue && row.autoApprove && t.vasps.automatic}
        </>
      }
    />
  )
}

interface RegisterVaspDialogProps {
  /** `id`: id of the registered VASP. */
  readonly onClose: (id?: string) => void
}

/** Registers a VASP, optionally with the data that it publishes at its URL. */
function RegisterVaspDialog({ onClose }: RegisterVaspDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const client = useApolloClient()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [lei, setLei] = useState('')
  const [lookup, setLookup] = useState<Lookup>({})
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
      submit={async () => {
        const vasp = { name: name.trim(), ...present('url', url), ...present('lei', lei) }
        const data = await api.change(RegisterVaspDocument, { vasp })
        return data?.trpd?.registerOrUpdateVasp?.id
      }}
      onClose={(_, id) => onClose(id)}
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
      <InputField label={t.vasps.name} isRequired value={name} onChange={setName} />
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
