import type { BenchTrpd } from './bench-trpd.ts'
import { CUSTOMER } from './load-transfers.ts'

const PAGE = 50
/** The page that a deep case reads, from 1. */
const DEEP_PAGE = 1_000
/** Size of the pages that lead to the deep page. */
const STRIDE = 500

export const LIST = `query ($filter: TransactionFilter, $after: String) { trpd { transactions(filter: $filter, first: ${PAGE}, after: $after) {
  nodes { id status direction folder amount amountUnit address txHash createdAt updatedAt delivery { state } asset { id } vasp { id name } }
  pageInfo { hasNextPage endCursor } } } }`
export const COUNT = 'query ($filter: TransactionFilter) { trpd { transactionsCount(filter: $filter) } }'
export const ENTITIES = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  ... on Transaction { id status amount asset { id } createdAt } } }`

interface Page {
  readonly trpd: {
    readonly transactions: {
      readonly nodes: readonly {
        readonly id: string
        readonly txHash: string | null
        readonly address: string | null
        readonly requestIdentifier: string
        readonly travelAddress: string
        readonly createdAt: string
        readonly vasp: { readonly id: string }
      }[]
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
    }
  }
}

/** Filters by name: rare and frequent values, ranges, and combinations. */
export async function filtersOf(node: BenchTrpd): Promise<Readonly<Record<string, object>>> {
  const { trpd } = await node.query<Page>(
    `{ trpd { transactions(filter: { status: CONFIRMED }, first: 500) {
      nodes { id txHash address requestIdentifier travelAddress createdAt vasp { id } } } } }`,
  )
  const { nodes } = trpd.transactions
  const byVasp = Map.groupBy(nodes, ({ vasp }) => vasp.id)
  const vasps = [...byVasp].toSorted(([, a], [, b]) => b.length - a.length).map(([id]) => id)
  const some = nodes[250]
  if (some === undefined) throw new Error('there are too few transactions')
  const now = new Date(nodes[0]?.createdAt ?? '').getTime()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
  return {
    all: {},
    direction: { direction: ['SENT'] },
    status: { status: ['CONFIRMED'] },
    'status-rare': { status: ['FAILED'] },
    'status-several': { status: ['PENDING', 'APPROVED', 'FAILED', 'DECLINED'] },
    'folder-inbox': { folder: ['INBOX'] },
    'folder-archive': { folder: ['ARCHIVE'] },
    delivery: { delivery: ['DELIVERED'] },
    'delivery-retrying': { delivery: ['RETRYING'] },
    'vasp-frequent': { vasp: vasps.slice(0, 1) },
    'vasp-rare': { vasp: vasps.slice(-1) },
    'vasp-several': { vasp: vasps.slice(0, 20) },
    asset: { asset: ['eth'] },
    'amount-wide': { amountFrom: '0.1' },
    'amount-narrow': { amountFrom: '90', amountTo: '90.5' },
    'period-recent': { from: daysAgo(30) },
    'period-old': { from: daysAgo(900), to: daysAgo(700) },
    'customer-reference': { customerReference: CUSTOMER },
    'search-hash': { search: some.txHash?.slice(0, 12) },
    'search-address': { search: some.address?.slice(0, 12) },
    'search-id': { search: some.id.slice(0, 8) },
    'hash-exact': { txHash: some.txHash },
    'request-identifier': { requestIdentifier: some.requestIdentifier },
    'travel-address': { travelAddress: some.travelAddress },
    'rare-and-frequent': { status: ['FAILED'], asset: ['btc'], direction: ['RECEIVED'] },
    'vasp-and-status': { vasp: vasps.slice(0, 1), status: ['APPROVED'] },
    'period-and-status': { status: ['CONFIRMED'], from: daysAgo(900), to: daysAgo(700) },
    'amount-and-vasp': { amountFrom: '50', vasp: vasps.slice(0, 1) },
    'amount-and-asset': { amountFrom: '50', asset: ['btc'] },
    'amount-and-period': { amountFrom: '1', amountTo: '2', from: daysAgo(900), to: daysAgo(700) },
    'vasps-and-asset': { vasp: vasps.slice(0, 20), asset: ['usdc-ethereum'] },
    // Common prefix of all addresses.
    'search-common': { search: 'bc1q' },
    'search-common-and-status': { search: 'bc1q', status: ['APPROVED'] },
    'nothing-matches': { status: ['BLOCKED'], delivery: ['RETRYING'] },
  }
}

/** The cursor before the thousandth page, or before the last one; `undefined` if there is only one page. */
export async function deepCursor(node: BenchTrpd, filter: object): Promise<string | undefined> {
  const query = `query ($filter: TransactionFilter, $after: String) { trpd { transactions(filter: $filter, first: ${STRIDE}, after: $after) {
    pageInfo { hasNextPage endCursor } } } }`
  let after: string | undefined
  for (let skipped = 0; skipped < (DEEP_PAGE - 1) * PAGE; skipped += STRIDE) {
    const { trpd } = await node.query<Page>(query, { filter, after })
    const { hasNextPage, endCursor } = trpd.transactions.pageInfo
    if (!hasNextPage || endCursor === null) break
    after = endCursor
  }
  return after
}

/** The ids of 100 transactions spread over the list. */
export async function someIds(node: BenchTrpd): Promise<string[]> {
  const { trpd } = await node.query<Page>('{ trpd { transactions(first: 100) { nodes { id } } } }')
  return trpd.transactions.nodes.map(({ id }) => id)
}
