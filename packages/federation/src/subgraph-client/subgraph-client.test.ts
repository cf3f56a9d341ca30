import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openSubgraphClient, type RawSubgraphRequest, type SubgraphClientOptions } from './subgraph-client.ts'
import type { SubgraphObserver } from './subgraph-observer.ts'

const GOOD = '{"data":{"a":1}}'
const NEVER = new AbortController().signal

/** A client and the far side it speaks to, over real connections. */
async function open(listener: RequestListener, options: Partial<SubgraphClientOptions> = {}) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return withClient(server, options)
}

async function withClient(server: ReturnType<typeof createTcpServer>, options: Partial<SubgraphClientOptions>) {
  const events: string[] = []
  const observer: SubgraphObserver = {
    attempted: (outcome) => events.push(outcome),
    retried: () => events.push('RETRY'),
    circuitChanged: (state) => events.push(state),
  }
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  const client = openSubgraphClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    connectionsMax: 4,
    fetchTimeoutMs: 10_000,
    connectTimeoutMs: 10_000,
    answerBytesMax: 10_000,
    observer,
    ...options,
  })
  return {
    client,
    events,
    sockets,
    fetch: (request: Partial<RawSubgraphRequest> = {}) =>
      client.fetchBytes({ body: '{"query":"{ a }"}', headers: {}, signal: NEVER, ...request }),
    send: (request: Partial<RawSubgraphRequest> = {}) =>
      client.send({ query: '{ a }', operationName: undefined, variables: {}, headers: {}, signal: NEVER, ...request }),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A far side that speaks for itself, byte by byte. */
async function openRaw(answer: (socket: Socket) => void, options: Partial<SubgraphClientOptions> = {}) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return withClient(server, options)
}

const reply =
  (status: number, type: string | undefined, body: string | Buffer = GOOD): RequestListener =>
  (_, response) => {
    response.writeHead(status, { ...(type !== undefined && { 'content-type': type }) })
    response.end(body)
  }
const JSON_TYPE = 'application/json'

describe('an answer', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'application/graphql-response+json;charset=UTF-8'])(
    'of type %s comes back byte for byte',
    async (type) => {
      const body = '{"data":{"a":"žluťoučký 🐎"}}'
      await using far = await open(reply(200, type, body))
      expect(await far.fetch()).toEqual({ status: 200, body: [Buffer.from(body)] })
      expect(far.events).toEqual(['SUCCESS'])
    },
  )

  test('in many pieces comes back whole', async () => {
    await using far = await open((_, response) => {
      response.writeHead(200, { 'content-type': JSON_TYPE })
      for (const character of GOOD) response.write(character)
      response.end()
    })
    expect(await far.fetch()).toEqual({ status: 200, body: [Buffer.from(GOOD)] })
  })

  test.each([
    [500, 'INTERNAL_SERVER_ERROR'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [422, 'ORDER_REFUSED'],
  ])('with status %i and GraphQL errors keeps them', async (status, code) => {
    const error = { message: 'No.', extensions: { code } }
    await using far = await open(reply(status, JSON_TYPE, JSON.stringify({ errors: [error] })))
    expect(await far.send()).toEqual({ data: null, errors: [error] })
  })

  test.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
  ])('with status %i says so, whatever its body', async (status, code) => {
    await using bare = await open(reply(status, undefined, ''))
    expect(await bare.send()).toMatchObject({ fault: code })
    await using page = await open(reply(status, 'text/html', '<h1>no</h1>'))
    expect(await page.send()).toMatchObject({ fault: code })
    await using other = await open(reply(status, JSON_TYPE, '{"message":"no"}'))
    expect(await other.send()).toMatchObject({ fault: code })
    await using uncoded = await open(reply(status, JSON_TYPE, '{"errors":[{"message":"no"}]}'))
    expect(await uncoded.send()).toEqual({ data: null, errors: [{ message: 'no', extensions: { code } }] })
    expect(bare.events).toEqual(['NEUTRAL'])
  })

  test.each<[string, RequestListener]>([
    ['is HTML with 200', reply(200, 'text/html', '<h1>http://10.0.0.1</h1>')],
    ['is HTML with 500', reply(500, 'text/html', '<h1>http://10.0.0.1</h1>')],
    ['has no type', reply(200, undefined)],
    [
      'claims to be compressed',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' })
        response.end(GOOD)
      },
    ],
    ['is half a JSON', reply(200, JSON_TYPE, '{"data":{"_ent')],
    ['is empty', reply(200, JSON_TYPE, '')],
    ['is an array', reply(200, JSON_TYPE, '[]')],
    ['has data of a wrong type', reply(200, JSON_TYPE, '{"data":"x"}')],
    ['has neither data nor errors', reply(200, JSON_TYPE, '{}')],
    ['is not UTF-8', reply(200, JSON_TYPE, Buffer.from('{"data":{"a":"\xff"}}', 'latin1'))],
    [
      'redirects elsewhere',
      (_, response) => {
        response.writeHead(307, { location: '/other', 'content-type': JSON_TYPE })
        response.end(GOOD)
      },
    ],
    ['is announced as too long', reply(200, JSON_TYPE, `{"data":{"a":"${'x'.repeat(10_000)}"}}`)],
    [
      'turns out too long',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE })
        response.on('error', () => undefined)
        const pump = () => {
          while (!response.destroyed && response.write('x'.repeat(64_000)));
        }
        response.on('drain', pump)
        pump()
      },
    ],
  ])('that %s is UNAVAILABLE, asked for once, and its text is in no reason', async (_name, listener) => {
    let requests = 0
    await using far = await open((request, response) => {
      requests += 1
      listener(request, response)
    })
    const answer = await far.send({ idempotent: true })
    expect(answer).toMatchObject({ fault: 'UNAVAILABLE', reason: expect.any(String) })
    expect(JSON.stringify(answer)).not.toMatch(/10\.0\.0\.1|127\.0\.0\.1/)
    expect(requests).toBe(1)
  })

  test.each([
    ['garbage', 'NONSENSE\r\n\r\n\0\xff'],
    ['a status line of another protocol', 'SSH-2.0-OpenSSH\r\n'],
    [
      'a body shorter than announced',
      `HTTP/1.1 200 OK\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: 99\r\n\r\n${GOOD}`,
    ],
    [
      'a chunk that breaks off',
      `HTTP/1.1 200 OK\r\ncontent-type: ${JSON_TYPE}\r\ntransfer-encoding: chunked\r\n\r\nff\r\n${GOOD}`,
    ],
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`],
  ])('of %s is UNAVAILABLE', async (_name, bytes) => {
    await using far = await openRaw((socket) => socket.end(bytes, 'latin1'))
    expect(await far.send()).toMatchObject({ fault: 'UNAVAILABLE' })
    expect(far.events).toEqual(['FAILURE'])
  })
})

describe('time', () => {
  test.each<[string, RequestListener]>([
    ['never sends headers', () => undefined],
    [
      'never sends its body',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': '9' }).flushHeaders()
      },
    ],
    [
      'drips its body',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE })
        const timer = setInterval(() => response.write(' '), 5)
        response.once('close', () => clearInterval(timer))
      },
    ],
  ])('a subgraph that %s is TIMEOUT, once, and its connection is closed', async (_name, listener) => {
    const closed = Promise.withResolvers<void>()
    await using far = await open(
      (request, response) => {
        response.once('close', closed.resolve)
        listener(request, response)
      },
      { fetchTimeoutMs: 500 },
    )
    expect(await far.send({ idempotent: true })).toMatchObject({ fault: 'TIMEOUT' })
    await closed.promise
    expect(far.events).toEqual(['FAILURE'])
  })

  test('the deadline of the operation ends a fetch early, and does not count against the subgraph', async () => {
    await using far = await open(() => undefined)
    expect(await far.send({ deadlineAtMs: performance.now() + 500 })).toMatchObject({ fault: 'TIMEOUT' })
    expect(await far.send({ deadlineAtMs: performance.now() - 1 })).toMatchObject({ fault: 'TIMEOUT' })
    expect(far.events).toEqual(['NEUTRAL'])
  })

  test('the deadline counts against the subgraph when it had half of its time and more', async () => {
    await using far = await open(() => undefined, { fetchTimeoutMs: 2_000 })
    expect(await far.send({ deadlineAtMs: performance.now() + 1_990 })).toMatchObject({ fault: 'TIMEOUT' })
    expect(far.events).toEqual(['FAILURE'])
  })

  test('a client that leaves has the request aborted, also while it waits for a connection', async () => {
    const arrived = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    await using far = await open(
      (_, response) => {
        arrived.resolve()
        response.once('close', closed.resolve)
      },
      { connectionsMax: 1 },
    )
    const leaving = new AbortController()
    const answers = [far.send({ signal: leaving.signal }), far.send({ signal: leaving.signal })]
    await arrived.promise
    leaving.abort()
    expect(await Promise.all(answers)).toEqual([
      { fault: 'UNAVAILABLE', reason: 'left' },
      { fault: 'UNAVAILABLE', reason: 'left' },
    ])
    await closed.promise
    expect(await far.send({ signal: leaving.signal })).toMatchObject({ fault: 'UNAVAILABLE' })
    expect(far.events).toEqual(['NEUTRAL', 'NEUTRAL', 'NEUTRAL'])
  })

  test('more requests than may wait are refused at once', async () => {
    const arrived = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    await using far = await open(
      async (request, response) => {
        arrived.resolve()
        await gate.promise
        reply(200, JSON_TYPE)(request, response)
      },
      { connectionsMax: 1, waitingMax: 1 },
    )
    const accepted = [far.fetch(), far.fetch()]
    expect(await far.fetch()).toMatchObject({ fault: 'UNAVAILABLE', reason: 'more than 2 requests are under way' })
    await arrived.promise
    gate.resolve()
    expect(await Promise.all(accepted)).toEqual([
      { status: 200, body: [Buffer.from(GOOD)] },
      { status: 200, body: [Buffer.from(GOOD)] },
    ])
  })
})

test('requests that nobody waits for any more count until they have left the queue, and cost no connection', async () => {
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  await using far = await open(
    async (request, response) => {
      arrived.resolve()
      await gate.promise
      reply(200, JSON_TYPE)(request, response)
    },
    { connectionsMax: 1, waitingMax: 3 },
  )
  const held = far.fetch()
  await arrived.promise
  const leaving = new AbortController()
  const left = Array.from({ length: 3 }, () => far.fetch({ signal: leaving.signal }))
  leaving.abort()
  for (const answer of left) expect(await answer).toMatchObject({ reason: 'left' })
  expect(await far.fetch()).toMatchObject({ reason: 'more than 4 requests are under way' })
  gate.resolve()
  expect(await held).toMatchObject({ status: 200 })
  await expect.poll(() => far.fetch()).toMatchObject({ status: 200 })
  const many = await Promise.all(Array.from({ length: 4 }, () => far.fetch()))
  expect(many.map((answer) => 'status' in answer && answer.status)).toEqual([200, 200, 200, 200])
  expect(far.sockets.size).toBe(1)
})

describe('a retry', () => {
  const retry = { attemptsMax: 2, ratio: 0, savedMax: 2, delayMs: 1 }
  /** Fails once, then answers. */
  const once_ = (fail: RequestListener): RequestListener => {
    let requests = 0
    return (request, response) => {
      requests += 1
      return requests === 1 ? fail(request, response) : reply(200, JSON_TYPE)(request, response)
    }
  }

  test.each<[string, RequestListener]>([
    ['closes the connection', (_, response) => void response.destroy()],
    ['is 502 with a page', reply(502, 'text/html', '<h1>Bad gateway</h1>')],
    ['is 503 with JSON', reply(503, JSON_TYPE, '{"errors":[{"message":"starting"}]}')],
    ['is 504 with nothing', reply(504, undefined, '')],
  ])('of an idempotent fetch follows an answer that %s', async (_name, fail) => {
    await using far = await open(once_(fail), { retry })
    expect(await far.fetch({ idempotent: true })).toEqual({ status: 200, body: [Buffer.from(GOOD)] })
    expect(far.events).toEqual(['FAILURE', 'RETRY', 'SUCCESS'])
  })

  test('follows a refused connection, and no more than the limit of attempts', async () => {
    await using far = await open(reply(200, JSON_TYPE), { retry, url: 'http://127.0.0.1:9/graphql' })
    expect(await far.fetch({ idempotent: true })).toEqual({ fault: 'UNAVAILABLE', reason: 'ECONNREFUSED' })
    expect(far.events).toEqual(['FAILURE', 'RETRY', 'FAILURE'])
  })

  test.each<[string, RequestListener]>([
    ['closed the connection', (_, response) => void response.destroy()],
    ['answered 503', reply(503, JSON_TYPE)],
  ])('of anything else is never made: a mutation that %s is sent once', async (_name, fail) => {
    await using far = await open(once_(fail), { retry })
    await far.fetch()
    await far.fetch({ idempotent: false })
    expect(far.events).toEqual(['FAILURE', 'SUCCESS'])
  })

  test.each<[string, RequestListener]>([
    ['500', reply(500, 'text/html')],
    ['429', reply(429, 'text/html')],
    [
      'headers and a broken body',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': '99' })
        response.write('{', () => response.destroy())
      },
    ],
  ])('does not follow %s', async (_name, fail) => {
    await using far = await open(once_(fail), { retry })
    expect(await far.fetch({ idempotent: true })).toMatchObject({ fault: 'UNAVAILABLE' })
    expect(far.events).toHaveLength(1)
  })

  test('is not made when the budget is spent', async () => {
    await using far = await open((_, response) => void response.destroy(), { retry })
    for (let request = 0; request < 5; request += 1) await far.fetch({ idempotent: true })
    expect(far.events.filter((event) => event === 'RETRY')).toHaveLength(2)
  })
})

describe('the circuit', () => {
  const circuit = { windowMs: 60_000, requestsMin: 3, failureRatio: 0.5, openMs: 40, openMsMax: 40 }

  test('opens on failures, answers at once without a request, and closes by itself', async () => {
    let healthy = false
    let requests = 0
    await using far = await open(
      (request, response) => {
        requests += 1
        if (healthy) reply(200, JSON_TYPE)(request, response)
        else response.destroy()
      },
      { circuit },
    )
    for (let request = 0; request < 3; request += 1) await far.fetch()
    expect(await far.fetch()).toEqual({ fault: 'UNAVAILABLE', reason: 'the circuit is open' })
    expect(requests).toBe(3)
    healthy = true
    let answer = await far.fetch()
    while ('fault' in answer) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      answer = await far.fetch()
    }
    expect(far.events).toEqual(['FAILURE', 'FAILURE', 'OPEN', 'FAILURE', 'HALF_OPEN', 'CLOSED', 'SUCCESS'])
  })

  test('is not opened by refusals, too long or unusable answers, and clients that leave', async () => {
    const answers: RequestListener[] = [
      reply(403, 'text/html'),
      reply(404, 'text/html'),
      reply(413, 'text/html'),
      reply(200, JSON_TYPE, 'x'.repeat(20_000)),
      reply(500, 'text/html'),
      reply(200, 'text/html'),
      reply(307, JSON_TYPE),
      reply(200, JSON_TYPE, Buffer.from([0xff])),
      reply(500, JSON_TYPE, '{"errors":[{"message":"x"}]}'),
    ]
    let next = 0
    await using far = await open((request, response) => answers[next++ % answers.length]?.(request, response), {
      circuit,
    })
    for (const _ of answers) await far.fetch()
    expect(far.events).toEqual([...answers.slice(1).map(() => 'NEUTRAL'), 'SUCCESS'])
  })
})

test('connections are kept, up to the limit, and closed in the end', async () => {
  const far = await open(reply(200, JSON_TYPE), { connectionsMax: 2 })
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 10 }, () => far.fetch()))
  expect(far.sockets.size).toBe(2)
  await far[Symbol.asyncDispose]()
})
