import { useLocation, useSearch } from 'wouter'
import {
  DataRequestPageDocument,
  type DataRequestPageQuery,
  type DataRequestStatus,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { SelectField } from '../ui/field.tsx'
import { ListRow, ListView, PagedList, RowTime } from '../ui/list-view.tsx'
import { DataRequestBadge } from './data-request-badge.tsx'

type Row = NonNullable<DataRequestPageQuery['trpd']>['dataRequests'][number]

const STATUSES: readonly DataRequestStatus[] = ['OPEN', 'EXPIRED', 'RECEIVED', 'WITHDRAWN']

/** The data requests of all transactions, by status. */
export function DataRequestListView() {
  const { t } = useLanguage()
  const api = useApi()
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const status = STATUSES.find((each) => each === query.get('status'))
  const words = t.dataRequests
  const pages = useOffsetPages(String(status), async (offset, limit) => {
    const variables = { status: status === undefined ? null : [status], limit, offset }
    const data = await api.load(DataRequestPageDocument, variables)
    return data?.trpd?.dataRequests ?? []
  })
  return (
    <ListView
      id="data-requests"
      title={words.title}
      filters={
        <SelectField
          label={t.inbox.status}
          value={status ?? ''}
          onChange={(next) => navigate(next === '' ? '/data-requests' : `/data-requests?status=${next}`)}
          none={t.inbox.anyStatus}
          options={STATUSES.map((each) => [each, words.statuses[each]])}
        />
      }
    >
      <PagedList label={words.title} pages={pages} empty={query.size === 0 ? words.noneYet : words.empty}>
        {(row) => <DataRequestRow row={row} />}
      </PagedList>
    </ListView>
  )
}

function DataRequestRow({ row: { transaction, fields, status, createdAt } }: { readonly row: Row }) {
  const { t, formats } = useLanguage()
  return (
    <ListRow
      opens={`/transactions/${encodeURIComponent(transaction.id)}`}
      name={<bdi>{partyName(transaction, t)}</bdi>}
      words={[transferAmount(transaction, t, formats), ...fields.map((field) => t.dataRequests.fields[field])].join(
        ' · ',
      )}
      status={<DataRequestBadge status={status} />}
      end={<RowTime iso={createdAt} />}
    />
  )
}
