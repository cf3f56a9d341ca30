import { openDatabase } from '@travel-rule/database/database'
import { expect, it } from 'vitest'
import { migrations } from '../foundation/store/migrations.ts'
import type { Tables } from '../foundation/store/tables.ts'
import { BUILT_IN_JURISDICTIONS } from '../jurisdictions/domain/jurisdiction.ts'
import { issue, mutate, transactions, trust } from '../testing/operations.ts'
import { openTestCounterparty } from '../testing/test-counterparty.ts'
import { openTestNode, type TestNode, until } from '../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../testing/trp-client.ts'

const QUERY =
  '{ trpd { retention { jurisdiction transactionYears screeningHitYears erases dueCount due keptCount heldCount transactionSource screeningHitSource } } }'

it('personal data is erased when its period has ended, except under a legal hold, while open, and after a hit, even a late one', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 204 })
  await using node = await openTestNode('Alice VASP', { jurisdiction: 'EU' })
  await trust(node, counterparty.url)
  const path = pathOf(await issue(node))
  const [due, late, held, recent, found] = [
    await receiveFinished(node, path, counterparty.url),
    await receiveFinished(node, path, counterparty.url),
    await receiveFinished(node, path, counterparty.url),
    await receiveFinished(node, path, counterparty.url),
    await receiveFinished(node, path, counterparty.url),
  ]
  const open = await receive(node, path, counterparty.url)
  await mutate(node, `setLegalHold(id: "${held}", reason: "case 7")`)

  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  await database.pool.query(
    `insert into transfer_screenings (transfer_id, verdict, evidence_sealed, lists, screened_at)
     values ($1, 'FAIL', '', '', now())`,
    [found],
  )
  await database.pool.query(
    `update transfers set created_at = created_at - interval '6 years', updated_at = updated_at - interval '6 years'
     where id <> $1`,
    [recent],
  )
  const plan = async () => (await node.query(QUERY)).data.trpd.retention
  expect(await plan()).toEqual({
    jurisdiction: 'EU',
    transactionYears: 5,
    screeningHitYears: null,
    erases: false,
    dueCount: 2,
    due: [due, late],
    keptCount: 3,
    heldCount: 1,
    transactionSource: expect.stringContaining('TFR article 26'),
    screeningHitSource: null,
  })

  await node.stop()
  const [us] = BUILT_IN_JURISDICTIONS.filter(({ code }) => code === 'US')
  expect(us?.retention).toMatchObject({ transactionYears: { value: 5 }, screeningHitYears: { value: 10 } })
  await database.db.transaction().execute(async (tx) => {
    await tx.selectFrom('transfers').select('id').where('id', '=', late).forUpdate().execute()
    await node.restart({ jurisdiction: 'US', retentionErases: true })
    await until(
      () =>
        database.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%erased_at is null%'
             and datname = current_database()`,
        ),
      ({ rows }) => rows.length > 0,
      120_000,
    )
    const finding = { verdict: 'WARN', evidenceSealed: Buffer.alloc(0), lists: '', screenedAt: new Date() } as const
    await tx
      .insertInto('transferScreenings')
      .values({ transferId: late, ...finding })
      .execute()
  })
  const erased = await until(
    () => states(node),
    (all) => all.get(due) === 'ERASED',
    120_000,
  )
  expect(Object.fromEntries(erased)).toEqual({
    [due]: 'ERASED',
    [late]: 'HELD',
    [held]: 'HELD',
    [recent]: 'HELD',
    [found]: 'HELD',
    [open]: 'HELD',
  })
  expect(await plan()).toMatchObject({ screeningHitYears: 10, erases: true, dueCount: 0, due: [], keptCount: 4 })
  const certificates = await database.db
    .selectFrom('outbox')
    .select(['subjectId', 'actorType', 'detail'])
    .where('type', '=', 'transfer.erased')
    .execute()
  expect(certificates).toEqual([
    {
      subjectId: due,
      actorType: 'SYSTEM',
      detail: { version: expect.any(Number), ground: 'RETENTION_ENDED', ticket: null },
    },
  ])
})

it('a transaction that cannot be erased does not stop the erasure of others, and is erased once that is possible', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 204 })
  await using node = await openTestNode('Alice VASP', { jurisdiction: 'EU' })
  await trust(node, counterparty.url)
  const path = pathOf(await issue(node))
  const [broken, whole] = [
    await receiveFinished(node, path, counterparty.url),
    await receiveFinished(node, path, counterparty.url),
  ]
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  await database.pool.query(`
    update transfers set created_at = created_at - interval '6 years', updated_at = updated_at - interval '6 years';
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'a broken row'; end $$;
    create trigger fails before update on transfers for each row
      when (old.id = '${broken}' and new.erased_at is not null) execute function fail()`)
  await node.stop()
  await node.restart({ jurisdiction: 'EU', retentionErases: true })
  await until(
    () => states(node),
    (all) => all.get(whole) === 'ERASED',
    120_000,
  )
  expect((await states(node)).get(broken)).toBe('HELD')
  await database.pool.query('drop trigger fails on transfers')
  await until(
    () => states(node),
    (all) => all.get(broken) === 'ERASED',
    120_000,
  )
})

it('without a known retention period, nothing is due', async () => {
  await using node = await openTestNode('Alice VASP', { jurisdiction: 'JP', retentionErases: true })
  expect((await node.query(QUERY)).data.trpd.retention).toMatchObject({ transactionYears: null, dueCount: 0 })
})

async function receive(node: TestNode, path: string, counterpartyUrl: string): Promise<string> {
  const requestIdentifier = crypto.randomUUID()
  const body = inquiryBody({ callback: `${counterpartyUrl}/${requestIdentifier}` })
  const headers = { 'request-identifier': requestIdentifier }
  expect((await sendTrp({ url: `${node.trpUrl}${path}`, body, headers })).status).toBe(200)
  const all: { id: string; requestIdentifier: string }[] = await transactions(node)
  return all.find((tx) => tx.requestIdentifier === requestIdentifier)?.id ?? ''
}

/** Receives an inquiry and declines it, which finishes the transaction. */
async function receiveFinished(node: TestNode, path: string, counterpartyUrl: string): Promise<string> {
  const id = await receive(node, path, counterpartyUrl)
  await mutate(node, `assessTx(id: "${id}", decision: DECLINE, reason: "no")`)
  await until(
    () => transactions(node),
    (all) => all.find((tx: { id: string }) => tx.id === id).delivery.state === 'DELIVERED',
  )
  return id
}

async function states(node: TestNode): Promise<Map<string, string>> {
  const { data } = await node.query('{ trpd { transactions { nodes { id personalData } } } }')
  return new Map(
    data.trpd.transactions.nodes.map((tx: { id: string; personalData: string }) => [tx.id, tx.personalData]),
  )
}
