import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@travel-rule/database/database'
import { openSealer } from '@travel-rule/database/seal'
import { expect, it } from 'vitest'
import { migrations } from './foundation/store/migrations.ts'
import type { Tables } from './foundation/store/tables.ts'
import { inquire, issue, trust } from './testing/operations.ts'
import { openTestCounterparty } from './testing/test-counterparty.ts'
import { openTestNode, QUICK_DELIVERY, type TestNode, until } from './testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from './testing/trp-client.ts'
import { loadTransfers } from './transfers/store/transfers.ts'

/** Starts another process of `node`, which is stopped; that process is killed at the end. */
async function startVictim(
  node: TestNode,
  stack: AsyncDisposableStack,
): Promise<{ readonly victim: ChildProcess; readonly port: number }> {
  await node.stop()
  const env = { ...process.env, ...node.env, TRPD_DELIVERY: 'timeout=30' }
  const victim = fork(fileURLToPath(new URL('main.ts', import.meta.url)), { env, stdio: 'ignore' })
  stack.defer(() => void victim.kill('SIGKILL'))
  const [ready] = await once(victim, 'message')
  return { victim, port: ready.ports.TRPD_PORT }
}

async function kill(victim: ChildProcess): Promise<void> {
  const exited = once(victim, 'exit')
  victim.kill('SIGKILL')
  await exited
}

function openStore({ databaseUrl: url }: TestNode) {
  return openDatabase<Tables>({ url, migrations, applicationName: 'test' })
}

it('an inquiry in flight is sent again after a crash, with the same identifier', async () => {
  await using stack = new AsyncDisposableStack()
  const counterparty = stack.use(await openTestCounterparty())
  const { requests } = counterparty
  const hang = new Promise<never>(() => {})
  counterparty.respond = () => (requests.length === 1 ? hang : { status: 200, body: '{"version":"3.2.1"}' })

  const node = stack.use(await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, timeout: 30 } }))
  await trust(node, counterparty.url)
  const { victim, port } = await startVictim(node, stack)
  await inquire({ ...node, query: node.queryAt(port) }, counterparty.travelAddress)
  await until(
    async () => requests.length,
    (count) => count === 1,
  )
  await kill(victim)

  const database = stack.use(await openStore(node))
  const sealer = openSealer(node.env.TRPD_SEALING_KEYS)
  const { id } = await database.db.selectFrom('transfers').select('id').executeTakeFirstOrThrow()
  const load = async () => (await loadTransfers(database.db, sealer, [id]))[0]
  expect((await load())?.delivery.state).toBe('IN_FLIGHT')
  // The heartbeat of the dead process is backdated, so that the test need not wait for it.
  await database.pool.query(
    `update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
  await node.restart()
  const delivered = await until(load, (transfer) => transfer?.delivery.state === 'DELIVERED')
  expect(delivered?.state.status).toBe('PENDING')
  const identifiers = requests.map(({ headers }) => headers['request-identifier'])
  expect(identifiers).toEqual([expect.any(String), identifiers[0]])
})

it.each([
  ['before the last statement is sent leaves nothing', 'vasps', 'exclusive', 0],
  ['after the last statement is sent, with the commit, leaves all', 'transfers', 'share', 1],
])('a crash %s of an inquiry, and its repeats create one transaction', async (_when, table, mode, left) => {
  await using stack = new AsyncDisposableStack()
  const node = stack.use(await openTestNode('Bob VASP'))
  const travelAddress = await issue(node)
  const { victim } = await startVictim(node, stack)
  const { pool } = stack.use(await openStore(node))
  const message = {
    url: `${node.trpUrl}${pathOf(travelAddress)}`,
    body: inquiryBody(),
    headers: { 'request-identifier': randomUUID() },
  }
  const count = async (table: string) => (await pool.query(`select count(*)::int as count from ${table}`)).rows[0].count
  const stored = () => Promise.all(['transfers', 'transfer_history', 'inbound_messages'].map(count))

  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query(`lock table ${table} in ${mode} mode`)
  const lost = sendTrp(message).catch((error: Error) => error)
  const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted`
  await until(
    async () => (await pool.query(waiting)).rowCount ?? 0,
    (processes) => processes > 0,
  )
  await kill(victim)
  await lock.query('rollback')
  lock.release()
  expect(await lost).toBeInstanceOf(Error)
  // PostgreSQL still executes what it has received.
  await expect.poll(stored).toEqual([left, left, left])
  const ended = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(ended)).rowCount).toBe(0)
  expect(await stored()).toEqual([left, left, left])
  await node.restart()
  expect((await sendTrp(message)).status).toBe(200)
  expect((await sendTrp(message)).status).toBe(200)
  expect(await stored()).toEqual([1, 1, 1])
})
