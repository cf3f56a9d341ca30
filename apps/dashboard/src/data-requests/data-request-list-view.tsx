import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import {
  DataRequestPageDocument,
  type DataRequestPageQuery,
  type DataRequestStatus,
} from '../api/operations.generated.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { SelectField } from '../ui/field.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { RowTime } from '../ui/row-time.tsx'
import { DataRequestBadge } from './data-request-badge.tsx'

type Row = NonNullable<DataRequestPageQuery['trpd']>['dataRequests'][number]

const STATUSES: readonly DataRequestStatus[] = ['OPEN', 'EXPIRED', 'RECEIVED', 'WITHDRAWN']

/** The data requests of all transactions, by status. */
export function DataRequestListView() {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const status = STATUSES.find((each) => each === query.get('status'))
  const words = t.dataRequests
  const pages = useOffsetPages(
    String(status),
    useCallback(
      async (offset, limit) => {
        const variables = { status: status === undefined ? null : [status], limit, offset }
        const { data } = await client.query({ query: DataRequestPageDocument, variables, fetchPolicy: 'no-cache' })
        return data?.trpd?.dataRequests ?? []
      },
      [client, status],
    ),
  )
  usePageTitle(words.title)
  return (
    <section className="listing" aria-labelledby="data-requests-title">
      <header className="view-head">
        <h1 id="data-requests-title">{words.title}</h1>
      </header>
      <search className="filters" aria-label={t.inbox.filters}>
        <SelectField
          label={t.inbox.status}
          value={status ?? ''}
          onChange={(next) => navigate(next === '' ? '/data-requests' : `/data-requests?status=${next}`)}
          none={t.inbox.anyStatus}
          options={STATUSES.map((each) => [each, words.statuses[each]])}
        />
      </search>
      <PagedList label={words.title} pages={pages} rowRem={4.25} empty={query.size === 0 ? words.noneYet : words.empty}>
        {(row) => <DataRequestRow row={row} />}
      </PagedList>
    </section>
  )
}

function DataRequestRow({ row }: { readonly row: Row }) {
  const { t, formats } = useLanguage()
  const { transaction, fields, status } = row
  return (
    <Link href={`/transactions/${encodeURIComponent(transaction.id)}`} className="row-link listing-link">
      <span className="row-what">
        <span className="row-name">
          <bdi>{partyName(transaction, t)}</bdi>
        </span>
        <span className="row-words soft">
          {[transferAmount(transaction, t, formats), ...fields.map((field) => t.dataRequests.fields[field])].join(
            ' · ',
          )}
        </span>
      </span>
      <span className="row-status">
        <DataRequestBadge status={status} />
      </span>
      <RowTime iso={row.createdAt} />
    </Link>
  )
}
