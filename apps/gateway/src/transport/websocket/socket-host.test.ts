import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openClientAddresses } from '@travel-rule/http-host/client-address'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'
import { LoopTurns } from '@travel-rule/service/loop-turns'
import { openMetrics } from '@travel-rule/service/metrics'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openClientConnections } from '../../limits/connection-counts.ts'
import type { LiveResult } from '../../relay/live-result.ts'
import { openLiveMetrics } from '../delivery/live-metrics.ts'
import type { SlowConsumerPolicy } from '../delivery/result-queue.ts'
import type { SocketProtocol } from './conversation.ts'
import { openSocketHost, ownOrigins, type SocketHostOptions, type SocketLimits } from './socket-host.ts'
import { frameFrom, type ProtocolSocket } from './socket-protocol.ts'

const PROTOCOL = 'test'
const QUICK = { perSecond: 1_000_000, burst: 1_000_000 }
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Memory of this process after garbage collection, in bytes. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** A protocol in which each socket has one operation; its `field` is the text of the first message. */
function testProtocol() {
  const slow: string[] = []
  const listeners = new Set<{ readonly socket: ProtocolSocket; readonly name: string; over: boolean }>()
  const protocol: SocketProtocol = {
    name: PROTOCOL,
    open(socket) {
      const mine: { socket: ProtocolSocket; name: string; over: boolean }[] = []
      return {
        async receive(name) {
          if (name === 'throw') throw new Error('a bug')
          const listener = { socket, name, over: false }
          mine.push(listener)
          listeners.add(listener)
          socket.send(`began ${name}`)
        },
        slow(operation) {
          slow.push(operation)
          for (const listener of mine) if (listener.name === operation) listeners.delete(listener)
          socket.finish(operation, `SLOW_CONSUMER ${operation}`)
        },
        closed() {
          for (const listener of mine) listeners.delete(listener)
        },
      }
    },
  }
  const frames = new Map(['a', 'b'].map((name) => [name, frameFrom(`{"${name}":`, name)]))
  return {
    protocol,
    slow,
    listeners,
    publish(result: LiveResult) {
      for (const { socket, name } of listeners) {
        const frame = frames.get(name)
        if (frame !== undefined) socket.deliver(name, result, frame)
      }
    },
    finish() {
      for (const { socket, name } of listeners) socket.finish(name, `complete ${name}`)
      listeners.clear()
    },
  }
}

interface Given {
  readonly limits?: Partial<SocketLimits>
  readonly policy?: SlowConsumerPolicy
  readonly waiting?: { readonly bytesMax?: number; readonly eventsMax?: number; readonly stallMs?: number }
  readonly origins?: readonly string[]
  readonly proxies?: readonly string[]
}

async function openTestHost({ limits = {}, policy = 'latest', waiting = {}, origins = [], proxies = [] }: Given = {}) {
  const tested = testProtocol()
  const logged: string[] = []
  const logger = openLogger({
    name: 'test',
    level: 'error',
    destination: { write: (line: string) => void logged.push(line) },
  })
  const metrics = openMetrics('test')
  const unused = { pipeline: { forwarded: () => undefined } } as unknown as Pick<
    SocketHostOptions,
    'pipeline' | 'authenticator'
  >
  const sockets = openSocketHost({
    ...unused,
    operationsPerSocketMax: 10,
    connections: openClientConnections(1_000),
    protocols: [tested.protocol],
    clientAddresses: openClientAddresses(proxies),
    limits: {
      socketsMax: 100,
      socketsPerAddressMax: 1_000,
      unauthenticatedMax: 1_000,
      unauthenticatedPerAddressMax: 1_000,
      upgradesPerAddressPerSecond: 10_000,
      messageBytesMax: 1_000,
      pingMs: 60_000,
      closeWaitMs: 500,
      drainMs: 0,
      ...limits,
    },
    origins,
    backpressure: {
      limits: { bytesMax: 1_000_000, eventsMax: 1_000, stallMs: 60_000, ...waiting },
      policies: new Map([['a', policy]]),
    },
    metrics: openLiveMetrics(metrics),
    turns: new LoopTurns(5),
    paces: { unauthenticated: QUICK, authenticated: QUICK },
    logger,
  } as SocketHostOptions)
  const http = await openHttpHost({ host: '127.0.0.1', port: 0, logger, routes: [], upgrade: sockets.upgrade })
  const clients: WebSocket[] = []
  const url = `${http.url.replace('http', 'ws')}/graphql-ws`
  const dial = (options: ConstructorParameters<typeof WebSocket>[2] = {}) => {
    const client = new WebSocket(url, PROTOCOL, options)
    clients.push(client)
    return client
  }
  return {
    ...tested,
    sockets,
    logged,
    url,
    dial,
    /** The value of a series, by its name and labels as Prometheus writes them; 0 if it is missing. */
    async measured(series: string) {
      const text = await metrics.registry.metrics()
      const [name, label = ''] = series.split('{')
      const line = text.split('\n').find((each) => each.startsWith(`${name}{`) && each.includes(label.replace('}', '')))
      return Number(line?.split(' ').at(-1) ?? 0)
    },
    /** A client with an operation of this name. */
    async listen(name: string) {
      const client = dial()
      const received: string[] = []
      client.on('message', (text) => received.push(String(text)))
      await once(client, 'open')
      client.send(name)
      await until(() => received.length === 1)
      received.length = 0
      return { client, received }
    },
    async open(options?: ConstructorParameters<typeof WebSocket>[2]) {
      const client = dial(options)
      await once(client, 'open')
      return client
    },
    /** The response that refuses an upgrade. */
    async refused(options?: ConstructorParameters<typeof WebSocket>[2], to = url) {
      const client = new WebSocket(to, PROTOCOL, options)
      clients.push(client)
      client.on('error', () => {})
      const [, response] = (await once(client, 'unexpected-response')) as [unknown, IncomingMessage]
      const text = (await response.setEncoding('utf8').toArray()).join('')
      client.terminate()
      return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) }
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.terminate()
      await sockets[Symbol.asyncDispose]()
      await http[Symbol.asyncDispose]()
    },
  }
}

/** 1 KB, beginning with its number. */
const resultOf = (number: number, entities: number): LiveResult => ({
  bytes: Buffer.from(`"${String(number).padStart(6, '0')}${'x'.repeat(1_000)}"`),
  ...(entities === 0 ? {} : { entity: `Thing:${number % entities}` }),
  storedAtMs: Date.now(),
})
const numberOf = (text: string) => Number(text.slice(6, 12))

describe('a client that does not read 100,000 events, beside one that does', () => {
  const events = 100_000

  async function play(host: Awaited<ReturnType<typeof openTestHost>>, entities: number) {
    const numbers: number[] = []
    const slow = await host.listen('a')
    const reader = await host.listen('a')
    reader.client.removeAllListeners('message')
    reader.client.on('message', (text) => numbers.push(numberOf(String(text))))
    slow.client.pause()
    const before = heldBytes()
    let most = 0
    for (let number = 0; number < events; number += 1) {
      host.publish(resultOf(number, entities))
      if (number % 20 === 19) await new Promise((resolve) => setImmediate(resolve))
      if (number % 1_000 === 999) await until(() => numbers.length === number + 1)
      if (number % 25_000 === 24_999) most = Math.max(most, heldBytes() - before)
    }
    expect(numbers.every((number, index) => number === index)).toBe(true)
    expect(numbers).toHaveLength(events)
    // The other client did not read 100 MB.
    expect(most).toBeLessThan(25_000_000)
    slow.client.resume()
    return slow.received
  }

  test('with policy latest, a slow client receives the last result of every entity, in order', async () => {
    await using host = await openTestHost({ policy: 'latest' })
    const received = await play(host, 50)
    await until(() => received.some((text) => numberOf(text) === events - 1))
    const numbers = received.map(numberOf)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers.slice(-50)).toEqual(Array.from({ length: 50 }, (_, index) => events - 50 + index))
    expect(await host.measured('live_drops_total{reason="REPLACED"}')).toBe(events - numbers.length)
    expect(await host.measured('live_deliveries_total')).toBe(events + numbers.length)
    expect(host.slow).toEqual([])
  })

  test('with policy latest, a slow client of results without an entity receives SLOW_CONSUMER', async () => {
    await using host = await openTestHost({ policy: 'latest' })
    const received = await play(host, 0)
    await until(() => received.at(-1) === 'SLOW_CONSUMER a')
    expect(host.slow).toEqual(['a'])
  })

  test('with policy drop-oldest, a slow client receives the newest results', async () => {
    await using host = await openTestHost({ policy: 'drop-oldest' })
    const received = await play(host, 50)
    await until(() => received.some((text) => numberOf(text) === events - 1))
    const numbers = received.map(numberOf)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers.slice(-900)).toEqual(Array.from({ length: 900 }, (_, index) => events - 900 + index))
    expect(await host.measured('live_drops_total{reason="OLDEST"}')).toBe(events - numbers.length)
    expect(host.slow).toEqual([])
  })

  test('with policy disconnect, a slow client receives every result before SLOW_CONSUMER', async () => {
    await using host = await openTestHost({ policy: 'disconnect' })
    const received = await play(host, 50)
    await until(() => received.at(-1) === 'SLOW_CONSUMER a')
    expect(received.slice(0, -1).map(numberOf)).toEqual(
      Array.from({ length: received.length - 1 }, (_, index) => index),
    )
    expect(await host.measured('live_ends_total{reason="SLOW_CONSUMER"}')).toBe(1)
    expect(slowestOf(host)).toBe('OPEN')
  })

  const slowestOf = ({ sockets }: { sockets: { count(): number } }) => (sockets.count() === 2 ? 'OPEN' : 'CUT')
})

test('an operation ends after its queued results are sent, and a long queue does not delay other operations', async () => {
  await using host = await openTestHost({ policy: 'disconnect', waiting: { bytesMax: 50_000_000, eventsMax: 50_000 } })
  const slow = await host.listen('a')
  slow.client.send('b')
  await until(() => slow.received.length === 1)
  slow.client.pause()
  for (let number = 0; number < 10_000; number += 1) host.publish(resultOf(number, 0))
  host.finish()
  slow.client.resume()
  await until(() => slow.received.includes('complete a') && slow.received.includes('complete b'))
  for (const name of ['a', 'b']) {
    const own = slow.received.slice(1).filter((text) => text.startsWith(`{"${name}"`) || text === `complete ${name}`)
    expect(own).toHaveLength(10_001)
    expect(own.at(-1)).toBe(`complete ${name}`)
    expect(own.slice(0, -1).map(numberOf)).toEqual(Array.from({ length: 10_000 }, (_, index) => index))
  }
})

test.each([1, 125, 126, 4_000, 4_100, 65_535, 65_536, 300_000])(
  'a result of %d bytes arrives complete',
  async (length) => {
    await using host = await openTestHost()
    const { received } = await host.listen('a')
    const text = `"${'ü'.repeat(length / 2)}"`
    host.publish({ bytes: Buffer.from(text) })
    await until(() => received.length === 1)
    expect(received).toEqual([`{"a":${text}}`])
  },
)

test('a client that reads nothing while results are queued is terminated', async () => {
  await using host = await openTestHost({ waiting: { stallMs: 500 } })
  const { client } = await host.listen('a')
  const { received } = await host.listen('b')
  client.pause()
  for (let number = 0; host.sockets.count() === 2; number += 1) {
    host.publish(resultOf(number, 10))
    if (number % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(host.listeners.size).toBe(1)
  await until(() => received.length > 0)
  expect(await host.measured('live_ends_total{reason="STALLED"}')).toBe(1)
})

test('a client that sends requests without reading responses is terminated', async () => {
  await using host = await openTestHost({ waiting: { bytesMax: 10_000 } })
  const client = await host.open()
  client.pause()
  while (host.sockets.count() === 1) {
    for (let count = 0; count < 100; count += 1) client.send('x'.repeat(900))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(await host.measured('live_ends_total{reason="OVERFULL"}')).toBe(1)
})

test('a client without pongs is terminated, and one with pongs is not', async () => {
  await using host = await openTestHost({ limits: { pingMs: 300 } })
  const sound = await host.open()
  let pings = 0
  sound.on('ping', () => {
    pings += 1
  })
  const deaf = await host.open({ autoPong: false })
  await once(deaf, 'close')
  const before = pings
  await until(() => pings > before + 2)
  expect(host.sockets.count()).toBe(1)
  expect(await host.measured('live_ends_total{reason="UNRESPONSIVE"}')).toBe(1)
})

test('a client that vanished is terminated, even while results are written to it', async () => {
  await using host = await openTestHost({ limits: { pingMs: 300 } })
  const { client } = await host.listen('a')
  client.pause()
  for (let number = 0; host.sockets.count() > 0; number += 1) {
    host.publish(resultOf(number, 10))
    if (number % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await host.measured('live_ends_total{reason="UNRESPONSIVE"}')).toBe(1)
  expect(await host.measured('live_connections')).toBe(0)
})

test('a client that does not read gets no pongs while the connection is full', async () => {
  await using host = await openTestHost()
  const client = await host.open()
  let pongs = 0
  let last = ''
  client.on('pong', (text) => {
    pongs += 1
    last = String(text)
  })
  client.pause()
  const before = heldBytes()
  for (let count = 0; count < 300_000; count += 1) {
    client.ping('x'.repeat(125))
    if (count % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await until(() => client.bufferedAmount === 0)
  expect(heldBytes() - before).toBeLessThan(10_000_000)
  client.resume()
  while (last !== 'last') {
    client.ping('last')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(pongs).toBeLessThan(300_000)
})

test("a client's ping gets a pong", async () => {
  await using host = await openTestHost()
  const client = await host.open()
  client.ping('are you there')
  expect(String((await once(client, 'pong'))[0])).toBe('are you there')
})

describe('a client message', () => {
  test.each([
    ['whose handling throws closes with 4500 and is logged', 'throw', 4500, 1],
    ['that is binary closes with 4400', Buffer.from('a'), 4400, 0],
    ['that is too long closes with 1009', 'x'.repeat(2_000), 1009, 0],
  ])('%s', async (_name, message, code, lines) => {
    await using host = await openTestHost()
    const client = await host.open()
    client.send(message)
    expect((await once(client, 'close'))[0]).toBe(code)
    expect(host.logged).toHaveLength(lines)
  })
})

describe('refused upgrades', () => {
  const codeOf = (body: { errors: { extensions: { code: string } }[] }) => body.errors[0]?.extensions.code

  test('pages of other origins are refused; allowed ones and clients without an origin may connect', async () => {
    await using host = await openTestHost({ origins: ['https://app.example'] })
    for (const origin of ['https://evil.example', 'null', 'https://app.example.evil.example']) {
      const { status, body } = await host.refused({ origin })
      expect([status, codeOf(body)]).toEqual([403, 'FORBIDDEN'])
    }
    await host.open({ origin: 'https://app.example' })
    await host.open()
    expect(host.sockets.count()).toBe(2)
  })

  test('an upgrade is refused for another path', async () => {
    await using host = await openTestHost()
    const { status, headers } = await host.refused({}, `${host.url}/more`)
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })

  test('an upgrade is refused beyond the limit of sockets, until one closes', async () => {
    await using host = await openTestHost({ limits: { socketsMax: 1 } })
    const first = await host.open()
    const { status, headers, body } = await host.refused()
    expect([status, headers['retry-after'], codeOf(body)]).toEqual([503, '5', 'OVERLOADED'])
    await host.refused({}, `${host.url}/more`)
    expect(await host.measured('live_upgrades_refused_total{reason="FULL"}')).toBe(1)
    expect(await host.measured('live_upgrades_refused_total{reason="PATH"}')).toBe(1)
    first.close()
    await until(() => host.sockets.count() === 0)
    await host.open()
  })

  test.each([
    [{ unauthenticatedMax: 2 }, 503, 'OVERLOADED'],
    [{ unauthenticatedPerAddressMax: 2 }, 429, 'RATE_LIMITED'],
  ])('unauthenticated sockets beyond the limit are refused, until one closes: %j', async (limits, code, reason) => {
    await using host = await openTestHost({ limits })
    const first = await host.open()
    await host.open()
    const { status, headers, body } = await host.refused()
    expect([status, headers['retry-after'], codeOf(body)]).toEqual([code, '1', reason])
    first.close()
    await until(() => host.sockets.count() === 1)
    await host.open()
  })

  test('an upgrade is refused beyond the limit of one address, until one closes', async () => {
    await using host = await openTestHost({ limits: { socketsPerAddressMax: 2 } })
    const first = await host.open()
    await host.open()
    const { status, headers, body } = await host.refused()
    expect([status, headers['retry-after'], codeOf(body)]).toEqual([429, '5', 'RATE_LIMITED'])
    first.close()
    await until(() => host.sockets.count() === 1)
    await host.open()
  })

  test('an upgrade is refused when its address opens sockets too fast, while other addresses are served', async () => {
    await using host = await openTestHost({ limits: { upgradesPerAddressPerSecond: 1 }, proxies: ['127.0.0.1'] })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const opened = () => host.sockets.count()
    for (let count = 0; count < 4; count += 1) await host.open(from('2001:db8::1'))
    // Ten seconds of upgrades wait; the address is the network.
    for (let count = 0; count < 12; count += 1) host.dial(from('2001:db8::2')).on('error', () => {})
    // Several, because one more may be queued after each second.
    const attempts = Array.from({ length: 20 }, () => host.refused(from('2001:db8::3')))
    const { status, headers, body } = await Promise.race(attempts)
    expect([status, codeOf(body)]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(10)
    expect(opened()).toBeLessThan(4 + 12)
    const before = opened()
    await host.open(from('192.0.2.1'))
    await until(() => opened() > before + 1)
  })

  test('behind a trusted proxy, a client beyond its limit is refused, and other clients are not', async () => {
    await using host = await openTestHost({ limits: { socketsPerAddressMax: 1 }, proxies: ['127.0.0.1'] })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    await host.open(from('2001:db8::1'))
    expect((await host.refused(from('2001:db8::2'))).status).toBe(429)
    await host.open(from('2001:db8:0:1::1'))
    await host.open(from('192.0.2.1'))
  })
})

describe('a socket host that is disposed', () => {
  test('a disposed socket host closes its sockets at different moments, and refuses new ones', async () => {
    await using host = await openTestHost({ limits: { drainMs: 1_000 } })
    const clients = await Promise.all(Array.from({ length: 30 }, () => host.open()))
    const codes: number[] = []
    for (const client of clients) client.once('close', (code) => codes.push(code))
    const stopped = host.sockets[Symbol.asyncDispose]()
    await until(() => codes.length > 0)
    expect(clients.some(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true)
    expect((await host.refused()).status).toBe(503)
    await stopped
    await until(() => codes.length === 30)
    expect(new Set(codes)).toEqual(new Set([1012]))
  })

  test('a disposed socket host terminates clients that do not complete the closing handshake', async () => {
    await using host = await openTestHost({ limits: { closeWaitMs: 20 } })
    const client = await host.open()
    client.pause()
    await host.sockets[Symbol.asyncDispose]()
    expect(host.sockets.count()).toBe(0)
  })

  test('a disposed socket host does not wait for clients that disconnected meanwhile', async () => {
    await using host = await openTestHost({ limits: { drainMs: 100 } })
    const clients = await Promise.all(Array.from({ length: 10 }, () => host.open()))
    const stopped = host.sockets[Symbol.asyncDispose]()
    for (const client of clients) client.terminate()
    await stopped
    expect(host.sockets.count()).toBe(0)
  })
})

test('a client with the maximum number of connections may open another one once one has closed', async () => {
  const connections = openClientConnections(2)
  const ann = { clientId: 'app', subject: 'ann' }
  const [first, second] = [await connections.admit(ann), await connections.admit(ann)]
  expect([first, second, await connections.admit(ann)].map((admitted) => admitted !== undefined)).toEqual([
    true,
    true,
    false,
  ])
  expect(await connections.admit({ ...ann, subject: 'bob' })).toBeDefined()
  first?.[Symbol.dispose]()
  first?.[Symbol.dispose]()
  expect(await connections.admit(ann)).toBeDefined()
  expect(await connections.admit(ann)).toBeUndefined()
})

test.each<[string, string[]]>([
  ['https://vasp.example', ['https://vasp.example']],
  ['https://vasp.example:8443/api', ['https://vasp.example:8443']],
  ['http://localhost:4000', ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000']],
  ['http://127.0.0.1', ['http://localhost', 'http://127.0.0.1', 'http://[::1]']],
])('the own origins of a gateway at %s', (baseUrl, origins) => {
  expect(ownOrigins(baseUrl)).toEqual(origins)
})
