import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@travel-rule/database/database'
import { openSealer } from '@travel-rule/database/seal'
import { expect, it } from 'vitest'
import { migrations } from './store/migrations.ts'
import type { Tables } from './store/tables.ts'
import { loadTransfers } from './store/transfers.ts'
import { inquire, trust } from './testing/operations.ts'
import { openTestCounterparty } from './testing/test-counterparty.ts'
import { openTestNode, until } from './testing/test-node.ts'

it('an inquiry in flight is sent again after a crash, with the same identifier', async () => {
  await using stack = new AsyncDisposableStack()
  const counterparty = stack.use(await openTestCounterparty())
  const { requests } = counterparty
  const hang = new Promise<never>(() => {})
  counterparty.respond = () => (requests.length === 1 ? hang : { status: 200, body: '{"version":"3.2.1"}' })

  const node = stack.use(await openTestNode('Alice VASP', { outboundTimeoutSeconds: 30 }))
  await trust(node, counterparty.url)
  await node.stop()
  const env = { ...process.env, ...node.env, TRPD_OUTBOUND_TIMEOUT_SECONDS: '30' }
  const launch = () => fork(fileURLToPath(new URL('main.ts', import.meta.url)), { env, stdio: 'ignore' })
  const victim = launch()
  stack.defer(() => void victim.kill('SIGKILL'))
  const [ready] = await once(victim, 'message')
  await inquire({ ...node, query: node.queryAt(ready.ports.TRPD_PORT) }, counterparty.travelAddress)
  await until(
    async () => requests.length,
    (count) => count === 1,
  )
  victim.kill('SIGKILL')
  await once(victim, 'exit')

  const database = stack.use(await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' }))
  const sealer = openSealer(node.env.TRPD_SEALING_KEYS)
  const { id } = await database.db.selectFrom('transfers').select('id').executeTakeFirstOrThrow()
  const load = async () => (await loadTransfers(database.db, sealer, [id]))[0]
  expect((await load())?.delivery.state).toBe('IN_FLIGHT')
  // The heartbeat of the dead is made older, so that it needs not be waited for here.
  await database.pool.query(
    `update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
  await node.restart()
  const delivered = await until(load, (transfer) => transfer?.delivery.state === 'DELIVERED')
  expect(delivered?.state.status).toBe('PENDING')
  const identifiers = requests.map(({ headers }) => headers['request-identifier'])
  expect(identifiers).toEqual([expect.any(String), identifiers[0]])
})
