import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { encodeTravelAddress } from '../../address-book/domain/travel-address.ts'
import { inquire } from '../../testing/operations.ts'
import { officer, openTestNode, type TestNode } from '../../testing/test-node.ts'

/** An unknown VASP: transfers to it stay BLOCKED. */
const NOBODY = encodeTravelAddress('unknown.example/x/1?t=i')
const FIND = `query ($filter: TransactionFilter) {
  trpd { transactionsCount(filter: $filter) transactions(filter: $filter) { nodes { id } } }
}`
const MATCHING: readonly object[] = [
  { delivery: ['NONE'] },
  { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' },
  { amountFrom: '0.5', amountTo: '0.50' },
  { customerReference: ' customer 7 ' },
]
const OTHER: readonly object[] = [
  { delivery: ['QUEUED', 'FAILED'] },
  { to: '2020-01-01T00:00:00Z' },
  { amountFrom: '0.500000001' },
  { customerReference: 'customer 8' },
  { search: '0xabcd' },
  { search: 'a\u0000bcd' },
]

let node: TestNode
let id: string
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
  const { data } = await inquire(node, NOBODY, { customerReference: 'customer 7' })
  id = data.trpd.inquire.id
})
afterAll(() => node[Symbol.asyncDispose]())

it.each(MATCHING)('a filter finds and counts the matching transactions: %j', async (filter) => {
  const { data } = await node.query(FIND, { filter })
  expect(data).toEqual({ trpd: { transactionsCount: 1, transactions: { nodes: [{ id }] } } })
})

it.each(OTHER)('a filter finds no transaction that does not match: %j', async (filter) => {
  const { data } = await node.query(FIND, { filter })
  expect(data).toEqual({ trpd: { transactionsCount: 0, transactions: { nodes: [] } } })
})

it('a search finds a transaction by the start of its id, in any case', async () => {
  const { data } = await node.query(FIND, { filter: { search: id.slice(0, 11).toUpperCase() } })
  expect(data.trpd.transactions.nodes).toEqual([{ id }])
})

it.each([
  ['TRANSACTION_SEARCH_INVALID', { search: 'abc' }],
  ['TRANSACTION_SEARCH_INVALID', { search: 'x'.repeat(257) }],
  ['CUSTOMER_REFERENCE_INVALID', { customerReference: '' }],
  ['AMOUNT_FORMAT', { amountFrom: '1e5' }],
  ['AMOUNT_NOT_POSITIVE', { amountTo: '-0' }],
  ['TRANSACTION_FILTER_TOO_LONG', { delivery: Array(501).fill('NONE') }],
])('a filter is refused with %s: %j', async (code, filter) => {
  const query = 'query ($filter: TransactionFilter) { trpd { transactions(filter: $filter) { nodes { id } } } }'
  expect(await node.query(query, { filter })).toMatchObject({
    data: { trpd: { transactions: null } },
    errors: [{ extensions: { code } }],
  })
})

it('a customer reference is neither shown nor searched without the scope pii:read', async () => {
  const observer = { ...officer, scopes: ['trpd:read'] }
  const query = `query ($filter: TransactionFilter) {
    trpd { transactions(filter: $filter) { nodes { id customerReference } } } }`
  const shown = await node.query(query)
  expect(shown.data.trpd.transactions.nodes).toEqual([{ id, customerReference: 'customer 7' }])
  const hidden = await node.query(query, {}, observer)
  expect(hidden).toMatchObject({
    data: { trpd: { transactions: { nodes: [{ id, customerReference: null }] } } },
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  })
  const searched = await node.query(query, { filter: { customerReference: 'customer 7' } }, observer)
  expect(searched).toMatchObject({
    data: { trpd: { transactions: null } },
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  })
})

it('100 entities of a type are loaded by one statement', async () => {
  for (let index = 0; index < 3; index += 1) await inquire(node, NOBODY)
  const { data } = await node.query('{ trpd { transactions(first: 4) { nodes { id } } } }')
  const known = data.trpd.transactions.nodes.map((each: { id: string }) => each.id)
  const unknown = Array.from({ length: 100 - known.length }, () => crypto.randomUUID())
  const representations = [...known, ...unknown].map((each) => ({ __typename: 'Transaction', id: each }))
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const seen = await node.query(
    'query ($all: [_Any!]!) { _entities(representations: $all) { ... on Transaction { id status } } }',
    { all: representations },
  )
  const texts = statements.mock.calls
    .map(([statement]) => String(Reflect.get(Object(statement), 'text')))
    .filter((text) => text.includes('transfers'))
  statements.mockRestore()
  expect(seen.data._entities).toHaveLength(100)
  expect(seen.data._entities.filter((each: unknown) => each !== null)).toHaveLength(known.length)
  expect(texts.filter((text) => text.includes('request_identifier'))).toHaveLength(1)
})
