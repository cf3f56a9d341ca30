import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeTravelAddress } from '../domain/travel-address.ts'
import { inquire, mutate, transactions, trust } from '../testing/operations.ts'
import { freePort, openTestNode, type TestNode, until } from '../testing/test-node.ts'

/** A counterparty that answers as the test says. */
interface Counterparty extends AsyncDisposable {
  readonly url: string
  readonly travelAddress: string
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[]
  answer: (request: { headers: IncomingMessage['headers']; body: string }) => {
    status: number
    headers?: object
    body?: string
  }
}

async function openCounterparty(listener?: RequestListener): Promise<Counterparty> {
  const requests: Counterparty['requests'] = []
  const server = createServer(async (request, response) => {
    if (listener !== undefined) return listener(request, response)
    const received = { headers: request.headers, body: await text(request) }
    requests.push(received)
    const { status, headers, body } = counterparty.answer(received)
    response.writeHead(status, { 'api-version': '3.2.1', ...headers }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const counterparty: Counterparty = {
    url: `http://${host}`,
    travelAddress: encodeTravelAddress(`${host}/x/1?t=i`),
    requests,
    answer: () => ({ status: 200, body: '{"version":"3.2.1"}' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return counterparty
}

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP', { deliveryTriesMax: 3, outboundTimeoutSeconds: 1 })
})
afterAll(() => node[Symbol.asyncDispose]())

async function started(counterparty: Counterparty): Promise<string> {
  await trust(node, counterparty.url)
  const { data } = await inquire(node, counterparty.travelAddress)
  return data.trpd.inquire.id
}

async function untilDelivery(id: string, state: string) {
  const all = await until(
    () => transactions(node),
    (list) =>
      list.some((tx: { id: string; delivery: { state: string } }) => tx.id === id && tx.delivery.state === state),
  )
  return all.find((tx: { id: string }) => tx.id === id)
}

describe('a counterparty that misbehaves: the transaction stays, its delivery says why, it is retried', () => {
  it.each([
    ['500', () => ({ status: 500 }), /status 500/],
    ['503 with text', () => ({ status: 503, body: 'maintenance' }), /status 503/],
    ['a web page', () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }), /web page/],
    ['nonsense', () => ({ status: 200, body: '{"hello":"world"}' }), /not with a TRP answer/],
    [
      'two decisions at once',
      () => ({ status: 200, body: '{"version":"3.2.1","rejected":"x"}' }),
      /not with a TRP answer/,
    ],
    ['10 MB', () => ({ status: 200, body: JSON.stringify({ version: 'x'.repeat(10_000_000) }) }), /more than is read/],
  ] as const)('%s', async (_name, misbehave, problem) => {
    await using counterparty = await openCounterparty()
    let attempts = 0
    counterparty.answer = () => (++attempts === 1 ? misbehave() : { status: 200, body: '{"version":"3.2.1"}' })
    const id = await started(counterparty)
    const retrying = await untilDelivery(id, 'RETRYING')
    expect(retrying).toMatchObject({
      status: 'PENDING',
      delivery: { attempts: 1, lastProblem: expect.stringMatching(problem), nextAttemptAt: expect.any(String) },
    })
    expect((await untilDelivery(id, 'DELIVERED')).delivery.attempts).toBe(2)
    const [first, second] = counterparty.requests
    expect(second?.headers['request-identifier']).toBe(first?.headers['request-identifier'])
    expect(second?.body).toBe(first?.body)
  })

  it('one that is slow', async () => {
    await using counterparty = await openCounterparty(() => {})
    const id = await started(counterparty)
    expect((await untilDelivery(id, 'RETRYING')).delivery.lastProblem).toMatch(/in time/)
  })

  it('one that is down: given up after the budget of attempts, and PENDING again when an officer retries', async () => {
    const host = `localhost:${await freePort()}`
    await trust(node, `http://${host}`)
    const { data } = await inquire(node, encodeTravelAddress(`${host}/x/1?t=i`))
    const { id } = data.trpd.inquire
    const failed = await untilDelivery(id, 'FAILED')
    expect(failed).toMatchObject({ status: 'FAILED', allowedActions: ['RETRY_DELIVERY'], delivery: { attempts: 3 } })
    const retried = await mutate(node, `retryDelivery(id: "${id}")`)
    expect(retried.data.trpd.retryDelivery).toMatchObject({ status: 'PENDING', delivery: { state: 'QUEUED' } })
    expect((await untilDelivery(id, 'FAILED')).delivery.attempts).toBe(6)
  })
})

describe('a counterparty that refuses', () => {
  it.each([
    ['422 with text', { status: 422, body: 'no such customer' }, /422: no such customer/],
    ['404 without a body', { status: 404 }, /404/],
    ['409', { status: 409 }, /409/],
    ['a redirect', { status: 302, headers: { location: 'http://localhost/' } }, /redirect/],
  ] as const)('%s is final until an officer retries', async (_name, answer, problem) => {
    await using counterparty = await openCounterparty()
    counterparty.answer = () => answer
    const id = await started(counterparty)
    const failed = await untilDelivery(id, 'FAILED')
    expect(failed).toMatchObject({ status: 'FAILED', reason: expect.stringMatching(problem) })
    expect(counterparty.requests).toHaveLength(1)
  })
})

it('a counterparty that refuses our version is spoken to in an older one, from then on', async () => {
  await using counterparty = await openCounterparty()
  counterparty.answer = ({ headers }) =>
    headers['api-version'] === '3.1.0'
      ? { status: 200, headers: { 'api-version': '3.1.0' }, body: '{"version":"3.1.0"}' }
      : { status: 400, headers: { 'api-version': '3.1.0' }, body: 'unsupported version' }
  const id = await started(counterparty)
  await untilDelivery(id, 'DELIVERED')
  const { data } = await inquire(node, counterparty.travelAddress)
  await untilDelivery(data.trpd.inquire.id, 'DELIVERED')
  expect(counterparty.requests.map(({ headers }) => headers['api-version'])).toEqual(['3.2.1', '3.1.0', '3.1.0'])
  const [first, second] = counterparty.requests.map(({ body }) => JSON.parse(body))
  expect([first.asset, second.asset]).toEqual([{ dti: '4H95J0R2X' }, { slip0044: 'BTC' }])
  expect(second.callback).toBe(first.callback)
})

it('an approval that comes after we gave up is answered with a cancellation', async () => {
  await using counterparty = await openCounterparty()
  const id = await started(counterparty)
  await untilDelivery(id, 'DELIVERED')
  await mutate(node, `cancelTx(id: "${id}", reason: "sold out")`)
  const { callback } = JSON.parse(counterparty.requests[0]?.body ?? '{}')
  counterparty.answer = () => ({ status: 204 })
  const answer = await fetch(callback, {
    method: 'POST',
    headers: { 'api-version': '3.2.1', 'request-identifier': crypto.randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({ approved: { address: 'bc1q', callback: `${counterparty.url}/late` } }),
  })
  expect(answer.status).toBe(204)
  await until(
    async () => counterparty.requests.length,
    (count) => count === 2,
  )
  expect(JSON.parse(counterparty.requests[1]?.body ?? '{}')).toEqual({ canceled: 'sold out' })
  expect((await untilDelivery(id, 'DELIVERED')).status).toBe('CANCELED')
})

it('a bare version carries no decision when it comes to a callback', async () => {
  await using counterparty = await openCounterparty()
  await untilDelivery(await started(counterparty), 'DELIVERED')
  const { callback } = JSON.parse(counterparty.requests[0]?.body ?? '{}')
  const headers = {
    'api-version': '3.2.1',
    'request-identifier': crypto.randomUUID(),
    'content-type': 'application/json',
  }
  expect((await fetch(callback, { method: 'POST', headers, body: '{"version":"3.2.1"}' })).status).toBe(400)
})

it('nothing is sent to a VASP that was blocked after the inquiry was asked for', async () => {
  await using counterparty = await openCounterparty()
  counterparty.answer = () => ({ status: 500 })
  const vasp = await trust(node, counterparty.url)
  const { data } = await inquire(node, counterparty.travelAddress)
  await node.query('mutation($id: ID!) { trpd { blockVasp(id: $id) { trust } } }', { id: vasp })
  const failed = await untilDelivery(data.trpd.inquire.id, 'FAILED')
  expect(failed.reason).toMatch(/BLOCKED/)
})

it('an inquiry that nobody answers expires', async () => {
  await using brief = await openTestNode('Brief VASP', { inquiryTtlSeconds: 1 })
  await using counterparty = await openCounterparty()
  await trust(brief, counterparty.url)
  await inquire(brief, counterparty.travelAddress)
  const [expired] = await until(
    () => transactions(brief),
    ([tx]) => tx.status === 'EXPIRED',
  )
  expect(expired.folder).toBe('ARCHIVE')
})
