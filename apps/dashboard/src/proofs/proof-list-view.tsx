import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ProofPageDocument, type ProofRowFragment, type ProofStatus } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { ArrivalsButton } from '../ui/arrivals-button.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { ListRow, ListView, PagedList, RowTime } from '../ui/list-view.tsx'
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
  const api = useApi()
  const [, navigate] = useLocation()
  const mayWrite = useScope('aopd:write')
  const [isRequesting, setRequesting] = useState(false)
  const [changed, setChanged] = useState<ReadonlyMap<string, ProofRowFragment>>(new Map())
  const [shown, setShown] = useState(0)
  const query = new URLSearchParams(useSearch())
  const status = STATUSES.find((each) => each === query.get('status'))
  const words = t.proofs
  const pages = useOffsetPages(String(status), async (offset, limit) => {
    const filter = status === undefined ? null : { status: [status] }
    const data = await api.load(ProofPageDocument, { filter, limit, offset })
    return data?.aopd?.proofs ?? []
  })
  const { rows, hasMore, reload } = pages
  const listed = { rows, hasMore, status }
  const arrivals = proofArrivals(changed.values(), listed)
  useProofChanges((proof) => {
    if (proof === undefined) return reload()
    const isListed = rows.some(({ id }) => id === proof.id)
    if (isListed || proofArrivals([proof], listed).length > 0)
      setChanged((before) => new Map(before).set(proof.id, proof))
  })
  return (
    <ListView
      id="proofs"
      title={words.title}
      buttons={
        mayWrite && (
          <Button look="main" onClick={() => setRequesting(true)}>
            {words.request.open}
          </Button>
        )
      }
      filters={
        <SelectField
          label={t.inbox.status}
          value={status ?? ''}
          onChange={(next) => navigate(next === '' ? '/proofs' : `/proofs?status=${next}`)}
          none={t.inbox.anyStatus}
          options={STATUSES.map((each) => [each, t.transaction.proofStatuses[each]])}
        />
      }
    >
      <ArrivalsButton
        count={arrivals.length}
        label={words.arrivals(arrivals.length, formats.count(arrivals.length))}
        onShow={() => {
          setChanged(new Map())
          setShown(shown + 1)
          reload()
        }}
      />
      <PagedList key={shown} label={words.title} pages={pages} empty={query.size === 0 ? words.none : words.empty}>
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
    </ListView>
  )
}

function latest(row: ProofRowFragment, change: ProofRowFragment | undefined): ProofRowFragment {
  return change && change.updatedAt >= row.updatedAt ? change : row
}

function ProofRow({ row }: { readonly row: ProofRowFragment }) {
  const { t } = useLanguage()
  return (
    <ListRow
      opens={`/proofs/${encodeURIComponent(row.id)}`}
      name={row.asset}
      words={row.address ?? t.proofs.noAddress}
      isCode
      status={<ProofBadge status={row.status} />}
      end={<RowTime iso={row.updatedAt} />}
    />
  )
}
