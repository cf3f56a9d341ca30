import type { Outbound, OutboundResult } from '@travel-rule/service/outbound'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/model-world.ts'
import { deliver } from '../trp/deliver.ts'
import type { AttemptJob } from './queue-message.ts'

const LOST: OutboundResult = { ok: false, code: 'OUTBOUND_TIMEOUT', reason: 'test' }
const OUR_REFUSAL: OutboundResult = { ok: false, code: 'OUTBOUND_HOST_REFUSED', reason: 'a private address' }
const ACCEPTED = respond(200, '{"version":"3.2.1"}')
const RETRY = { type: 'OFFICER', pick: 0, action: 'RETRY', which: 0 } as const

let world: World
beforeAll(async () => {
  // Every attempt asks the counterparty about itself first.
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

/** A request identifier and the body that was sent under it. */
type Sent = readonly [identifier: string | undefined, body: string]

/** Runs the newest attempt with a counterparty that speaks `version`; returns what was sent. */
async function attempt(result: OutboundResult, version = '3.2.1'): Promise<Sent[]> {
  const { service } = world
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

it('an inquiry without a clear response is repeated as it was, even when the VASP speaks another version by then', async () => {
  const first = await attempt(LOST)
  for (let tries = 2; tries <= world.service.rules.delivery.triesMax; tries++) {
    await world.service.database.pool.query('delete from circuit_breakers')
    expect(await attempt(LOST)).toEqual(first)
  }
  expect((await world.chronicles())[0]?.transfer.delivery.state).toBe('FAILED')
  await world.take(RETRY)
  expect(await attempt(ACCEPTED, '3.1.0')).toEqual(first)
})

it('an inquiry whose attempt was interrupted is repeated as it was after its VASP was paused', async () => {
  const { pool } = world.service.database
  const first = await attempt(LOST)
  // As a crash leaves it: the message has been sent, and nothing is known about it.
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
])('after %s, an officer repeats the inquiry under its identifier', async (_name, result) => {
  const first = await attempt(LOST)
  expect(await attempt(result)).toEqual(first)
  expect((await world.chronicles())[0]?.transfer.delivery.state).toBe('FAILED')
  await world.take(RETRY)
  expect(await attempt(ACCEPTED)).toEqual(first)
})

it('after a refusal by the counterparty, an officer sends the inquiry under another identifier', async () => {
  const [[identifier] = []] = await attempt(respond(422, 'no'))
  await world.take(RETRY)
  const [[next] = []] = await attempt(ACCEPTED)
  expect(next).toEqual(expect.any(String))
  expect(next).not.toBe(identifier)
})
