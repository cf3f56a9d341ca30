import { openDatabase } from '@travel-rule/database/database'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeTravelAddress } from '../../address-book/domain/travel-address.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import {
  inquire,
  mutate,
  startedWith,
  transactions,
  trust,
  untilDelivery,
  untilProblem,
} from '../../testing/operations.ts'
import { openTestCounterparty } from '../../testing/test-counterparty.ts'
import {
  HOUR_DEADLINES,
  officer,
  openPatientNode,
  openTestNode,
  QUICK_DELIVERY,
  type TestNode,
  until,
} from '../../testing/test-node.ts'
import { sendTrp } from '../../testing/trp-client.ts'

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, tries: 3 } })
})
afterAll(() => node[Symbol.asyncDispose]())

/** The stored jobs of a node. */
async function openJobs({ databaseUrl }: TestNode) {
  const database = await openDatabase<Tables>({ url: databaseUrl, migrations, applicationName: 'test' })
  return {
    async completed(queue: string): Promise<number> {
      const { rows } = await database.pool.query(
        `select count(*)::int as count from jobs.job where name = $1 and state = 'completed'`,
        [queue],
      )
      return rows[0].count
    },
    /** Makes the scheduled jobs of a queue due now. */
    async bringForward(queue: string): Promise<void> {
      await database.pool.query(
        `update jobs.job set start_after = now() where name = $1 and state in ('created', 'retry')`,
        [queue],
      )
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

describe('a failure of the counterparty is retried and shown as the problem of the delivery', () => {
  it.each([
    ['500', () => ({ status: 500 }), /status 500/],
    ['503 with a body', () => ({ status: 503, body: 'maintenance' }), /status 503/],
    ['a web page', () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }), /web page/],
    ['nonsense', () => ({ status: 200, body: '{"hello":"world"}' }), /not with a TRP message/],
    [
      'two decisions at once',
      () => ({ status: 200, body: '{"version":"3.2.1","rejected":"x"}' }),
      /not with a TRP message/,
    ],
    ['10 MB', () => ({ status: 200, body: JSON.stringify({ version: 'x'.repeat(10_000_000) }) }), /too large/],
  ] as const)(
    'the response %s is retried, and shown as the problem of the delivery',
    async (_name, misbehave, problem) => {
      await using counterparty = await openTestCounterparty()
      const seen = Promise.withResolvers<void>()
      let attempts = 0
      counterparty.respond = async () => {
        if (++attempts === 1) return misbehave()
        await seen.promise
        return { status: 200, body: '{"version":"3.2.1"}' }
      }
      const id = await startedWith(node, counterparty)
      const delayed = await untilProblem(node, id)
      seen.resolve()
      expect(delayed).toMatchObject({
        status: 'PENDING',
        delivery: { attempts: 1, lastProblem: expect.stringMatching(problem) },
      })
      expect((await untilDelivery(node, id, 'DELIVERED')).delivery.attempts).toBe(2)
      const [first, second] = counterparty.requests
      expect(second?.headers['request-identifier']).toBe(first?.headers['request-identifier'])
      expect(second?.body).toBe(first?.body)
    },
  )

  it('a slow response is retried', async () => {
    await using impatient = await openTestNode('Impatient VASP', { delivery: { ...QUICK_DELIVERY, timeout: 1 } })
    await using counterparty = await openTestCounterparty(() => {})
    const id = await startedWith(impatient, counterparty)
    expect((await untilProblem(impatient, id)).delivery.lastProblem).toMatch(/in time/)
  })

  it('a delivery to an unreachable host is given up when its attempts are used up, and can be retried by an officer', async () => {
    const host = `localhost:${await freePort()}`
    await trust(node, `http://${host}`)
    const { data } = await inquire(node, encodeTravelAddress(`${host}/x/1?t=i`))
    const { id } = data.trpd.inquire
    const failed = await untilDelivery(node, id, 'FAILED')
    expect(failed).toMatchObject({
      status: 'FAILED',
      folder: 'INBOX',
      allowedActions: ['CANCEL', 'RETRY_DELIVERY', 'ARCHIVE'],
      delivery: {
        attempts: 3,
        lastProblem: expect.stringMatching(/could not be reached.*given up after 3 attempts in/),
      },
    })
    const retried = await mutate(node, `retryDelivery(id: "${id}")`)
    expect(retried.data.trpd.retryDelivery).toMatchObject({ status: 'PENDING', delivery: { state: 'QUEUED' } })
    expect((await untilDelivery(node, id, 'FAILED')).delivery.attempts).toBe(6)
  })
})

describe('a refusal by the counterparty', () => {
  it.each([
    ['422 with a body', { status: 422, body: 'no such customer' }, /422: “no such customer”/],
    ['404 without a body', { status: 404 }, /404/],
    ['409', { status: 409 }, /409/],
    ['a redirect', { status: 302, headers: { location: 'http://localhost/' } }, /redirect/],
  ] as const)('a refusal with %s is final until an officer retries', async (_name, response, problem) => {
    await using counterparty = await openTestCounterparty()
    counterparty.respond = () => response
    const id = await startedWith(node, counterparty)
    const failed = await untilDelivery(node, id, 'FAILED')
    expect(failed).toMatchObject({ status: 'FAILED', reason: expect.stringMatching(problem) })
    expect(counterparty.requests).toHaveLength(1)
  })

  it('a message that an officer retries after a refusal has a new identifier, since the counterparty may store refusals', async () => {
    await using counterparty = await openTestCounterparty()
    const refused = new Set<unknown>()
    counterparty.respond = ({ headers }) => {
      const identifier = headers['request-identifier']
      if (refused.size === 0) refused.add(identifier)
      return refused.has(identifier) ? { status: 422, body: 'no' } : { status: 200, body: '{"version":"3.2.1"}' }
    }
    const id = await startedWith(node, counterparty)
    await untilDelivery(node, id, 'FAILED')
    await mutate(node, `retryDelivery(id: "${id}")`)
    await untilDelivery(node, id, 'DELIVERED')
    expect(counterparty.requests.map(({ body }) => body)).toEqual([expect.any(String), counterparty.requests[0]?.body])
  })
})

it('an approval that arrives after we canceled causes a cancellation', async () => {
  await using counterparty = await openTestCounterparty()
  const id = await startedWith(node, counterparty)
  await untilDelivery(node, id, 'DELIVERED')
  await mutate(node, `cancelTx(id: "${id}", reason: "sold out")`)
  const { callback } = JSON.parse(counterparty.requests[0]?.body ?? '{}')
  counterparty.respond = () => ({ status: 204 })
  const response = await fetch(callback, {
    method: 'POST',
    headers: { 'api-version': '3.2.1', 'request-identifier': crypto.randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({
      approved: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', callback: `${counterparty.url}/late` },
    }),
  })
  expect(response.status).toBe(204)
  await until(
    async () => counterparty.requests.length,
    (count) => count === 2,
  )
  expect(JSON.parse(counterparty.requests[1]?.body ?? '{}')).toEqual({ canceled: 'sold out' })
  expect((await untilDelivery(node, id, 'DELIVERED')).status).toBe('CANCELED')
})

it('a callback message that contains only a version is not a decision', async () => {
  await using counterparty = await openTestCounterparty()
  await untilDelivery(node, await startedWith(node, counterparty), 'DELIVERED')
  const { callback } = JSON.parse(counterparty.requests[0]?.body ?? '{}')
  const headers = {
    'api-version': '3.2.1',
    'request-identifier': crypto.randomUUID(),
    'content-type': 'application/json',
  }
  expect((await fetch(callback, { method: 'POST', headers, body: '{"version":"3.2.1"}' })).status).toBe(400)
})

it('nothing is sent to a VASP that was blocked after the inquiry was requested', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 500 })
  const vasp = await trust(node, counterparty.url)
  const { data } = await inquire(node, counterparty.travelAddress)
  await node.query('mutation($id: ID!) { trpd { blockVasp(id: $id) { trust } } }', { id: vasp })
  const failed = await untilDelivery(node, data.trpd.inquire.id, 'FAILED')
  expect(failed.reason).toMatch(/BLOCKED/)
})

it('an inquiry without a resolution expires', async () => {
  await using brief = await openTestNode('Brief VASP', { deadlines: { ...HOUR_DEADLINES, inquiry: 1 } })
  await using counterparty = await openTestCounterparty()
  await trust(brief, counterparty.url)
  await inquire(brief, counterparty.travelAddress)
  const [expired] = await until(
    () => transactions(brief),
    ([tx]) => tx.status === 'EXPIRED',
  )
  expect(expired.folder).toBe('ARCHIVE')
})

it('a retry by an officer replaces the scheduled attempt', async () => {
  await using patient = await openPatientNode()
  await using counterparty = await openTestCounterparty()
  const released = Promise.withResolvers<void>()
  counterparty.respond = async () => {
    if (counterparty.requests.length === 1) return { status: 500 }
    await released.promise
    return { status: 200, body: '{"version":"3.2.1"}' }
  }
  await trust(patient, counterparty.url)
  const { data } = await inquire(patient, counterparty.travelAddress)
  await until(
    () => transactions(patient),
    ([tx]) => tx.delivery.state === 'RETRYING',
  )
  await mutate(patient, `retryDelivery(id: "${data.trpd.inquire.id}")`)
  await using jobs = await openJobs(patient)
  await jobs.bringForward('deliver')
  await until(
    async () => ({ sent: counterparty.requests.length, done: await jobs.completed('deliver') }),
    ({ sent, done }) => sent === 3 || (sent === 2 && done === 2),
  )
  expect(counterparty.requests).toHaveLength(2)
  released.resolve()
  await until(
    () => transactions(patient),
    ([tx]) => tx.delivery.state === 'DELIVERED',
  )
})

it('an inquiry that an officer retries is encoded with the current wire profile', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 422, body: 'amount is not an integer' })
  const id = await startedWith(node, counterparty)
  const failed = await untilDelivery(node, id, 'FAILED')
  await node.query(
    'mutation($id: ID!) { trpd { setWireProfile(id: $id, profile: { amountUnit: BASE, slip0044Form: NUMBER, assetForm: SLIP0044 }) { id } } }',
    { id: failed.vasp.id },
  )
  counterparty.respond = () => ({ status: 200, body: '{"version":"3.2.1"}' })
  await mutate(node, `retryDelivery(id: "${id}")`)
  await untilDelivery(node, id, 'DELIVERED')
  const [first, second] = counterparty.requests.map(({ headers, body }) => ({
    identifier: headers['request-identifier'],
    ...JSON.parse(body),
  }))
  expect(second).toEqual({ ...first, amount: 50_000_000, asset: { slip0044: 0 }, identifier: expect.any(String) })
  expect(second.identifier).not.toBe(first.identifier)
  // The callback is that of the first inquiry, so that a decision still finds the transfer.
  expect((await sendTrp({ url: second.callback, body: '{"rejected":"no"}' })).status).toBe(204)
  expect((await transactions(node)).find((tx: { id: string }) => tx.id === id)).toMatchObject({ status: 'DECLINED' })
})

it('nothing is sent to the host of a blocked VASP, even as the callback of a trusted one', async () => {
  await using blocked = await openTestCounterparty()
  await using counterparty = await openTestCounterparty()
  const trusted = await trust(node, counterparty.url)
  const change = (call: string) => node.query(`mutation { trpd { ${call} { id } } }`)
  await change(`addVaspHost(id: "${trusted}", url: "${blocked.url}")`)
  const approved = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', callback: `${blocked.url}/c` }
  counterparty.respond = () => ({ status: 200, body: JSON.stringify({ approved }) })
  const id = await startedWith(node, counterparty)
  await until(
    () => transactions(node),
    (all) => all.some((tx: { id: string; status: string }) => tx.id === id && tx.status === 'APPROVED'),
  )
  // The host turns out to belong to another VASP.
  await change(`removeVaspHost(id: "${trusted}", host: "${new URL(blocked.url).host}")`)
  await change(`blockVasp(id: "${await trust(node, blocked.url)}")`)
  await mutate(
    node,
    `confirmTx(id: "${id}", txHash: "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")`,
  )
  const failed = await untilDelivery(node, id, 'FAILED')
  expect(failed.delivery.lastProblem).toMatch(/BLOCKED/)
  expect(blocked.requests).toEqual([])
})

it('text written by officers and counterparties requires pii:read', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 422, body: 'Karl “Marx” is unknown' })
  const refused = await startedWith(node, counterparty)
  await untilDelivery(node, refused, 'FAILED')
  counterparty.respond = () => ({ status: 200, body: '{"rejected":"Karl Marx moved"}' })
  const declined = (await inquire(node, counterparty.travelAddress)).data.trpd.inquire.id
  await untilDelivery(node, declined, 'DELIVERED')
  const query = 'query($id: ID!) { trpd { transaction(id: $id) { status reason delivery { lastProblem } } } }'
  const observer = { ...officer, scopes: ['trpd:read'] }
  const seen = async (id: string) => (await node.query(query, { id }, observer)).data.trpd.transaction
  expect(await seen(refused)).toEqual({
    status: 'FAILED',
    reason: 'The counterparty refused the message with status 422.',
    delivery: { lastProblem: 'The counterparty refused the message with status 422.' },
  })
  expect(await seen(declined)).toMatchObject({ status: 'DECLINED', reason: null })
  const whole = await node.query(query, { id: declined })
  expect(whole.data.trpd.transaction.reason).toBe('Karl Marx moved')
})
