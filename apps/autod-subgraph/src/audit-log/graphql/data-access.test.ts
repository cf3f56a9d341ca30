import { afterAll, beforeAll, expect, test } from 'vitest'
import { officer, openTestAutod, type TestAutod } from '../../testing/open-test-autod.ts'
import { openTestSource, type TestSource, transferEvent } from '../../testing/open-test-source.ts'

const stack = new AsyncDisposableStack()
let autod: TestAutod
let source: TestSource

beforeAll(async () => {
  source = stack.use(await openTestSource())
  autod = stack.use(await openTestAutod({ feeds: `trpd=${source.url}` }))
  source.trust(`${autod.url}/.well-known/jwks.json`)
  const access = (request: string, records: string, detail: object = {}) =>
    transferEvent({
      type: 'personal-data.read',
      subject: { type: 'request', id: request },
      detail: { client: 'desk', roles: 'observer auditor', fields: 'Transaction.originator', records, ...detail },
    })
  await source.append(
    access('r-1', 'transfer:t-1 transfer:t-2'),
    access('r-2', 'transfer:t-2', { purpose: 'ticket 7', traceId: 'abc' }),
    access('r-3', 'transfer:t-10 proof:t-2'),
    transferEvent({ subject: { type: 'transfer', id: 't-2' }, detail: { records: 'transfer:t-2' } }),
    access('r-4', 'transfer:t-2'),
  )
  await autod.until('{ autod { auditLogsCount } }', ({ autod: { auditLogsCount } }) => auditLogsCount === 5)
})
afterAll(() => stack.disposeAsync())

const ACCESSES = `query($id: ID!, $first: Int, $after: String) {
  _entities(representations: [{ __typename: "Transaction", id: $id }]) { ... on Transaction {
    dataAccesses(first: $first, after: $after) {
      nodes { requestId client roles fields purpose traceId source actor { id name } }
      pageInfo { hasNextPage endCursor }
    } } } }`

async function accesses(variables: object, caller = officer) {
  const { data, errors } = await autod.graphql(ACCESSES, { ...variables }, caller)
  return { ...data?._entities?.[0]?.dataAccesses, code: errors?.[0]?.extensions.code }
}

test('a transaction shows who has read its personal data, newest first', async () => {
  const { nodes } = await accesses({ id: 't-2' })
  expect(nodes.map(({ requestId }: { requestId: string }) => requestId)).toEqual(['r-4', 'r-2', 'r-1'])
  expect(nodes[1]).toEqual({
    requestId: 'r-2',
    client: 'desk',
    roles: ['observer', 'auditor'],
    fields: ['Transaction.originator'],
    purpose: 'ticket 7',
    traceId: 'abc',
    source: 'trpd',
    actor: { id: 'u-1', name: 'Ada' },
  })
  expect((await accesses({ id: 't-1' })).nodes).toHaveLength(1)
  expect((await accesses({ id: 't' })).nodes).toEqual([])
})

test('reads of a transaction are returned in pages', async () => {
  const first = await accesses({ id: 't-2', first: 2 })
  expect(first.pageInfo.hasNextPage).toBe(true)
  const second = await accesses({ id: 't-2', first: 2, after: first.pageInfo.endCursor })
  expect(second.nodes.map(({ requestId }: { requestId: string }) => requestId)).toEqual(['r-1'])
  expect(second.pageInfo.hasNextPage).toBe(false)
  expect((await accesses({ id: 't-2', after: 'x' })).code).toBe('AUDIT_CURSOR_INVALID')
})

test('reads in a service are shown only to callers who may read there', async () => {
  const auditor = { ...officer, subject: 'auditor-1', scopes: ['autod:read'] }
  expect((await accesses({ id: 't-2' }, auditor)).nodes).toEqual([])
  expect((await accesses({ id: 't-2' }, { ...officer, scopes: ['trpd:read'] })).code).toBe('FORBIDDEN')
})
