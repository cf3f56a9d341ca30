import type { Identity } from '@travel-rule/auth/identity'
import { openDatabase } from '@travel-rule/database/database'
import { type Client, createClient } from 'graphql-ws'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { autoApprove, inquire, issue, transactions, trust } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'
import { pruneReads } from '../store/case-reads.ts'
import { fillCases } from '../store/cases.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const second = { ...officer, subject: 'officer-2', name: 'Otto Officer' }
const observer = { ...officer, subject: 'observer-1', scopes: ['trpd:read'] }
const client = { ...officer, subject: 'client-1', actsFor: 'ITSELF' } as const

let node: TestNode
let counterparty: TestCounterparty
let travelAddress: string
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
  counterparty = await openTestCounterparty()
  counterparty.respond = ({ body }) =>
    'IVMS101' in JSON.parse(body) ? { status: 200, body: '{"version":"3.2.1"}' } : { status: 204 }
  await trust(node, counterparty.url)
  travelAddress = await issue(node, ADDRESS)
})
afterAll(async () => {
  await counterparty[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})

const CASE = `id status reason allowedActions txHash
  case { version status assignee { id } priority dueAt isDueTimeSet pause { by { id } reason } allowedActions
    changes { version event status text mentions { id } actorType actorId } }`

async function change(call: string, identity: Identity = officer) {
  const { data, errors } = await node.query(`mutation { trpd { ${call} { ${CASE} } } }`, {}, identity)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that its operation selects
  return { tx: Object.values(data?.trpd ?? {})[0] as any, code: errors?.[0]?.extensions.code, error: errors?.[0] }
}

/** A client of live updates. */
function createLive(): AsyncDisposable & { readonly client: Client } {
  const client = createClient({
    url: node.graphqlUrl.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  })
  return {
    client,
    async [Symbol.asyncDispose]() {
      await client.dispose()
    },
  }
}

async function load(id: string, identity = officer) {
  const { data, errors } = await node.query(`{ trpd { transaction(id: "${id}") { ${CASE} } } }`, {}, identity)
  return { tx: data?.trpd?.transaction, errors }
}

/** Sends an inquiry to the node; returns the id of its transaction. */
async function receive(callback = `${counterparty.url}/callback`, amount = 0.5): Promise<string> {
  const known = new Set((await transactions(node)).map(({ id }: { id: string }) => id))
  const body = inquiryBody({ callback, amount })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  return (await transactions(node)).find(({ id }: { id: string }) => !known.has(id)).id
}

it('a person cannot decide a transaction on hold until it is released, and the decision is recorded', async () => {
  const id = await receive()
  const held = await change(`holdTx(id: "${id}", reason: "looks like structuring")`)
  expect(held.tx).toMatchObject({
    status: 'PENDING',
    allowedActions: [],
    case: {
      status: 'ON_HOLD',
      pause: { by: { id: 'officer-1' }, reason: 'looks like structuring' },
      allowedActions: ['RELEASE', 'TAKE'],
    },
  })
  const decisions = [`decision: APPROVE`, `decision: DECLINE, reason: "no"`]
  for (const decision of decisions) {
    expect(await change(`assessTx(id: "${id}", ${decision})`)).toMatchObject({ code: 'TRANSACTION_ON_HOLD', tx: null })
  }
  expect((await load(id)).tx.status).toBe('PENDING')
  expect((await change(`releaseTx(id: "${id}", reason: "explained")`)).tx.case).toMatchObject({ status: 'IN_REVIEW' })
  const approved = await change(`assessTx(id: "${id}", decision: APPROVE)`)
  expect(approved.tx).toMatchObject({ status: 'APPROVED' })
  expect(approved.tx.case.changes).toMatchObject([
    { version: 3, event: 'case.released', status: 'IN_REVIEW', text: 'explained', actorId: 'officer-1' },
    { version: 2, event: 'case.held', status: 'ON_HOLD', text: 'looks like structuring', actorType: 'USER' },
  ])
})

it('a cancellation and a confirmation take effect during a hold, and the case closes when it is released', async () => {
  const messages = [{ canceled: 'no longer needed' }, { txid: 'a'.repeat(64) }]
  for (const message of messages) {
    const path = `/callback-${crypto.randomUUID()}`
    const id = await receive(`${counterparty.url}${path}`)
    await change(`assessTx(id: "${id}", decision: APPROVE)`)
    const resolution = await until(
      async () => counterparty.requests.find((request) => request.path === path),
      (request) => request !== undefined,
    )
    await change(`holdTx(id: "${id}", reason: "asked the bank")`)
    const { callback } = JSON.parse(resolution?.body ?? '').approved
    expect((await sendTrp({ url: callback, body: JSON.stringify(message) })).status).toBe(204)
    const { tx } = await load(id)
    expect(tx).toMatchObject({ status: 'txid' in message ? 'CONFIRMED' : 'CANCELED', case: { status: 'ON_HOLD' } })
    const released = await change(`releaseTx(id: "${id}", reason: "answered")`)
    expect(released.tx.case.status).toBe('CLOSED')
  }
})

it('a case closes when its transaction is finished, and the history records who did what', async () => {
  const id = await receive()
  const declined = await change(`assessTx(id: "${id}", decision: DECLINE, reason: "no account")`)
  expect(declined.tx).toMatchObject({ status: 'DECLINED', case: { status: 'CLOSED', version: 3 } })
  expect(declined.tx.case.changes).toMatchObject([
    { event: 'case.closed', actorType: 'SYSTEM', actorId: 'trpd' },
    { event: 'case.reviewed', actorType: 'USER', actorId: 'officer-1' },
  ])
})

it('trusting a VASP neither sends nor approves a transaction on hold; releasing it does', async () => {
  await using other = await openTestCounterparty()
  const { data } = await inquire(node, other.travelAddress)
  const { id, vasp } = data.trpd.inquire
  await change(`holdTx(id: "${id}", reason: "check the VASP first")`)
  await node.query(`mutation { trpd { setWireProfile(id: "${vasp.id}", profile: { amountUnit: WHOLE }) { id } } }`)
  await node.query(`mutation { trpd { trustVasp(id: "${vasp.id}") { id } } }`)
  expect((await load(id)).tx.status).toBe('BLOCKED')
  await change(`releaseTx(id: "${id}", reason: "checked")`)
  await until(
    async () => (await load(id)).tx.status,
    (status) => status === 'PENDING',
  )
})

it('a hold placed at the moment of automatic approvals takes full effect or none', async () => {
  await using other = await openTestCounterparty()
  other.respond = () => ({ status: 204 })
  const ids: string[] = []
  const register = `mutation($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }`
  const { data } = await node.query(register, { vasp: { name: 'Other VASP', url: other.url } })
  const { id: otherId } = data.trpd.registerOrUpdateVasp
  await node.query(`mutation { trpd { trustVasp(id: "${otherId}") { id } } }`)
  await autoApprove(node, otherId)
  // Whole numbers wait until the unit of the VASP is known; equal ones would be duplicates.
  for (let amount = 1; amount <= 6; amount += 1) ids.push(await receive(`${other.url}/callback`, amount))
  const holds = ids.map((id) => change(`holdTx(id: "${id}", reason: "stop")`))
  const released = node.query(
    `mutation { trpd { setWireProfile(id: "${otherId}", profile: { amountUnit: WHOLE }) { id } } }`,
  )
  expect((await Promise.all(holds)).map(({ code }) => code)).toEqual(ids.map(() => undefined))
  expect((await released).data.trpd.setWireProfile.id).toBe(otherId)
  for (const id of ids) {
    const query = `{ trpd { transaction(id: "${id}") { status delivery { kind } case { status } history { event } } } }`
    const { transaction } = (await node.query(query)).data.trpd
    const isApproved = transaction.status === 'APPROVED'
    expect(transaction).toMatchObject({
      status: isApproved ? 'APPROVED' : 'BLOCKED',
      delivery: { kind: isApproved ? 'RESOLUTION' : null },
      case: { status: 'ON_HOLD' },
    })
    const events = transaction.history.map(({ event }: { event: string }) => event)
    expect(events.includes('transfer.released')).toBe(isApproved)
  }
})

it('of two people who take a case at once, one gets it and the other a conflict', async () => {
  const id = await receive()
  const results = await Promise.all([change(`takeTx(id: "${id}")`), change(`takeTx(id: "${id}")`, second)])
  expect(results.map(({ code }) => code).sort()).toEqual(['CASE_TAKEN', undefined])
  const { tx } = await load(id)
  expect(results.find(({ code }) => code === undefined)?.tx.case.assignee).toEqual(tx.case.assignee)
  const stale = await change(`setPriority(id: "${id}", priority: HIGH, expectedVersion: 1)`, second)
  expect(stale).toMatchObject({ code: 'CASE_VERSION_CONFLICT', error: { extensions: { version: 2 } } })
  const fresh = await change(`setPriority(id: "${id}", priority: HIGH, expectedVersion: 2)`, second)
  expect(fresh.tx.case).toMatchObject({ priority: 'HIGH', version: 3 })
})

it('a case can be assigned only to people who act, not to observers, clients, strangers or people who have left', async () => {
  const id = await receive()
  const assignees = async (identity: Identity) => {
    const { data } = await node.query('{ trpd { assignees(limit: 500) { id } } }', {}, identity)
    return data.trpd.assignees.map((user: { id: string }) => user.id)
  }
  const leaving = { ...officer, subject: 'officer-4' }
  const refused = { tx: null, code: 'CASE_ASSIGNEE_NOT_ALLOWED' }
  for (const identity of [observer, client, leaving, second]) await assignees(identity)
  const listed = await assignees(officer)
  expect(listed).toEqual(expect.arrayContaining(['officer-1', 'officer-2', 'officer-4']))
  expect(listed).not.toContain('observer-1')
  expect(listed).not.toContain('client-1')
  for (const person of ['observer-1', 'client-1', 'stranger']) {
    expect(await change(`assignTx(id: "${id}", assignee: "${person}")`)).toMatchObject(refused)
  }
  expect(await change(`takeTx(id: "${id}")`, client)).toMatchObject(refused)
  expect((await change(`assignTx(id: "${id}", assignee: "officer-4")`)).tx.case.assignee).toEqual({ id: 'officer-4' })
  // The role is withdrawn: the next call lacks the scope.
  expect(await assignees({ ...leaving, scopes: ['trpd:read'] })).not.toContain('officer-4')
  expect((await load(id)).tx.case.assignee).toEqual({ id: 'officer-4' })
  const other = await receive()
  expect(await change(`assignTx(id: "${other}", assignee: "officer-4")`)).toMatchObject(refused)
  const { data } = await node.query(
    `mutation { trpd { assignTxs(targets: [{ id: "${other}" }], assignee: "officer-4") { refusal { code } } } }`,
  )
  expect(data.trpd.assignTxs).toEqual([{ refusal: { code: 'CASE_ASSIGNEE_NOT_ALLOWED' } }])
  // No call says that a person has left.
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  await sql`update assignees set seen_at = now() - interval '91 days' where person = 'officer-2'`.execute(database.db)
  expect(await change(`assignTx(id: "${other}", assignee: "officer-2")`)).toMatchObject(refused)
  await sql`update assignees set seen_at = now() where person = 'officer-2'`.execute(database.db)
})

it('a finished transaction cannot be put on hold, not even in a batch, and its case says so', async () => {
  const id = await receive()
  await change(`assessTx(id: "${id}", decision: DECLINE, reason: "no account")`)
  const { tx } = await load(id)
  expect(tx.case).toMatchObject({ status: 'CLOSED', allowedActions: ['TAKE'] })
  for (const call of ['holdTx', 'awaitData']) {
    expect(await change(`${call}(id: "${id}", reason: "wait")`)).toMatchObject({
      tx: null,
      error: { extensions: { code: 'TRANSACTION_WRONG_STATUS', status: 'DECLINED' } },
    })
  }
  const { data } = await node.query(
    `mutation { trpd { holdTxs(targets: [{ id: "${id}" }], reason: "wait") { refusal { code } } } }`,
  )
  expect(data.trpd.holdTxs).toEqual([{ refusal: { code: 'TRANSACTION_WRONG_STATUS' } }])
})

it('a case has a default due time until a person sets one', async () => {
  const id = await receive()
  const { tx } = await load(id)
  expect(tx.case).toMatchObject({ isDueTimeSet: false, dueAt: expect.any(String) })
  const set = await change(`setDueTime(id: "${id}", dueAt: "2030-01-01T00:00:00Z")`)
  expect(set.tx.case).toMatchObject({ isDueTimeSet: true, dueAt: '2030-01-01T00:00:00.000Z' })
  expect((await change(`setDueTime(id: "${id}")`)).tx.case).toMatchObject({ dueAt: tx.case.dueAt })
})

it('transactions are filtered and counted by case status, assignee, priority and due time', async () => {
  const [held = '', taken = '', late = '', untouched = ''] = [
    await receive(),
    await receive(),
    await receive(),
    await receive(),
  ]
  await change(`holdTx(id: "${held}", reason: "x")`)
  await change(`takeTx(id: "${taken}")`, { ...officer, subject: 'officer-3' })
  await change(`setDueTime(id: "${late}", dueAt: "2020-01-01T00:00:00Z")`)
  await change(`setPriority(id: "${late}", priority: URGENT)`)
  const listed = async (filter: string) => {
    const query = `{ trpd { transactions(first: 500, filter: ${filter}) { nodes { id } } transactionsCount(filter: ${filter}) } }`
    const { data } = await node.query(query)
    const ids = data.trpd.transactions.nodes.map(({ id }: { id: string }) => id)
    expect(data.trpd.transactionsCount).toBe(ids.length)
    return [held, taken, late, untouched].filter((id) => ids.includes(id))
  }
  const all = [held, taken, late, untouched]
  expect(await listed('{ caseStatus: [ON_HOLD] }')).toEqual([held])
  expect(await listed('{ caseStatus: [NEW, IN_REVIEW] }')).toEqual([taken, late, untouched])
  expect(await listed('{ caseStatus: [NEW], folder: [INBOX], priority: [NORMAL] }')).toEqual([untouched])
  expect(await listed('{ assignee: ["officer-3"] }')).toEqual([taken])
  expect(await listed('{ assignee: ["officer-3", null] }')).toEqual(all)
  expect(await listed('{ assignee: [null], priority: [URGENT] }')).toEqual([late])
  expect(await listed('{ dueTo: "2021-01-01T00:00:00Z" }')).toEqual([late])
  expect(await listed('{ dueFrom: "2021-01-01T00:00:00Z" }')).toEqual([held, taken, untouched])
  expect(await listed('{ caseStatus: [] }')).toEqual([])
})

it('open cases are listed by due time in pages, and a cursor of another order is refused', async () => {
  const [soon, overdue, later] = [await receive(), await receive(), await receive()]
  const ids = [soon, overdue, later]
  for (const [id, month] of [
    [soon, '02'],
    [overdue, '01'],
    [later, '03'],
  ] as const) {
    await change(`setDueTime(id: "${id}", dueAt: "2019-${month}-01T00:00:00Z")`)
  }
  const list = async (args: string, filter = `{ id: ${JSON.stringify(ids)}, caseStatus: [NEW, IN_REVIEW] }`) => {
    const page = 'nodes { id } pageInfo { hasNextPage endCursor }'
    const { data, errors } = await node.query(`{ trpd { transactions(filter: ${filter}, ${args}) { ${page} } } }`)
    const { nodes, pageInfo } = data?.trpd?.transactions ?? {}
    return { ids: nodes?.map(({ id }: { id: string }) => id), ...pageInfo, code: errors?.[0]?.extensions.code }
  }
  const first = await list('orderBy: DUE_FIRST, first: 2')
  expect(first).toMatchObject({ ids: [overdue, soon], hasNextPage: true })
  const next = await list(`orderBy: DUE_FIRST, first: 2, after: "${first.endCursor}"`)
  expect(next).toMatchObject({ ids: [later], hasNextPage: false })
  expect(await list(`after: "${first.endCursor}"`)).toMatchObject({ code: 'TRANSACTION_CURSOR_INVALID' })
  const newest = await list('first: 1')
  expect(newest.ids).toEqual([later])
  expect(await list(`orderBy: DUE_FIRST, after: "${newest.endCursor}"`)).toMatchObject({
    code: 'TRANSACTION_CURSOR_INVALID',
  })
  expect(await list('orderBy: DUE_FIRST', '{ caseStatus: [NEW, CLOSED] }')).toMatchObject({
    code: 'TRANSACTION_ORDER_INVALID',
  })
})

it('requesting too many changes, or a reason that the caller may not see, gives null for that field only', async () => {
  const id = await receive()
  await change(`holdTx(id: "${id}", reason: "x")`)
  const query = `{ trpd { transaction(id: "${id}") { id case { pause { by { id } reason } changes(limit: 501) { event } } } } }`
  const { data, errors } = await node.query(query, {}, observer)
  const pause = { by: { id: officer.subject }, reason: null }
  expect(data.trpd.transaction).toEqual({ id, case: { pause, changes: null } })
  expect(errors?.map(({ extensions }) => extensions.code).toSorted()).toEqual(['FORBIDDEN', 'INPUT_INVALID'])
})

it('observers see a case without internal texts and cannot change it', async () => {
  const id = await receive()
  await change(`commentTx(id: "${id}", text: "ask @otto", mentions: ["officer-2"])`)
  const seen = await load(id, observer)
  expect(seen.tx.case.changes).toMatchObject([{ event: 'case.commented', text: null, mentions: [{ id: 'officer-2' }] }])
  expect(seen.errors?.map(({ extensions }) => extensions.code)).toContain('FORBIDDEN')
  for (const call of [`holdTx(id: "${id}", reason: "x")`, `takeTx(id: "${id}")`, `commentTx(id: "${id}", text: "x")`]) {
    expect((await change(call, observer)).code).toBe('FORBIDDEN')
  }
})

it('live updates carry the changes of a case, each with the state after that change', async () => {
  const id = await receive()
  await using live = createLive()
  const query = `subscription($id: ID!) { trpdTransactions(filter: { id: [$id] }) {
    case { version status pause { reason } } } }`
  const extensions = { announce: true, identityAssertion: await node.signers.gateway.mint(officer, 'trpd') }
  const results = live.client.iterate({ query, variables: { id }, extensions })
  // The announcement, after which no change can be missed.
  await results.next()
  await change(`holdTx(id: "${id}", reason: "stop")`)
  await change(`releaseTx(id: "${id}", reason: "go")`)
  const seen: unknown[] = []
  for (let count = 0; count < 2; count += 1) seen.push((await results.next()).value.data.trpdTransactions.case)
  expect(seen).toEqual([
    { version: 2, status: 'ON_HOLD', pause: { reason: 'stop' } },
    { version: 3, status: 'IN_REVIEW', pause: null },
  ])
})

it('a case of an unknown transaction is not found', async () => {
  expect((await change(`takeTx(id: "${crypto.randomUUID()}")`)).code).toBe('TRANSACTION_NOT_FOUND')
  expect((await change(`takeTx(id: "x")`)).code).toBe('TRANSACTION_NOT_FOUND')
})

it('an untouched case follows its transaction when a version without cases changes it', async () => {
  const [id, touched] = [await receive(), await receive()]
  await change(`takeTx(id: "${touched}")`)
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const archive = (at: Date | null) =>
    database.db.updateTable('transfers').set({ archivedAt: at }).where('id', 'in', [id, touched]).execute()
  const stored = async () => {
    const rows = database.db.selectFrom('cases').select(['status', 'version']).where('transferId', 'in', [id, touched])
    return rows.orderBy('version').execute()
  }
  const taken = { status: 'IN_REVIEW', version: 2 }
  // As for a transaction stored before cases existed.
  await database.db.deleteFrom('cases').where('transferId', '=', id).execute()
  await archive(new Date())
  expect(await stored()).toEqual([{ status: 'CLOSED', version: 1 }, taken])
  await archive(null)
  expect(await stored()).toEqual([{ status: 'NEW', version: 1 }, taken])
  await archive(new Date())
  expect(await stored()).toEqual([{ status: 'CLOSED', version: 1 }, taken])
})

it('transactions stored before cases existed get cases in the background', async () => {
  await receive()
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  await sql`delete from cases`.execute(database.db)
  await sql`insert into case_backfill select max(sequence) from transfers`.execute(database.db)
  await until(
    async () => {
      // The node may create them at the same time.
      await database.db.transaction().execute((tx) => fillCases(tx, 3))
      return (await sql`select from case_backfill`.execute(database.db)).rows.length
    },
    (pending) => pending === 0,
  )
  const { rows } = await sql`
    select id from transfers left join cases on transfer_id = id
    where cases.status is distinct from case when transfer_folder(transfers.status, direction, archived_at, delivery_state, delivery_kind, tx_hash) = 'ARCHIVE' then 'CLOSED' else 'NEW' end`.execute(
    database.db,
  )
  expect(rows).toEqual([])
})

it('a batch changes what each transaction allows, under the rules, scopes and versions of the single mutations', async () => {
  const [free, taken, stale] = [await receive(), await receive(), await receive()]
  await change(`takeTx(id: "${taken}")`, second)
  await change(`commentTx(id: "${stale}", text: "seen")`, second)
  const missing = crypto.randomUUID()
  const run = async (call: string, identity = officer) => {
    const selection = '{ id refusal { code message } transaction { status case { version status assignee { id } } } }'
    const { data, errors } = await node.query(`mutation { trpd { items: ${call} ${selection} } }`, {}, identity)
    return { items: data?.trpd?.items, code: errors?.[0]?.extensions.code }
  }
  const seen = [free, taken, stale, missing].map((id) => `{ id: "${id}", expectedVersion: ${id === taken ? 2 : 1} }`)
  expect((await run(`takeTxs(targets: [${seen}])`)).items).toMatchObject([
    { id: free, refusal: null, transaction: { case: { version: 2, assignee: { id: 'officer-1' } } } },
    { id: taken, refusal: { code: 'CASE_TAKEN' }, transaction: { case: { assignee: { id: 'officer-2' } } } },
    { id: stale, refusal: { code: 'CASE_VERSION_CONFLICT' }, transaction: { case: { version: 2, assignee: null } } },
    { id: missing, refusal: { code: 'TRANSACTION_NOT_FOUND' }, transaction: null },
  ])
  const all = [free, taken, stale].map((id) => `{ id: "${id}" }`)
  expect((await run(`assignTxs(targets: [${all}], assignee: "officer-2")`)).items).toMatchObject(
    all.map(() => ({ refusal: null, transaction: { case: { assignee: { id: 'officer-2' } } } })),
  )
  expect((await run(`holdTxs(targets: [${all[0]}], reason: "ask the bank")`)).items).toMatchObject([
    { refusal: null, transaction: { case: { status: 'ON_HOLD' } } },
  ])
  expect((await run(`declineTxs(targets: [${all}], reason: "unknown sender")`)).items).toMatchObject([
    { refusal: { code: 'TRANSACTION_ON_HOLD' }, transaction: { status: 'PENDING' } },
    { refusal: null, transaction: { status: 'DECLINED' } },
    { refusal: null, transaction: { status: 'DECLINED' } },
  ])
  const blocked = await receive('http://localhost:9/callback')
  const archived = [`{ id: "${blocked}" }`, all[0], `{ id: "${taken}", expectedVersion: 9 }`]
  expect((await run(`archiveTxs(targets: [${archived}])`)).items).toMatchObject([
    { refusal: null, transaction: { case: { status: 'CLOSED' } } },
    { refusal: { code: 'TRANSACTION_WRONG_STATUS' } },
    { refusal: { code: 'TRANSACTION_VERSION_CONFLICT' } },
  ])
  expect(await run(`takeTxs(targets: [])`)).toEqual({ items: null, code: 'BATCH_INVALID' })
  expect(await run(`takeTxs(targets: [${all}])`, observer)).toMatchObject({ code: 'FORBIDDEN' })
})

it('a case is unread for a person until that person has read the latest change by another person', async () => {
  const id = await receive()
  const isUnread = async (identity: typeof officer) => {
    const { data } = await node.query(`{ trpd { transaction(id: "${id}") { case { isUnread } } } }`, {}, identity)
    return data.trpd.transaction.case.isUnread
  }
  const both = async () => [await isUnread(officer), await isUnread(second)]
  const read = (versions: string, identity = officer) => change(`markRead(id: "${id}", ${versions})`, identity)
  expect(await both()).toEqual([true, true])
  await read('version: 1, caseVersion: 1')
  expect(await both()).toEqual([false, true])
  await change(`commentTx(id: "${id}", text: "called the bank")`)
  await read('version: 1, caseVersion: 1', second)
  expect(await both()).toEqual([false, true])
  await read('version: 1, caseVersion: 2', second)
  await read('version: 1, caseVersion: 1', second)
  expect(await both()).toEqual([false, false])
  await change(`commentTx(id: "${id}", text: "so did I")`, second)
  expect(await both()).toEqual([true, false])
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const forget = (before: Date) => database.db.transaction().execute((tx) => pruneReads(tx, { before, max: 10 }))
  expect(await forget(new Date(0))).toBe(0)
  expect(await forget(new Date(Date.now() + 60_000))).toBe(2)
  expect(await both()).toEqual([true, true])
  await change(`assessTx(id: "${id}", decision: DECLINE, reason: "no")`)
  await until(
    () => load(id),
    ({ tx }) => tx.case.status === 'CLOSED',
  )
  expect(await both()).toEqual([false, false])
  expect(await change(`markRead(id: "${crypto.randomUUID()}", version: 1, caseVersion: 1)`)).toMatchObject({
    code: 'TRANSACTION_NOT_FOUND',
  })
})

it('a person finds comments that mention them until they have read the transaction', async () => {
  const id = await receive()
  const third = { ...officer, subject: 'officer-3' }
  const comment = (mentions: string, identity = officer) =>
    change(`commentTx(id: "${id}", text: "look at this", mentions: [${mentions}])`, identity)
  const mentions = async (identity: typeof officer, limit = 20) => {
    const { data, errors } = await node.query(
      `{ trpd { deskSummary { mentions(limit: ${limit}) { transaction { id } by { id } at } } } }`,
      {},
      identity,
    )
    return data?.trpd?.deskSummary?.mentions ?? errors?.[0]?.extensions.code
  }
  await comment('')
  await comment('"officer-2"', second)
  expect(await mentions(second)).toEqual([])
  await comment('"officer-2", "officer-3"')
  const { tx } = await comment('"officer-2"')
  const mention = { transaction: { id }, by: { id: officer.subject }, at: expect.any(String) }
  expect(await mentions(second)).toEqual([mention, mention])
  expect(await mentions(second, 1)).toEqual([mention])
  expect(await mentions(third)).toEqual([mention])
  expect(await mentions(officer)).toEqual([])
  expect(await mentions(second, 501)).toBe('INPUT_INVALID')
  await change(`markRead(id: "${id}", version: 1, caseVersion: ${tx.case.version})`, second)
  expect(await mentions(second)).toEqual([])
  await comment('"officer-2"')
  expect(await mentions(second)).toEqual([mention])
})
