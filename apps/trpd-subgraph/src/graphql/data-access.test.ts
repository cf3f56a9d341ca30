import { type Database, openDatabase } from '@travel-rule/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../foundation/store/migrations.ts'
import type { Tables } from '../foundation/store/tables.ts'
import { issue, trust } from '../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode } from '../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../testing/trp-client.ts'

const observer = { ...officer, subject: 'observer-1', roles: ['observer'], scopes: ['trpd:read'] }
const stack = new AsyncDisposableStack()
let node: TestNode
let counterparty: TestCounterparty
let database: Database<Tables>
let id: string

beforeAll(async () => {
  node = stack.use(await openTestNode('Alice VASP'))
  database = stack.use(
    await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'data-access-test' }),
  )
  counterparty = stack.use(await openTestCounterparty())
  await trust(node, counterparty.url)
  const travelAddress = await issue(node, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  const body = inquiryBody({ callback: `${counterparty.url}/callback`, amount: 0.5 })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  const { data } = await node.query('{ trpd { transactions { nodes { id } } } }')
  id = data.trpd.transactions.nodes[0].id
})
afterAll(() => stack.disposeAsync())

/** The reads caused by `run`, as recorded in the outbox for the audit log. */
async function recordedBy(run: () => Promise<unknown>) {
  const events = () =>
    database.db.selectFrom('outbox').selectAll().where('type', '=', 'personal-data.read').orderBy('position').execute()
  const before = (await events()).length
  await run()
  return (await events()).slice(before)
}

const read = (fields: string, identity = officer) =>
  node.query(`{ trpd { transaction(id: "${id}") { ${fields} } } }`, {}, identity)

test('reading personal data of a transaction is recorded with the caller, the client, the fields and the transaction', async () => {
  const fields =
    'beneficiary { accountNumber } originator { accountNumber } ivms101 checks { evidence { value } } status'
  const [event, ...others] = await recordedBy(() => read(fields))
  expect(others).toEqual([])
  expect(event).toMatchObject({
    actorType: 'USER',
    actorId: 'officer-1',
    subjectType: 'request',
    detail: { client: 'tests', roles: 'compliance-officer', records: `transfer:${id}` },
  })
  expect(String(event?.detail.fields).split(' ')).toEqual(
    expect.arrayContaining(['Transaction.beneficiary', 'Transaction.ivms101', 'Transaction.originator']),
  )
})

test('reading a transaction without its personal data is not recorded, nor is a refused read', async () => {
  expect(await recordedBy(() => read('status history { status }'))).toEqual([])
  expect(await recordedBy(() => read('originator { accountNumber } reason', observer))).toEqual([])
})

test('a transaction that a mutation returns with personal data is recorded as read', async () => {
  const [event] = await recordedBy(() =>
    node.query(`mutation { trpd { takeTx(id: "${id}") { id originator { accountNumber } } } }`),
  )
  expect(event?.detail).toMatchObject({ fields: 'Transaction.originator', records: `transfer:${id}` })
})

test('a reference to a transaction that reads personal data is recorded', async () => {
  const query = `query($all: [_Any!]!) { _entities(representations: $all) { ... on Transaction { beneficiary { accountNumber } } } }`
  const [event] = await recordedBy(() => node.query(query, { all: [{ __typename: 'Transaction', id }] }))
  expect(event?.detail).toMatchObject({ fields: 'Transaction.beneficiary', records: `transfer:${id}` })
})

test('the reason of a comment on a case is recorded as read from its transaction', async () => {
  await node.query(`mutation { trpd { commentTx(id: "${id}", text: "looks like Max Musterfrau") { id } } }`)
  const [event] = await recordedBy(() => read('case { changes { text } }'))
  expect(event?.detail).toMatchObject({ fields: 'CaseChange.text', records: `transfer:${id}` })
})

test('a search for a person is recorded with the records it finds, without the name', async () => {
  const search = '{ trpd { transactions(filter: { name: "Engels" }) { nodes { id } } } }'
  const [event] = await recordedBy(() => node.query(search))
  expect(event?.detail).toMatchObject({ fields: 'TransactionFilter.name' })
  const [counted] = await recordedBy(() => node.query('{ trpd { transactionsCount(filter: { name: "Engels" }) } }'))
  expect(counted?.detail).toMatchObject({ fields: 'TransactionFilter.name', records: '' })
  expect(JSON.stringify([event?.detail, counted?.detail])).not.toMatch(/engels/i)
})

test('a customer is recorded as read by id, never by reference', async () => {
  const input = { reference: 'customer-77', name: 'Erika Mustermann' }
  const stored = await node.query(
    'mutation($input: CustomerInput!) { trpd { upsertCustomer(input: $input) { id name } } }',
    { input },
  )
  const { id: customerId } = stored.data.trpd.upsertCustomer
  const [event] = await recordedBy(() =>
    node.query('{ trpd { customers(reference: "customer-77") { name accounts } } }'),
  )
  expect(event?.detail).toMatchObject({
    fields: 'Customer.name TrpdQuery.customers(reference:)',
    records: `customer:${customerId}`,
  })
  expect(JSON.stringify(event?.detail)).not.toMatch(/customer-77|Erika/)
})

test.each([
  ['name', 'customers(name: "Nobody") { id }'],
  ['reference', 'customers(reference: "Nobody") { __typename }'],
])('a search for a customer by %s that finds none is recorded without the search value', async (by, search) => {
  const [event] = await recordedBy(() => node.query(`{ trpd { ${search} } }`))
  expect(event?.detail).toMatchObject({ fields: `TrpdQuery.customers(${by}:)`, records: '' })
  expect(JSON.stringify(event?.detail)).not.toMatch(/nobody/i)
})

test('the note of a measure is recorded as read from its VASP', async () => {
  const { data } = await node.query(`{ trpd { transaction(id: "${id}") { vasp { id } } } }`)
  const vaspId = data.trpd.transaction.vasp.id
  const input = `id: "${vaspId}", kind: WARNED, takenAt: "2026-01-02T00:00:00Z", note: "Erika called"`
  const [event] = await recordedBy(() =>
    node.query(`mutation { trpd { recordMeasure(${input}) { id measures { note } } } }`),
  )
  expect(event?.detail).toMatchObject({ fields: 'VaspMeasure.note', records: `vasp:${vaspId}` })
})
