import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { type Trust, VaspCountDocument, VaspPageDocument, type VaspRowFragment } from '../api/operations.generated.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { RegisterVaspDialog } from './register-vasp-dialog.tsx'
import { TrustBadge } from './trust-badge.tsx'

export const TRUSTS: readonly Trust[] = ['UNTRUSTED', 'TRUSTED', 'BLOCKED']

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
  const pages = useOffsetPages(
    `${search} ${trust} ${reviewDue}`,
    useCallback(
      async (offset, limit) => {
        const variables = { search: search === '' ? null : search, trust: trust ?? null, reviewDue, limit, offset }
        const { data } = await client.query({ query: VaspPageDocument, variables, fetchPolicy: 'network-only' })
        return data?.trpd?.vasps ?? []
      },
      [client, search, trust, reviewDue],
    ),
  )
  const { data } = useQuery(VaspCountDocument, { variables: filter, fetchPolicy: 'cache-and-network' })
  const count = data?.trpd?.vaspsCount
  const show = (next: {
    readonly search: string
    readonly trust: Trust | '' | undefined
    readonly reviewDue: boolean
  }) => {
    const written = new URLSearchParams()
    if (next.search !== '') written.set('q', next.search)
    if (next.trust) written.set('trust', next.trust)
    if (next.reviewDue) written.set('review', 'due')
    navigate(written.size === 0 ? '/vasps' : `/vasps?${written}`)
  }
  usePageTitle(t.vasps.title)
  return (
    <section className="listing" aria-labelledby="vasps-title">
      <header className="view-head">
        <h1 id="vasps-title">{t.vasps.title}</h1>
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
      </header>
      <search className="filters" aria-label={t.inbox.filters}>
        <SearchField
          label={t.vasps.search}
          hint={t.vasps.searchHint}
          value={search}
          onChange={(next) => show({ search: next, trust, reviewDue })}
        />
        <SelectField
          label={t.vasps.trust}
          value={trust ?? ''}
          onChange={(next) => show({ search, trust: next, reviewDue })}
          none={t.vasps.anyTrust}
          options={TRUSTS.map((each) => [each, t.transaction.trust[each]])}
        />
        <SelectField
          label={t.vasps.dueDiligence.next}
          value={reviewDue ? 'DUE' : ''}
          onChange={(next) => show({ search, trust, reviewDue: next === 'DUE' })}
          none={t.vasps.anyReview}
          options={[['DUE', t.vasps.onlyDue]]}
        />
      </search>
      <p className="soft" role="status">
        {count !== undefined && t.vasps.count(count, formats.count(count))}
      </p>
      <PagedList
        label={t.vasps.title}
        pages={pages}
        rowRem={4.25}
        empty={query.size === 0 ? t.vasps.none : t.vasps.empty}
      >
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
    </section>
  )
}

function VaspRow({ row }: { readonly row: VaspRowFragment }) {
  const { t } = useLanguage()
  const isPaused = row.deliveryPausedUntil !== null
  const review = row.dueDiligence?.nextReviewAt
  const isReviewDue = review != null && Date.parse(review) < Date.now()
  return (
    <Link href={`/vasps/${encodeURIComponent(row.id)}`} className="row-link listing-link">
      <span className="row-what">
        <span className="row-name">
          <bdi>{row.name}</bdi>
        </span>
        <span className="row-words soft">{row.url ?? row.lei ?? t.vasps.noUrl}</span>
      </span>
      <span className="row-status">
        <TrustBadge trust={row.trust} />
      </span>
      <span className="row-age">
        {isPaused && <span className="due due-soon">{t.vasps.paused}</span>}
        {isReviewDue && <span className="due due-soon">{t.vasps.reviewDue}</span>}
        {!isPaused && !isReviewDue && row.autoApprove && t.vasps.automatic}
      </span>
    </Link>
  )
}
