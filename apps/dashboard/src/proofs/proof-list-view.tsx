import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { ProofPageDocument, type ProofRowFragment, type ProofStatus } from '../api/operations.generated.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { ArrivalsButton } from '../ui/arrivals-button.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { RowTime } from '../ui/row-time.tsx'
import { proofArrivals } from './proof-arrivals.ts'
import { ProofBadge } from './proof-badge.tsx'
import { RequestProofDialog } from './request-proof-dialog.tsx'
import { useProofChanges } from './use-proof-changes.ts'

const STATUSES: readonly ProofStatus[] = [
  'REQUESTED',
  'VERIFIED',
  'REJECTED',
  'INCONCLUSIVE',
  'EXPIRED',
  'CANCELED',
  'REVOKED',
]

/** The ownership proofs, with live statuses. */
export function ProofListView() {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const [, navigate] = useLocation()
  const mayWrite = useScope('aopd:write')
  const [isRequesting, setRequesting] = useState(false)
  const [changed, setChanged] = useState<ReadonlyMap<string, ProofRowFragment>>(new Map())
  const [shown, setShown] = useState(0)
  const query = new URLSearchParams(useSearch())
  const status = STATUSES.find((each) => each === query.get('status'))
  const words = t.proofs
  const pages = useOffsetPages(
    String(status),
    useCallback(
      async (offset, limit) => {
        const filter = status === undefined ? null : { status: [status] }
        const variables = { filter, limit, offset }
        const { data } = await client.query({ query: ProofPageDocument, variables, fetchPolicy: 'no-cache' })
        return data?.aopd?.proofs ?? []
      },
      [client, status],
    ),
  )
  const { rows, hasMore, reload } = pages
  const listed = { rows, hasMore, status }
  const arrivals = proofArrivals(changed.values(), listed)
  useProofChanges((proof) => {
    if (proof === undefined) return reload()
    const isListed = rows.some(({ id }) => id === proof.id)
    if (isListed || proofArrivals([proof], listed).length > 0)
      setChanged((before) => new Map(before).set(proof.id, proof))
  })
  usePageTitle(words.title)
  return (
    <section className="listing" aria-labelledby="proofs-title">
      <header className="view-head">
        <h1 id="proofs-title">{words.title}</h1>
        {mayWrite && (
          <Button look="main" onClick={() => setRequesting(true)}>
            {words.request.open}
          </Button>
        )}
      </header>
      <search className="filters" aria-label={t.inbox.filters}>
        <SelectField
          label={t.inbox.status}
          value={status ?? ''}
          onChange={(next) => navigate(next === '' ? '/proofs' : `/proofs?status=${next}`)}
          none={t.inbox.anyStatus}
          options={STATUSES.map((each) => [each, t.transaction.proofStatuses[each]])}
        />
      </search>
      <ArrivalsButton
        count={arrivals.length}
        label={words.arrivals(arrivals.length, formats.count(arrivals.length))}
        onShow={() => {
          setChanged(new Map())
          setShown(shown + 1)
          reload()
        }}
      />
      <PagedList
        key={shown}
        label={words.title}
        pages={pages}
        rowRem={4.25}
        empty={query.size === 0 ? words.none : words.empty}
      >
        {(row) => <ProofRow row={latest(row, changed.get(row.id))} />}
      </PagedList>
      {isRequesting && (
        <RequestProofDialog
          onClose={(id) => {
            setRequesting(false)
            if (id !== undefined) navigate(`/proofs/${encodeURIComponent(id)}`)
          }}
        />
      )}
    </section>
  )
}

function latest(row: ProofRowFragment, change: ProofRowFragment | undefined): ProofRowFragment {
  return change && change.updatedAt >= row.updatedAt ? change : row
}

function ProofRow({ row }: { readonly row: ProofRowFragment }) {
  const { t } = useLanguage()
  return (
    <Link href={`/proofs/${encodeURIComponent(row.id)}`} className="row-link listing-link">
      <span className="row-what">
        <span className="row-name">{row.asset}</span>
        <span className="row-words soft" dir="ltr">
          {row.address ?? t.proofs.noAddress}
        </span>
      </span>
      <span className="row-status">
        <ProofBadge status={row.status} />
      </span>
      <RowTime iso={row.updatedAt} />
    </Link>
  )
}
