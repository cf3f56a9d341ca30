import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  openRetryBudget,
  openSubgraphClient,
  type RawSubgraphRequest,
  type SubgraphClientOptions,
  type SubgraphObserver,
} from './subgraph-client.ts'

const GOOD = '{"data":{"a":1}}'
const NEVER = new AbortController().signal

/** A client of a real HTTP server. */
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
    responseBytesMax: 10_000,
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

/** A client of a server that writes raw bytes. */
async function openRaw(respond: (socket: Socket) => void, options: Partial<SubgraphClientOptions> = {}) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => respond(socket))
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

describe('a response', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'application/graphql-response+json;charset=UTF-8'])(
    'a response of type %s is returned byte for byte',
    async (type) => {
      const body = '{"data":{"a":"žluťoučký 🐎"}}'
      await using server = await open(reply(200, type, body))
      expect(await server.fetch()).toEqual({ status: 200, framed: true, body: [Buffer.from(body)] })
      expect(server.events).toEqual(['SUCCESS'])
    },
  )

  test.each(['text/plain', 'text/plain; charset=utf-8'])('JSON of type %s is read', async (type) => {
    await using server = await open(reply(200, type))
    expect(await server.send()).toEqual({ data: { a: 1 }, errors: [] })
    await using page = await open(reply(404, type, '404 page not found'))
    expect(await page.send()).toMatchObject({ fault: 'UNAVAILABLE' })
  })

  const compressed =
    (coding: string, body: Buffer): RequestListener =>
    (_, response) => {
      response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': coding })
      response.end(body)
    }

  test.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['identity', Buffer.from],
    ['none', Buffer.from],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('a response that is compressed with %s is decompressed', async (coding, compress) => {
    await using server = await open(compressed(coding, compress(GOOD)))
    expect(await server.fetch()).toEqual({ status: 200, framed: true, body: [Buffer.from(GOOD)] })
    expect(server.events).toEqual(['SUCCESS'])
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'the length limit applies to the decompressed response when it is compressed with %s',
    async (coding, compress) => {
      const body = (length: number) => `{"data":{"a":"${'x'.repeat(length - 16)}"}}`
      await using fits = await open(compressed(coding, compress(body(9_999))))
      expect(await fits.fetch()).toMatchObject({ status: 200 })
      await using long = await open(compressed(coding, compress(body(5_000_000))))
      expect(await long.fetch()).toEqual({ fault: 'UNAVAILABLE', reason: 'the response is over 10000 bytes' })
      expect(long.events).toEqual(['NEUTRAL'])
    },
  )

  test.each([
    ['gzip', gzipSync(GOOD).subarray(0, -4)],
    ['br', gzipSync(GOOD)],
    ['gzip, br', brotliCompressSync(gzipSync(GOOD))],
    ['zap', Buffer.from(GOOD)],
  ])('a response in the unreadable coding %s is UNAVAILABLE', async (coding, body) => {
    await using server = await open(compressed(coding, body))
    expect(await server.fetch()).toMatchObject({ fault: 'UNAVAILABLE' })
  })

  test('a response in many chunks is returned complete', async () => {
    await using server = await open((_, response) => {
      response.writeHead(200, { 'content-type': JSON_TYPE })
      for (const character of GOOD) response.write(character)
      response.end()
    })
    expect(await server.fetch()).toEqual({ status: 200, framed: true, body: [Buffer.from(GOOD)] })
  })

  test.each([
    [500, 'INTERNAL_SERVER_ERROR'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [422, 'ORDER_REFUSED'],
  ])('a response with status %i keeps its GraphQL errors', async (status, code) => {
    const error = { message: 'No.', extensions: { code } }
    await using server = await open(reply(status, JSON_TYPE, JSON.stringify({ errors: [error] })))
    expect(await server.send()).toEqual({ data: null, errors: [error] })
  })

  test.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
  ])('a response with status %i without a GraphQL response is a fault with the code %s', async (status, code) => {
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
    ['is truncated JSON', reply(200, JSON_TYPE, '{"data":{"_ent')],
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
  ])(
    'a response that %s is UNAVAILABLE, is not retried, and its body is not in the reason',
    async (_name, listener) => {
      let requests = 0
      await using server = await open((request, response) => {
        requests += 1
        listener(request, response)
      })
      const response = await server.send({ idempotent: true })
      expect(response).toMatchObject({ fault: 'UNAVAILABLE', reason: expect.any(String) })
      expect(JSON.stringify(response)).not.toMatch(/10\.0\.0\.1|127\.0\.0\.1/)
      expect(requests).toBe(1)
    },
  )

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
  ])('a response of %s is UNAVAILABLE', async (_name, bytes) => {
    await using server = await openRaw((socket) => socket.end(bytes, 'latin1'))
    expect(await server.send()).toMatchObject({ fault: 'UNAVAILABLE' })
    expect(server.events).toEqual(['FAILURE'])
  })
})

describe('the framing of a response', () => {
  const head = (fields: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${JSON_TYPE}\r\n${fields}\r\n`
  const CLOSE = 'connection: close\r\n'
  const respond = (bytes: string) => openRaw((socket) => socket.end(bytes, 'latin1'))
  const half = GOOD.slice(0, -1)

  test.each([
    ['chunked', `${head('transfer-encoding: chunked\r\n')}10\r\n${GOOD}\r\n0\r\n\r\n`],
    ['delimited by its length', `${head(`content-length: ${GOOD.length}\r\n`)}${GOOD}`],
  ])('the framing of a complete body that is %s proves that it is complete', async (_name, bytes) => {
    await using server = await respond(bytes)
    expect(await server.fetch()).toEqual({ status: 200, framed: true, body: [Buffer.from(GOOD)] })
  })

  test.each([
    ['chunked', `${head('transfer-encoding: chunked\r\n')}f\r\n${half}\r\n`],
    ['chunked and ends within a chunk', `${head('transfer-encoding: chunked\r\n')}10\r\n${half}`],
    ['delimited by its length', `${head(`content-length: ${GOOD.length}\r\n`)}${half}`],
  ])('a truncated body that is %s is a fault', async (_name, bytes) => {
    await using server = await respond(bytes)
    expect(await server.fetch()).toMatchObject({ fault: 'UNAVAILABLE' })
    expect(server.events).toEqual(['FAILURE'])
  })

  test.each([
    ['complete', GOOD],
    ['truncated', half],
  ])('a %s body that ends with its connection is not proved to be complete', async (_name, body) => {
    await using server = await respond(`${head(CLOSE)}${body}`)
    expect(await server.fetch()).toEqual({ status: 200, framed: false, body: [Buffer.from(body)] })
  })

  test('a body that ends with its connection is parsed if complete, and refused if truncated', async () => {
    await using complete = await respond(`${head(CLOSE)}${GOOD}`)
    expect(await complete.send()).toEqual({ data: { a: 1 }, errors: [] })
    await using truncated = await respond(`${head(CLOSE)}${half}`)
    expect(await truncated.send()).toMatchObject({ fault: 'UNAVAILABLE' })
  })
})

describe('a timeout', () => {
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
  ])('a subgraph that %s is reported once as TIMEOUT, and its connection is closed', async (_name, listener) => {
    const closed = Promise.withResolvers<void>()
    await using server = await open(
      (request, response) => {
        response.once('close', closed.resolve)
        listener(request, response)
      },
      { fetchTimeoutMs: 500 },
    )
    expect(await server.send({ idempotent: true })).toMatchObject({ fault: 'TIMEOUT' })
    await closed.promise
    expect(server.events).toEqual(['FAILURE'])
  })

  test('a timeout caused by the deadline of the operation does not count as a failure of the subgraph', async () => {
    await using server = await open(() => undefined)
    expect(await server.send({ deadlineAtMs: performance.now() + 500 })).toMatchObject({ fault: 'TIMEOUT' })
    expect(await server.send({ deadlineAtMs: performance.now() - 1 })).toMatchObject({ fault: 'TIMEOUT' })
    expect(server.events).toEqual(['NEUTRAL'])
  })

  test('a timeout caused by the deadline counts as a failure if the subgraph had half of the fetch timeout', async () => {
    await using server = await open(() => undefined, { fetchTimeoutMs: 2_000 })
    expect(await server.send({ deadlineAtMs: performance.now() + 1_990 })).toMatchObject({ fault: 'TIMEOUT' })
    expect(server.events).toEqual(['FAILURE'])
  })

  test('cancelling aborts a request, even while it waits for a connection', async () => {
    const arrived = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    await using server = await open(
      (_, response) => {
        arrived.resolve()
        response.once('close', closed.resolve)
      },
      { connectionsMax: 1 },
    )
    const cancelling = new AbortController()
    const responses = [server.send({ signal: cancelling.signal }), server.send({ signal: cancelling.signal })]
    await arrived.promise
    cancelling.abort()
    expect(await Promise.all(responses)).toEqual([
      { fault: 'UNAVAILABLE', reason: 'cancelled by the caller' },
      { fault: 'UNAVAILABLE', reason: 'cancelled by the caller' },
    ])
    await closed.promise
    expect(await server.send({ signal: cancelling.signal })).toMatchObject({ fault: 'UNAVAILABLE' })
    expect(server.events).toEqual(['NEUTRAL', 'NEUTRAL', 'NEUTRAL'])
  })

  test('requests beyond the queue limit are refused immediately', async () => {
    const arrived = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    await using server = await open(
      async (request, response) => {
        arrived.resolve()
        await gate.promise
        reply(200, JSON_TYPE)(request, response)
      },
      { connectionsMax: 1, waitingMax: 1 },
    )
    const accepted = [server.fetch(), server.fetch()]
    expect(await server.fetch()).toMatchObject({ fault: 'UNAVAILABLE', reason: 'more than 2 requests are pending' })
    await arrived.promise
    gate.resolve()
    expect(await Promise.all(accepted)).toEqual([
      { status: 200, framed: true, body: [Buffer.from(GOOD)] },
      { status: 200, framed: true, body: [Buffer.from(GOOD)] },
    ])
  })
})

test('cancelled requests count as pending until they leave the queue, and use no connection', async () => {
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  await using server = await open(
    async (request, response) => {
      arrived.resolve()
      await gate.promise
      reply(200, JSON_TYPE)(request, response)
    },
    { connectionsMax: 1, waitingMax: 3 },
  )
  const held = server.fetch()
  await arrived.promise
  const cancelling = new AbortController()
  const cancelled = Array.from({ length: 3 }, () => server.fetch({ signal: cancelling.signal }))
  cancelling.abort()
  for (const response of cancelled) expect(await response).toMatchObject({ reason: 'cancelled by the caller' })
  expect(await server.fetch()).toMatchObject({ reason: 'more than 4 requests are pending' })
  gate.resolve()
  expect(await held).toMatchObject({ status: 200 })
  await expect.poll(() => server.fetch()).toMatchObject({ status: 200 })
  const many = await Promise.all(Array.from({ length: 4 }, () => server.fetch()))
  expect(many.map((response) => 'status' in response && response.status)).toEqual([200, 200, 200, 200])
  expect(server.sockets.size).toBe(1)
})

describe('a retry', () => {
  const retry = { attemptsMax: 2, ratio: 0, savedMax: 2, delayMs: 1 }
  /** Fails once, then responds. */
  const failOnce = (fail: RequestListener): RequestListener => {
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
  ])('an idempotent fetch is retried after a response that %s', async (_name, fail) => {
    await using server = await open(failOnce(fail), { retry })
    expect(await server.fetch({ idempotent: true })).toEqual({ status: 200, framed: true, body: [Buffer.from(GOOD)] })
    expect(server.events).toEqual(['FAILURE', 'RETRY', 'SUCCESS'])
  })

  test('an idempotent fetch is retried after a refused connection, up to the limit of attempts', async () => {
    await using server = await open(reply(200, JSON_TYPE), { retry, url: 'http://127.0.0.1:9/graphql' })
    expect(await server.fetch({ idempotent: true })).toEqual({ fault: 'UNAVAILABLE', reason: 'ECONNREFUSED' })
    expect(server.events).toEqual(['FAILURE', 'RETRY', 'FAILURE'])
  })

  test.each<[string, RequestListener]>([
    ['closed the connection', (_, response) => void response.destroy()],
    ['received 503', reply(503, JSON_TYPE)],
  ])('a request that is not idempotent is never retried: after %s it was sent once', async (_name, fail) => {
    await using server = await open(failOnce(fail), { retry })
    await server.fetch()
    await server.fetch({ idempotent: false })
    expect(server.events).toEqual(['FAILURE', 'SUCCESS'])
  })

  test('a request to an overloaded subgraph is neither retried immediately nor counted as a failure', async () => {
    const body = '{"errors":[{"message":"busy","extensions":{"code":"SUBGRAPH_OVERLOADED","retryable":true}}]}'
    await using server = await open(failOnce(reply(503, JSON_TYPE, body)), { retry })
    expect(await server.fetch({ idempotent: true })).toMatchObject({ status: 503 })
    expect(server.events).toEqual(['NEUTRAL'])
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
  ])('an idempotent fetch is not retried after %s', async (_name, fail) => {
    await using server = await open(failOnce(fail), { retry })
    expect(await server.fetch({ idempotent: true })).toMatchObject({ fault: 'UNAVAILABLE' })
    expect(server.events).toHaveLength(1)
  })

  test('a fetch is not retried when the retry budget is spent', async () => {
    await using server = await open((_, response) => void response.destroy(), { retry })
    for (let request = 0; request < 5; request += 1) await server.fetch({ idempotent: true })
    expect(server.events.filter((event) => event === 'RETRY')).toHaveLength(2)
  })
})

describe('the circuit breaker', () => {
  const circuit = { windowMs: 60_000, requestsMin: 3, failureRatio: 0.5, openMs: 40, openMsMax: 40 }

  test('the circuit breaker opens on failures, refuses requests immediately, and closes without intervention', async () => {
    let healthy = false
    let requests = 0
    await using server = await open(
      (request, response) => {
        requests += 1
        if (healthy) reply(200, JSON_TYPE)(request, response)
        else response.destroy()
      },
      { circuit },
    )
    for (let request = 0; request < 3; request += 1) await server.fetch()
    expect(await server.fetch()).toEqual({ fault: 'UNAVAILABLE', reason: 'the circuit breaker is open' })
    expect(requests).toBe(3)
    healthy = true
    let response = await server.fetch()
    while ('fault' in response) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      response = await server.fetch()
    }
    expect(server.events).toEqual(['FAILURE', 'FAILURE', 'OPEN', 'FAILURE', 'HALF_OPEN', 'CLOSED', 'SUCCESS'])
  })

  test('refusals and overlong or unusable responses do not open the circuit breaker', async () => {
    const responses: RequestListener[] = [
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
    await using server = await open((request, response) => responses[next++ % responses.length]?.(request, response), {
      circuit,
    })
    for (const _ of responses) await server.fetch()
    expect(server.events).toEqual([...responses.slice(1).map(() => 'NEUTRAL'), 'SUCCESS'])
  })
})

test('connections are reused up to the limit, and closed with the client', async () => {
  const server = await open(reply(200, JSON_TYPE), { connectionsMax: 2 })
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 10 }, () => server.fetch()))
  expect(server.sockets.size).toBe(2)
  await server[Symbol.asyncDispose]()
})

test('retries are limited to the saved balance and the share that requests earn', () => {
  const budget = openRetryBudget({ ratio: 0.125, savedMax: 2 })
  expect([budget.withdraw(), budget.withdraw(), budget.withdraw()]).toEqual([true, true, false])
  for (let request = 0; request < 8; request += 1) budget.deposit()
  expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false])
})

test('the saved balance of retries is limited', () => {
  const budget = openRetryBudget({ ratio: 1, savedMax: 1 })
  for (let request = 0; request < 100; request += 1) budget.deposit()
  expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false])
})

test('the client closes an unused connection before a stopping subgraph could close it during a request', async () => {
  const server = createServer({ keepAliveTimeout: 75_000 }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(GOOD)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await using subgraph = await withClient(server, {})
  await subgraph.fetch()
  expect(subgraph.sockets.size).toBeGreaterThan(0)
  await Promise.all([...subgraph.sockets].map((socket) => once(socket, 'end')))
})
