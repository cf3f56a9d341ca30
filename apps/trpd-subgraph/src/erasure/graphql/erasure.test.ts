import type { Identity } from '@travel-rule/auth/identity'
import { type Database, openDatabase } from '@travel-rule/database/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { inquire, transactions, trust } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'
import { eraseTransfers } from '../store/erase-transfers.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const administrator: Identity = { ...officer, subject: 'admin-1', scopes: [...officer.scopes, 'autod:write'] }
const TX = `id status personalData erasedAt address travelAddress reason txHash customerReference
  addressBookEntry { id } originator { accountNumber } beneficiary { accountNumber } ivms101 allowedActions
  legalHold { reason setBy { id } } checks { verdict evidence { name } }
  case { status allowedActions changes { event text hasText } } history { event }`

let node: TestNode
let counterparty: TestCounterparty
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
  counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 204 })
  await trust(node, counterparty.url)
})
afterAll(async () => {
  await counterparty[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})

async function change(call: string, fields = TX, identity = administrator) {
  const { data, errors } = await node.query(`mutation { trpd { ${call} { ${fields} } } }`, {}, identity)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that its operation selects
  return { result: Object.values(data?.trpd ?? {})[0] as any, error: errors?.[0], code: errors?.[0]?.extensions.code }
}

const erase = (id: string, more = '') => change(`eraseTransaction(id: "${id}", ground: DATA_SUBJECT_REQUEST${more})`)

/** Stores a customer with a travel address; returns the address. */
async function addCustomer(reference: string, name: string): Promise<string> {
  const input = `asset: "btc", address: "${ADDRESS}", label: "for ${name}", customerReference: "${reference}"`
  const issued = await change(`createTravelAddress(input: { ${input} })`, 'travelAddress')
  await change(`upsertCustomer(input: { reference: "${reference}", name: "${name}" })`, 'id')
  return issued.result.travelAddress
}

/** Receives an inquiry; returns the id of its transaction and the path of its callback. */
async function receive(travelAddress: string): Promise<{ readonly id: string; readonly path: string }> {
  const path = `/callback-${crypto.randomUUID()}`
  const requestIdentifier = crypto.randomUUID()
  const body = inquiryBody({ callback: `${counterparty.url}${path}` })
  const url = `${node.trpUrl}${pathOf(travelAddress)}`
  expect((await sendTrp({ url, body, headers: { 'request-identifier': requestIdentifier } })).status).toBe(200)
  const all: { readonly id: string; readonly requestIdentifier: string }[] = await transactions(node)
  return { id: all.find((each) => each.requestIdentifier === requestIdentifier)?.id ?? '', path }
}

async function untilDelivered(id: string): Promise<void> {
  await until(
    () => transactions(node),
    (all) => all.find((tx: { id: string }) => tx.id === id).delivery.state === 'DELIVERED',
  )
}

/** Receives an inquiry and declines it, which finishes the transaction. */
async function receiveFinished(travelAddress: string): Promise<string> {
  const { id } = await receive(travelAddress)
  await change(`assessTx(id: "${id}", decision: DECLINE, reason: "Karl is unknown", internalReason: "a Beeblebrox")`)
  await untilDelivered(id)
  return id
}

async function eventsOf(type: string) {
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  return await database.db
    .selectFrom('outbox')
    .select(['subjectId', 'actorId', 'detail'])
    .where('type', '=', type)
    .orderBy('position')
    .execute()
}

it('erasing a transaction removes all personal data and keeps what happened, and nothing can change it afterwards', async () => {
  const id = await receiveFinished(await addCustomer('customer-a', 'Karl Marx'))
  const erased = await erase(id, ', ticket: "GDPR-17"')
  expect(erased.error).toBeUndefined()
  expect(erased.result).toMatchObject({
    status: 'DECLINED',
    personalData: 'ERASED',
    erasedAt: expect.any(String),
    address: null,
    travelAddress: null,
    reason: null,
    customerReference: null,
    addressBookEntry: null,
    originator: null,
    beneficiary: null,
    ivms101: null,
    allowedActions: [],
    case: { status: 'CLOSED', allowedActions: [] },
    legalHold: null,
  })
  for (const { verdict, evidence } of erased.result.checks) {
    expect(verdict).toEqual(expect.any(String))
    expect(evidence).toEqual([])
  }
  for (const each of erased.result.case.changes) expect(each).toMatchObject({ text: null, hasText: false })
  expect(erased.result.history.map(({ event }: { event: string }) => event)).toEqual([
    'transfer.received',
    'transfer.declined',
    'transfer.delivered',
  ])
  expect((await erase(id)).result).toEqual(erased.result)
  for (const call of [
    `commentTx(id: "${id}", text: "more")`,
    `setLegalHold(id: "${id}", reason: "late")`,
    `runChecks(id: "${id}")`,
    `retryDelivery(id: "${id}")`,
  ]) {
    expect((await change(call, 'id')).code).toBe('TRANSACTION_ERASED')
  }
  expect(await eventsOf('transfer.erased')).toEqual([
    {
      subjectId: id,
      actorId: 'admin-1',
      detail: { version: expect.any(Number), ground: 'DATA_SUBJECT_REQUEST', ticket: 'GDPR-17' },
    },
  ])
})

it('a read during which a transaction is erased shows the erased form', async () => {
  const id = await receiveFinished(await addCustomer('customer-r', 'Wilhelm Liebknecht'))
  // Another process, which has not cached any keys.
  await node.stop()
  await node.restart()
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const read = await database.db.transaction().execute(async (tx) => {
    await eraseTransfers(tx, [id], new Date())
    // The row is read as it was before the erasure, and its key after this transaction commits.
    await sql`lock table data_keys in access exclusive mode`.execute(tx)
    const reading = node.query(`{ trpd { transaction(id: "${id}") { ${TX} } } }`)
    const waiting = sql<{ count: bigint }>`
      select count(*) from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%select record_id, key_id, wrapped from data_keys%'
        and datname = current_database()`
    await until(
      async () => (await waiting.execute(database.db)).rows[0]?.count,
      (count) => Number(count) > 0,
    )
    return { reading }
  })
  const { data, errors } = await read.reading
  expect(errors).toBeUndefined()
  expect(data.trpd.transaction).toMatchObject({ id, ivms101: null, reason: null })
})

it('no table keeps a sealed value of an erased transaction', async () => {
  const id = await receiveFinished(await addCustomer('customer-g', 'Wilhelm Wolff'))
  await change(`setLegalHold(id: "${id}", reason: "case 8")`)
  await change(`endLegalHold(id: "${id}", reason: "over")`)
  const values = async () => {
    await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
    const { rows: columns } = await database.pool.query<{ table: string; column: string; key: string }>(
      `select sealed.table_name as table, sealed.column_name as column,
         case sealed.table_name when 'transfers' then 'id' else 'transfer_id' end as key
       from information_schema.columns sealed
       where table_schema = 'public' and column_name like '%\\_sealed' and (table_name = 'transfers' or exists (
         select from information_schema.columns own where own.table_schema = 'public'
           and own.table_name = sealed.table_name and own.column_name = 'transfer_id'))`,
    )
    const found: string[] = []
    for (const { table, column, key } of columns) {
      const { rows } = await database.pool.query(`select from ${table} where ${key} = $1 and length(${column}) > 0`, [
        id,
      ])
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
    return found
  }
  expect(await values()).toEqual(expect.arrayContaining(['transfers.private_sealed', 'check_runs.evidence_sealed']))
  expect((await erase(id)).result.personalData).toBe('ERASED')
  expect(await values()).toEqual([])
})

it('a transaction can be erased only when nothing is left to do, including its last message', async () => {
  const travelAddress = await addCustomer('customer-b', 'Jenny Marx')
  const { id, path } = await receive(travelAddress)
  expect(await erase(id)).toMatchObject({ code: 'TRANSACTION_OPEN', error: { extensions: { count: 1, ids: [id] } } })

  const { promise, resolve } = Promise.withResolvers<{ status: number }>()
  counterparty.respond = (request) => (request.path === path ? promise : { status: 204 })
  await change(`assessTx(id: "${id}", decision: DECLINE, reason: "no")`)
  await until(
    async () => counterparty.requests.some((request) => request.path === path),
    (hasArrived) => hasArrived,
  )
  expect((await erase(id)).code).toBe('TRANSACTION_OPEN')
  resolve({ status: 204 })
  await untilDelivered(id)

  expect((await erase(id)).result.personalData).toBe('ERASED')
})

it('a transaction that was canceled while on hold can be erased only after it is released', async () => {
  const { id, path } = await receive(await addCustomer('customer-h', 'Helene Demuth'))
  counterparty.respond = () => ({ status: 204 })
  await change(`assessTx(id: "${id}", decision: APPROVE)`)
  await untilDelivered(id)
  await change(`holdTx(id: "${id}", reason: "wait")`)
  const resolution = counterparty.requests.find((request) => request.path === path)
  const { callback } = JSON.parse(resolution?.body ?? '').approved
  expect((await sendTrp({ url: callback, body: '{"canceled":"no longer needed"}' })).status).toBe(204)
  expect((await erase(id)).code).toBe('TRANSACTION_OPEN')
  await change(`releaseTx(id: "${id}", reason: "done")`)
  expect((await erase(id)).result.personalData).toBe('ERASED')
})

it('a legal hold protects a transaction and its customer from erasure until an administrator ends it', async () => {
  const id = await receiveFinished(await addCustomer('customer-c', 'Laura Marx'))
  const set = await change(`setLegalHold(id: "${id}", reason: "case 7 against Marx")`, TX, officer)
  expect(set.result.legalHold).toEqual({ reason: 'case 7 against Marx', setBy: { id: 'officer-1' } })
  expect((await change(`setLegalHold(id: "${id}", reason: "again")`)).code).toBe('LEGAL_HOLD_EXISTS')
  expect((await erase(id)).code).toBe('LEGAL_HOLD_SET')
  const customer = 'eraseCustomer(customerReference: "customer-c", ground: AUTHORITY_ORDER)'
  expect((await change(customer, 'at')).code).toBe('LEGAL_HOLD_SET')
  expect((await change(`endLegalHold(id: "${id}", reason: "over")`)).result.legalHold).toBeNull()
  expect((await change(`endLegalHold(id: "${id}", reason: "over")`)).code).toBe('LEGAL_HOLD_NOT_FOUND')
  expect((await change(customer, 'transactions')).result).toEqual({ transactions: 1 })
})

it('erasing a customer erases all transactions and address book entries, or none', async () => {
  const travelAddress = await addCustomer('customer-d', 'Eleanor Marx')
  const other = await receiveFinished(await addCustomer('customer-e', 'Somebody Else'))
  const ids = [await receiveFinished(travelAddress), await receiveFinished(travelAddress)]
  const { id: open } = await receive(travelAddress)
  await change(`takeTx(id: "${open}")`, 'id')
  const call = 'eraseCustomer(customerReference: " customer-d ", ground: DATA_SUBJECT_REQUEST)'
  const fields = 'ground ticket transactions addressBookEntries customers'
  expect(await change(call, fields)).toMatchObject({ code: 'TRANSACTION_OPEN', error: { extensions: { ids: [open] } } })
  const states = async () =>
    (await node.query('{ trpd { transactions { nodes { id personalData } } } }')).data.trpd.transactions.nodes
  const held = { personalData: 'HELD' }
  expect(await states()).toEqual(expect.arrayContaining(ids.map((id) => ({ id, ...held }))))

  await change(`assessTx(id: "${open}", decision: DECLINE, reason: "no")`)
  await untilDelivered(open)
  expect((await change(call, fields)).result).toEqual({
    ground: 'DATA_SUBJECT_REQUEST',
    ticket: null,
    transactions: 3,
    addressBookEntries: 1,
    customers: 1,
  })
  const erased = [...ids, open].map((id) => ({ id, personalData: 'ERASED' }))
  expect(await states()).toEqual(expect.arrayContaining([...erased, { id: other, ...held }]))
  const found = await node.query(`{ trpd {
    customers(reference: "customer-d") { id } named: customers(name: "Eleanor") { id }
    transactions(filter: { customerReference: "customer-d" }) { nodes { id } }
    addressBook { active label customerReference travelAddress } } }`)
  expect(found.data.trpd).toMatchObject({ customers: [], named: [], transactions: { nodes: [] } })
  const entries: { travelAddress: string }[] = found.data.trpd.addressBook
  expect(entries.find((entry) => entry.travelAddress === travelAddress)).toMatchObject({
    active: false,
    label: null,
    customerReference: null,
  })
  expect((await change(call, fields)).result).toMatchObject({ transactions: 0, addressBookEntries: 0, customers: 0 })
  expect((await eventsOf('customer.erased')).map(({ detail }) => detail)).toContainEqual({
    ground: 'DATA_SUBJECT_REQUEST',
    ticket: null,
    transactions: 3,
    addressBookEntries: 1,
    customers: 1,
  })
  const detail = { version: expect.any(Number), ground: 'DATA_SUBJECT_REQUEST', ticket: null }
  expect(await eventsOf('transfer.erased')).toEqual(
    expect.arrayContaining([...ids, open].map((id) => ({ subjectId: id, actorId: 'admin-1', detail }))),
  )
})

it('an open inquiry of a stranger does not prevent erasing the customer, unless a person has started to review it', async () => {
  await using stranger = await openTestCounterparty()
  const travelAddress = await addCustomer('customer-strange', 'Eleanor Marx')
  const send = async () => {
    const url = `${node.trpUrl}${pathOf(travelAddress)}`
    const { status } = await sendTrp({ url, body: inquiryBody({ callback: `${stranger.url}/c` }) })
    const [{ id }] = await transactions(node)
    return { status, id }
  }
  const ids = [(await send()).id, (await send()).id]
  const taken = await send()
  await change(`takeTx(id: "${taken.id}")`, 'id')
  expect(await eraseCounted('customer-strange')).toMatchObject({
    code: 'TRANSACTION_OPEN',
    error: { extensions: { ids: [taken.id] } },
  })
  const read = async (id: string) =>
    (await node.query('query($id: ID!) { trpd { transaction(id: $id) { status personalData folder } } }', { id })).data
      .trpd.transaction
  expect(await read(ids[0])).toMatchObject({ folder: 'INBOX', personalData: 'HELD' })
  await change(`clearUnverifiedInquiries`, 'archived')
  expect((await eraseCounted('customer-strange')).result).toEqual({ transactions: 3, addressBookEntries: 1 })
  expect(await read(ids[0])).toEqual({ status: 'BLOCKED', personalData: 'ERASED', folder: 'ARCHIVE' })
  expect((await send()).status).toBe(404)
})

it('an inquiry that only names a trusted VASP does not prevent erasing the customer, unless a person has started to review it', async () => {
  const travelAddress = await addCustomer('customer-claimed', 'Jenny Longuet')
  const { id } = await receive(travelAddress)
  const taken = await receive(travelAddress)
  const read = async () =>
    (
      await node.query(
        `query($id: ID!) { trpd { transaction(id: $id) { status folder personalData sender { verification } case { status } } } }`,
        { id },
      )
    ).data.trpd.transaction
  const sender = { verification: 'UNVERIFIED' }
  expect(await read()).toMatchObject({ status: 'PENDING', folder: 'INBOX', sender, case: { status: 'NEW' } })
  await change(`takeTx(id: "${taken.id}")`, 'id')
  expect(await eraseCounted('customer-claimed')).toMatchObject({
    code: 'TRANSACTION_OPEN',
    error: { extensions: { ids: [taken.id] } },
  })
  expect(await read()).toMatchObject({ status: 'PENDING', folder: 'INBOX', personalData: 'HELD' })
  await change(`assessTx(id: "${taken.id}", decision: DECLINE, reason: "no")`)
  await untilDelivered(taken.id)
  expect((await eraseCounted('customer-claimed')).result).toEqual({ transactions: 2, addressBookEntries: 1 })
  expect(await read()).toMatchObject({
    status: 'PENDING',
    folder: 'ARCHIVE',
    personalData: 'ERASED',
    case: { status: 'CLOSED' },
  })
})

const eraseCounted = (reference: string) =>
  change(
    `eraseCustomer(customerReference: "${reference}", ground: DATA_SUBJECT_REQUEST)`,
    'transactions addressBookEntries',
  )

/** Resolves when a statement containing `text` waits for a lock. */
async function untilWaiting({ pool }: Database<Tables>, text: string, count = 1): Promise<void> {
  await until(
    () =>
      pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0`,
        [text],
      ),
    ({ rows }) => rows.length >= count,
    60_000,
  )
}

it('erasing a customer waits while maintenance marks transactions of an older version', async () => {
  const id = await receiveFinished(await addCustomer('customer-old', 'Joseph Weydemeyer'))
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const client = await database.pool.connect()
  let erasing: ReturnType<typeof change> | undefined
  try {
    await until(
      async () => {
        await client.query('rollback')
        await client.query('update transfers set customer_fingerprint = null where id = $1', [id])
        await client.query('begin')
        return client.query('select from transfers where id = $1 and customer_fingerprint is null for update', [id])
      },
      ({ rows }) => rows.length === 1,
    )
    erasing = eraseCounted('customer-old')
    await untilWaiting(database, '"customer_fingerprint" is null')
    await client.query('rollback')
  } finally {
    client.release()
  }
  expect((await erasing)?.result).toEqual({ transactions: 1, addressBookEntries: 1 })
  expect((await erase(id)).result.personalData).toBe('ERASED')
})

it('additions about a customer wait for the erasure, and an inquiry then gets 404', async () => {
  const travelAddress = await addCustomer('customer-busy', 'Wilhelm Wolff')
  await addCustomer('customer-other', 'Somebody Else')
  const id = await receiveFinished(travelAddress)
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const client = await database.pool.connect()
  let erasing: ReturnType<typeof change> | undefined
  let inquiring: ReturnType<typeof sendTrp> | undefined
  let adding: Promise<object>[] = []
  try {
    // The erasure holds its locks on the customer and the entry, and waits for the transaction.
    await client.query('begin')
    await client.query('select from transfers where id = $1 for update', [id])
    erasing = eraseCounted('customer-busy')
    await untilWaiting(database, 'erased_at is null')
    const url = `${node.trpUrl}${pathOf(travelAddress)}`
    inquiring = sendTrp({ url, body: inquiryBody({ callback: `${counterparty.url}/busy` }) })
    await untilWaiting(database, 'insert into "inbound_messages"')
    const input = `asset: "btc", address: "${ADDRESS}", customerReference: "customer-busy"`
    const { data } = await node.query('{ trpd { addressBook { id customerReference } } }')
    const other = data.trpd.addressBook.find(
      (entry: { customerReference: string }) => entry.customerReference === 'customer-other',
    )
    adding = [
      change(`createTravelAddress(input: { ${input} })`, 'id'),
      change(`updateAddressBookEntry(id: "${other.id}", input: { customerReference: "customer-busy" })`, 'id'),
      inquire(node, counterparty.travelAddress, { customerReference: 'customer-busy' }),
    ]
    await untilWaiting(database, 'pg_advisory_xact_lock_shared', adding.length)
    await client.query('rollback')
  } finally {
    client.release()
  }
  expect((await erasing)?.result).toEqual({ transactions: 1, addressBookEntries: 1 })
  expect((await inquiring)?.status).toBe(404)
  for (const added of await Promise.all(adding)) {
    expect(added).not.toHaveProperty('errors')
    expect(added).not.toHaveProperty('code', expect.anything())
  }
})

it('an erasure waits for an inquiry that is being stored', async () => {
  const id = await receiveFinished(await addCustomer('customer-late', 'Ernst Dronke'))
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const client = await database.pool.connect()
  let erasing: ReturnType<typeof change> | undefined
  try {
    await client.query('begin')
    await client.query(
      `insert into transfers overriding user value
       select copy.* from transfers,
         jsonb_populate_record(transfers, jsonb_build_object('id', $2::uuid, 'request_identifier', $2::uuid)) as copy
       where transfers.id = $1`,
      [id, crypto.randomUUID()],
    )
    erasing = eraseCounted('customer-late')
    await untilWaiting(database, 'select from address_book')
    await client.query('commit')
  } finally {
    client.release()
  }
  expect((await erasing)?.result).toEqual({ transactions: 2, addressBookEntries: 1 })
})

it('a customer is not erased while the customer of any transaction is unknown', async () => {
  const id = await receiveFinished(await addCustomer('customer-unknown', 'Georg Eccarius'))
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  await database.pool.query(`
    create function forget() returns trigger language plpgsql as $$
      begin new.customer_fingerprint = null; return new; end $$;
    create trigger forgets before update on transfers for each row
      when (old.id = '${id}') execute function forget();
    update transfers set customer_fingerprint = null where id = '${id}'`)
  const refused = await eraseCounted('customer-unknown')
  await database.pool.query('drop trigger forgets on transfers')
  expect(refused).toMatchObject({ code: 'ERASURE_NOT_READY', error: { extensions: { retryable: true } } })
  expect((await eraseCounted('customer-unknown')).result).toEqual({ transactions: 1, addressBookEntries: 1 })
})

it('an address book entry that cannot be opened does not stop others from being linked to their customer', async () => {
  const [path, other] = [
    await addCustomer('customer-broken', 'A Broken'),
    await addCustomer('customer-whole', 'A Whole'),
  ]
  const ids = [await receiveFinished(path), await receiveFinished(other)]
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const { pool } = database
  const entryOf = 'select address_book_entry_id from transfers where id = $1'
  const kept = await pool.query(`select id, personal_sealed from address_book where id = (${entryOf})`, [ids[0]])
  const [entry] = kept.rows
  await pool.query(`update address_book set personal_sealed = 'broken' where id = $1`, [entry.id])
  await pool.query('update address_book set customer_fingerprint = null')
  await pool.query('update transfers set customer_fingerprint = null where id = any($1)', [ids])
  const unmarked = async (table: string) =>
    (await pool.query(`select id from ${table} where customer_fingerprint is null`)).rows.map(({ id }) => id)
  expect(await eraseCounted('customer-whole')).toMatchObject({ code: 'ERASURE_NOT_READY' })
  expect(await unmarked('address_book')).toEqual([entry.id])
  expect(await unmarked('transfers')).toEqual([ids[0]])
  await pool.query('update address_book set personal_sealed = $2 where id = $1', [entry.id, entry.personal_sealed])
  expect((await eraseCounted('customer-whole')).result).toEqual({ transactions: 1, addressBookEntries: 1 })
})

it('an erasure that waits for a transaction sees a legal hold set in the meantime', async () => {
  const id = await receiveFinished(await addCustomer('customer-g', 'Georg Weerth'))
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const { db, pool } = database
  let erasing: ReturnType<typeof erase> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('transfers').select('id').where('id', '=', id).forUpdate().execute()
    erasing = erase(id)
    await until(
      () =>
        pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%erased_at is null%'`),
      ({ rows }) => rows.length > 0,
    )
    const hold = { transferId: id, setAt: new Date(), setBy: 'officer-1', reasonSealed: Buffer.from('sealed') }
    await tx.insertInto('legalHolds').values(hold).execute()
  })
  expect((await erasing)?.code).toBe('LEGAL_HOLD_SET')
  await db.deleteFrom('legalHolds').where('transferId', '=', id).execute()
})

it('an erased address book entry cannot be changed or reactivated', async () => {
  const travelAddress = await addCustomer('customer-h', 'Ferdinand Lassalle')
  await change('eraseCustomer(customerReference: "customer-h", ground: DATA_SUBJECT_REQUEST)', 'at')
  const read = async () => {
    const { data } = await node.query('{ trpd { addressBook { id travelAddress active label } } }')
    return data.trpd.addressBook.find((entry: { travelAddress: string }) => entry.travelAddress === travelAddress)
  }
  const entry = await read()
  const update = `updateAddressBookEntry(id: "${entry.id}", input: { active: true, label: "for Lassalle" })`
  expect((await change(update, 'id')).code).toBe('ADDRESS_BOOK_ENTRY_ERASED')
  expect(await read()).toEqual({ ...entry, active: false, label: null })
})

it('the export of a customer contains the data of that person only, nothing internal, and is audited', async () => {
  const travelAddress = await addCustomer('customer-x', 'Wilhelm Liebknecht')
  const id = await receiveFinished(travelAddress)
  await change(`commentTx(id: "${id}", text: "a Beeblebrox")`)
  const exported = await change('exportCustomer(customerReference: "customer-x")', 'json transactions next')
  expect(exported.result).toMatchObject({ transactions: 1, next: null })
  expect(JSON.parse(exported.result.json)).toMatchObject({
    customerReference: 'customer-x',
    customer: { name: 'Wilhelm Liebknecht' },
    travelAddresses: [{ travelAddress, address: ADDRESS, active: true }],
    transactions: [{ id, direction: 'RECEIVED', status: 'DECLINED', amount: '0.5', party: { accountNumber: ['2'] } }],
  })
  expect(exported.result.json).toContain('Marx')
  expect(exported.result.json).not.toMatch(/Engels|Beeblebrox|for Wilhelm/)
  expect((await eventsOf('customer.exported')).map(({ actorId, detail }) => ({ actorId, detail }))).toEqual([
    { actorId: 'admin-1', detail: { transactions: 1, continued: false } },
  ])
  const reads = await eventsOf('personal-data.read')
  const read = reads.findLast(({ detail }) => String(detail.fields).includes('TrpdMutation.exportCustomer'))
  expect(String(read?.detail.records).split(' ').sort()).toEqual([
    expect.stringMatching(/^address:/),
    expect.stringMatching(/^customer:/),
    `transfer:${id}`,
  ])
  const last = await change(`exportCustomer(customerReference: "customer-x", after: "${id}")`, 'transactions next')
  expect(last.result).toEqual({ transactions: 0, next: null })
  expect((await change('exportCustomer(customerReference: "customer-x", after: "x")', 'next')).code).toBe(
    'CUSTOMER_EXPORT_CURSOR_INVALID',
  )
})

it('all exports of a customer without a stored record name the same subject', async () => {
  const before = (await eventsOf('customer.exported')).length
  for (const reference of ['customer-y', ' customer-y ', 'customer-z']) {
    expect((await change(`exportCustomer(customerReference: "${reference}")`, 'transactions')).error).toBeUndefined()
  }
  const [first, second, other] = (await eventsOf('customer.exported')).slice(before)
  expect(second?.subjectId).toBe(first?.subjectId)
  expect(other?.subjectId).not.toBe(first?.subjectId)
})

it('an erasure that fails half-way erases nothing and can be repeated', async () => {
  const id = await receiveFinished(await addCustomer('customer-f', 'Moses Hess'))
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  await database.pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'half-way'; end $$;
    create trigger fails before update on case_changes for each row execute function fail()`)
  const read = async () => {
    const { data } = await node.query(`{ trpd { transaction(id: "${id}") { ${TX} } } }`, {}, administrator)
    return data.trpd.transaction
  }
  const before = await read()
  expect((await erase(id)).error).toBeDefined()
  expect(await read()).toEqual(before)
  await database.pool.query('drop trigger fails on case_changes')
  expect((await erase(id)).result.personalData).toBe('ERASED')
})

it('erasing requires the scopes of an administrator, and a ticket without free text', async () => {
  const id = crypto.randomUUID()
  const call = `eraseTransaction(id: "${id}", ground: RECORDED_IN_ERROR)`
  expect((await change(call, 'id', officer)).code).toBe('FORBIDDEN')
  expect((await change(call, 'id')).code).toBe('TRANSACTION_NOT_FOUND')
  expect((await erase(id, ', ticket: "Karl Marx"')).code).toBe('ERASURE_TICKET_INVALID')
})
