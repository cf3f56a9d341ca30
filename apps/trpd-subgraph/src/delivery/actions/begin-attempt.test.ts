import type { Outbound, OutboundResult } from '@travel-rule/service/outbound'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import type { AttemptJob } from '../../messages/actions/queue-message.ts'
import { openWorld, type World } from '../../testing/model-world.ts'
import { until } from '../../testing/test-node.ts'
import { deliver } from '../trp/deliver.ts'

const LOST: OutboundResult = { ok: false, code: 'OUTBOUND_TIMEOUT', reason: 'test' }
const OUR_REFUSAL: OutboundResult = { ok: false, code: 'OUTBOUND_HOST_REFUSED', reason: 'a private address' }
const ACCEPTED = respond(200, '{"version":"3.2.1"}')
const RETRY = { type: 'OFFICER', pick: 0, action: 'RETRY', which: 0 } as const

let world: World
beforeAll(async () => {
  // Runs discovery before every attempt.
  world = await openWorld({ discoveryTtlSeconds: 0 })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.reset()
  await world.service.database.pool.query('update vasps set discovery = null, discovered_at = null, api_version = null')
  await world.take({ type: 'INQUIRE' })
})

function respond(status: number, body: string): OutboundResult {
  return { ok: true, status, headers: { 'api-version': '3.2.1' }, body: Buffer.from(body) }
}

/** Waits until a statement with this text waits for a lock. */
function untilWaiting(text: string) {
  const query = `select from pg_stat_activity where wait_event_type = 'Lock' and position($1 in query) > 0
    and datname = current_database() and pid <> pg_backend_pid()`
  return until(
    () => world.service.database.pool.query(query, [text]),
    ({ rows }) => rows.length > 0,
  )
}

/** A request identifier and the body sent under it. */
type Sent = readonly [identifier: string | undefined, body: string]

/** Runs the latest attempt against a counterparty that speaks `version`; returns what was sent. */
async function attempt(
  result: OutboundResult,
  version = '3.2.1',
  service: TransferService = world.service,
): Promise<Sent[]> {
  const query = `select data from jobs.job where name = 'deliver' order by created_on desc limit 1`
  const { rows } = await service.database.pool.query<{ data: AttemptJob }>(query)
  const job = rows[0]?.data
  if (job === undefined) throw new Error('no attempt is queued')
  const sent: Sent[] = []
  const outbound: Outbound = {
    async request({ method, url, headers = {}, body = '' }) {
      if (method === 'GET') {
        return String(url).endsWith('/version') ? respond(200, JSON.stringify({ version })) : respond(404, '')
      }
      sent.push([headers['request-identifier'], String(body)])
      return result
    },
    async [Symbol.asyncDispose]() {},
  }
  const signal = new AbortController().signal
  await deliver({ ...service, outbound }, { attempted() {} }, { job, signal })
  return sent
}

it('an inquiry without a clear response is repeated unchanged, even if the VASP has changed its version since', async () => {
  const first = await attempt(LOST)
  for (let tries = 2; tries <= world.service.policy.delivery.triesMax; tries++) {
    await world.service.database.pool.query('delete from circuit_breakers')
    expect(await attempt(LOST)).toEqual(first)
  }
  expect((await world.chronicles())[0]?.transfer.delivery.state).toBe('FAILED')
  await world.take(RETRY)
  expect(await attempt(ACCEPTED, '3.1.0')).toEqual(first)
})

it('an inquiry whose attempt was interrupted is repeated unchanged after the circuit breaker of its VASP closes', async () => {
  const { pool } = world.service.database
  const first = await attempt(LOST)
  // As a crash leaves it: the message was sent, and its outcome is unknown.
  await pool.query(`update transfers set delivery_state = 'IN_FLIGHT', delivery_attempts = 0`)
  await pool.query('update deliveries set tries = 0')
  await pool.query(`update jobs.job set data = jsonb_set(jsonb_set(data, '{attempts}', '0'), '{tries}', '0')`)
  await pool.query('delete from delivery_attempts')
  await pool.query(`update circuit_breakers set open_until = $1`, [new Date(world.service.now().getTime() + 60_000)])
  expect(await attempt(ACCEPTED)).toEqual([])
  expect((await world.chronicles())[0]?.transfer.delivery.state).toBe('RETRYING')
  await pool.query('delete from circuit_breakers')
  expect(await attempt(ACCEPTED, '3.1.0')).toEqual(first)
})

it.each([
  ['our own refusal to connect', OUR_REFUSAL],
  ['a redirect', respond(302, '')],
])('after %s, an officer repeats the inquiry under the same identifier', async (_name, result) => {
  const first = await attempt(LOST)
  expect(await attempt(result)).toEqual(first)
  expect((await world.chronicles())[0]?.transfer.delivery.state).toBe('FAILED')
  await world.take(RETRY)
  expect(await attempt(ACCEPTED)).toEqual(first)
})

it("after a refusal by the counterparty, an officer's retry sends the inquiry under a new identifier", async () => {
  const [[identifier] = []] = await attempt(respond(422, 'no'))
  await world.take(RETRY)
  const [[next] = []] = await attempt(ACCEPTED)
  expect(next).toEqual(expect.any(String))
  expect(next).not.toBe(identifier)
})

it('an attempt that waits for a correction sends the corrected data', async () => {
  const { database, policy, now } = world.service
  // Skips discovery, after which the message would be read again.
  await database.pool.query('update vasps set discovered_at = $1', [now()])
  const known = {
    ...world.service,
    policy: { ...policy, ageMaxSeconds: { ...policy.ageMaxSeconds, discovery: 1_000_000 } },
  }
  const held = await database.pool.connect()
  try {
    await held.query('begin')
    // The correction stops here, holding the lock on the transfer.
    await held.query('lock table transfer_corrections in access exclusive mode')
    const correcting = world.take({ type: 'OFFICER', pick: 0, action: 'CORRECT', which: 1 })
    await untilWaiting('transfer_corrections')
    const sending = attempt(ACCEPTED, '3.2.1', known)
    await untilWaiting('for update')
    await held.query('commit')
    await correcting
    const [[, body] = []] = await sending
    expect(JSON.parse(body ?? '{}').IVMS101.originator.accountNumber).toEqual(['corrected 1'])
  } finally {
    held.release()
  }
})

it('an inquiry corrected before its first attempt keeps its identifier; after an attempt that may have arrived it gets a new one', async () => {
  const { pool } = world.service.database
  const { rows: first } = await pool.query('select request_identifier from deliveries')
  await world.take({ type: 'OFFICER', pick: 0, action: 'CORRECT', which: 0 })
  const { rows: unsent } = await pool.query('select request_identifier from deliveries')
  expect(unsent).toEqual(first)
  // As left by a pause after a crash interrupted the first attempt.
  await pool.query('update deliveries set tries = 1')
  await world.take({ type: 'OFFICER', pick: 0, action: 'CORRECT', which: 1 })
  const { rows: after } = await pool.query('select request_identifier from deliveries')
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(first)
})
