import { once } from 'node:events'
import { request } from 'node:http'
import type { FormattedExecutionResult } from 'graphql'
import { createClient } from 'graphql-ws'
import { SubscriptionClient } from 'subscriptions-transport-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { setExpiryClock, TOLERANCE_SECONDS } from '../../testing/set-expiry-clock.ts'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway({
    env: { GATEWAY_BYTES_MAX: 'body=10 KB' },
    limits: {
      operationsPerSocketMax: 3,
      socketInitTimeoutSeconds: 1,
      socketMessagesPerSecond: 10_000,
      socketMessagesBurst: 10_000,
    },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const LIVE = 'subscription { orderChanged { id item notes placedBy { name nickname } } }'
const liveEvent = (id: string) => ({
  data: {
    orderChanged: { id, item: `item ${id}`, notes: [`note of ${id}`], placedBy: { name: 'ANN', nickname: 'anny' } },
  },
  extensions: { position: expect.any(String), at: expect.any(String) },
})
const publish = (...ids: string[]) => {
  for (const id of ids) gateway.journal.publish({ id, item: `item ${id}` })
}

/** The operations that both client libraries support. */
interface Client {
  /** Resolves with every result once the operation completes or fails, followed by the error, if any. */
  run(
    query: string,
    onResult?: (result: FormattedExecutionResult) => void,
  ): Promise<{ results: unknown[]; error?: unknown }>
  close(): void | Promise<void>
}

function transportClient(params: Record<string, unknown>): Client {
  const client = createClient({
    url: gateway.wsUrl,
    webSocketImpl: WebSocket,
    connectionParams: params,
    retryAttempts: 0,
  })
  return {
    run: (query, onResult) =>
      new Promise((resolve) => {
        const results: unknown[] = []
        client.subscribe(
          { query },
          {
            next: (result) => {
              results.push(result)
              onResult?.(result as FormattedExecutionResult)
            },
            error: (error) => resolve({ results, error }),
            complete: () => resolve({ results }),
          },
        )
      }),
    close: () => client.dispose(),
  }
}

function legacyClient(params: Record<string, unknown>): Client {
  // For a busy machine: by default this client gives up if a connection takes a second to open.
  const options = { connectionParams: params, reconnect: false, minTimeout: 600_000, timeout: 600_000 }
  const client = new SubscriptionClient(gateway.wsUrl, options, WebSocket)
  return {
    run: (query, onResult) =>
      new Promise((resolve) => {
        const results: unknown[] = []
        client.request({ query }).subscribe({
          next: (result) => {
            results.push(result)
            onResult?.(result as FormattedExecutionResult)
          },
          error: (error) => resolve({ results, error }),
          complete: () => resolve({ results }),
        })
      }),
    close: () => client.close(),
  }
}

describe.each([
  ['graphql-transport-ws with the client of graphql-ws', transportClient],
  ['graphql-ws with the client of subscriptions-transport-ws', legacyClient],
])('over %s', (_name, open) => {
  test.each([['bearer_token'], ['Authorization'], ['authorization']])(
    'a token in %s authenticates the connection',
    async (key) => {
      const token = await gateway.token()
      const client = open({ [key]: key === 'bearer_token' ? token : `Bearer ${token}` })
      const { results } = await client.run('{ orders { whoami } }')
      expect(results).toEqual([{ data: { orders: { whoami: 'service-account-1' } } }])
      await client.close()
    },
  )

  test('queries, mutations and refusals have the same results as over HTTP', async () => {
    const client = open({ bearer_token: await gateway.token() })
    const place = 'mutation { orders { place(item: "jar") { id placedBy { name } } } }'
    expect((await client.run(place)).results).toEqual([
      { data: { orders: { place: { id: 'jar', placedBy: { name: 'ANN' } } } } },
    ])
    expect((await client.run('{ orders { refuse } }')).results).toEqual([
      {
        data: { orders: { refuse: null } },
        errors: [expect.objectContaining({ path: ['orders', 'refuse'], extensions: { code: 'ORDER_REFUSED' } })],
      },
    ])
    await client.close()
  })

  test('a subscription delivers every event in order, with fields of other subgraphs', async () => {
    const client = open({ bearer_token: await gateway.token() })
    const got: FormattedExecutionResult[] = []
    const third = Promise.withResolvers<void>()
    void client.run(LIVE, (result) => {
      if (got.push(result) === 3) third.resolve()
    })
    await gateway.journal.subscribed(1)
    publish('7', '8', '9')
    await third.promise
    expect(got).toEqual([liveEvent('7'), liveEvent('8'), liveEvent('9')])
    await client.close()
    while (gateway.journal.subscribers() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test('a subscription that its subgraph ends is completed', async () => {
    const client = open({ bearer_token: await gateway.token() })
    expect(await client.run('subscription { orderChanged(first: "2") { id item } }')).toEqual({
      results: [{ data: { orderChanged: { id: '2', item: 'cup' } } }],
    })
    await client.close()
  })

  test('an invalid or forbidden operation is an error, and the connection stays open', async () => {
    const client = open({ bearer_token: await gateway.token({ realm_access: { roles: ['nobody'] } }) })
    const invalid = await client.run('subscription { orderChanged { nope } }')
    expect(JSON.stringify(invalid.error ?? invalid.results)).toContain('nope')
    const refused = await client.run(LIVE)
    expect(refused.results).toEqual([])
    expect(JSON.stringify(refused.error)).toContain('orders:read')
    expect((await client.run('{ __typename }')).results).toEqual([{ data: { __typename: 'Query' } }])
    await client.close()
  })

  test("the subgraph's refusal of a subscription reaches the client", async () => {
    const client = open({ bearer_token: await gateway.token() })
    const outcome = await client.run('subscription { orderChanged(first: "refuse") { id } }')
    expect(JSON.stringify(outcome)).toContain('No such order.')
    expect(JSON.stringify(outcome)).toContain('ORDER_REFUSED')
    await client.close()
  })

  test('a forbidden field is null in each event', async () => {
    const client = open({ bearer_token: await gateway.token({ realm_access: { roles: ['visitor'] } }) })
    const first = Promise.withResolvers<FormattedExecutionResult>()
    void client.run('subscription { orderChanged(first: "1") { id address placedBy { name } } }', first.resolve)
    expect(await first.promise).toEqual({
      data: { orderChanged: { id: '1', address: null, placedBy: { name: 'ANN' } } },
      errors: [expect.objectContaining({ path: ['orderChanged', 'address'], extensions: { code: 'FORBIDDEN' } })],
    })
    await client.close()
  })

  test('each operation beyond the limit of the socket is refused', async () => {
    const client = open({ bearer_token: await gateway.token() })
    for (let count = 1; count <= 3; count += 1) {
      // Different subscriptions, since equal ones would share one subscription at the subgraph.
      void client.run(`subscription { orderChanged { name${count}: id } }`)
      await gateway.journal.subscribed(count)
    }
    expect(JSON.stringify(await client.run('{ __typename }'))).toContain('OPERATION_LIMIT_EXCEEDED')
    await client.close()
    while (gateway.journal.subscribers() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })
})

/** A raw socket: what it received, and how it was closed. */
async function rawSocket(protocol: string | string[], headers: Record<string, string> = {}) {
  const socket = new WebSocket(gateway.wsUrl, protocol, { headers })
  const received: { type: string; id?: string; payload?: unknown }[] = []
  socket.on('message', (text) => received.push(JSON.parse(String(text))))
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: code as number, reason: String(reason) }))
  await once(socket, 'open')
  return {
    received,
    closed,
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    sendBinary: () => socket.send(Buffer.from('{}')),
    close: () => socket.close(),
    async until(type: string) {
      while (!received.some((message) => message.type === type)) await once(socket, 'message')
      return received.find((message) => message.type === type)
    },
  }
}

const TRANSPORT = 'graphql-transport-ws'
const LEGACY = 'graphql-ws'

describe('a bad token', () => {
  const bad = async (): Promise<[name: string, payload: unknown, reason: string][]> => [
    ['missing', undefined, 'TOKEN_MISSING'],
    ['malformed', { bearer_token: 'abc' }, 'TOKEN_MALFORMED'],
    ['for another audience', { bearer_token: await gateway.token({ aud: 'account' }) }, 'TOKEN_AUDIENCE_WRONG'],
    ['not a string', { bearer_token: { $ne: null } }, 'TOKEN_MISSING'],
  ]

  test('a bad token closes graphql-transport-ws with 4403', async () => {
    for (const [name, payload, reason] of await bad()) {
      const socket = await rawSocket(TRANSPORT)
      socket.send({ type: 'connection_init', payload })
      const closeReason = expect.stringMatching(new RegExp(`^${reason}: `))
      expect(await socket.closed, name).toEqual({ code: 4403, reason: closeReason })
      expect(socket.received).toEqual([])
    }
  })

  test('a bad token gets connection_error over graphql-ws', async () => {
    for (const [name, payload, reason] of await bad()) {
      const socket = await rawSocket(LEGACY)
      socket.send({ type: 'connection_init', payload })
      socket.send({ type: 'start', id: '1', payload: { query: '{ __typename }' } })
      expect((await socket.closed).code, name).toBe(4403)
      expect(socket.received).toEqual([
        {
          type: 'connection_error',
          payload: { message: expect.any(String), code: 'UNAUTHENTICATED', reason },
        },
      ])
    }
  })
})

test('the upgrade request may have the token in its authorization header', async () => {
  const socket = await rawSocket(TRANSPORT, { authorization: `Bearer ${await gateway.token()}` })
  socket.send({ type: 'connection_init' })
  expect(await socket.until('connection_ack')).toEqual({ type: 'connection_ack' })
  socket.close()
})

test('a client that offers both subprotocols gets graphql-transport-ws', async () => {
  const socket = new WebSocket(gateway.wsUrl, [LEGACY, TRANSPORT])
  await once(socket, 'open')
  expect(socket.protocol).toBe(TRANSPORT)
  socket.close()
})

describe('closed sockets', () => {
  const init = async () => ({ type: 'connection_init', payload: { bearer_token: await gateway.token() } })

  test.each([
    ['no init in time', TRANSPORT, [], 4408],
    ['no init in time, legacy', LEGACY, [], 4408],
    ['an operation before the init', TRANSPORT, [{ type: 'subscribe', id: '1', payload: { query: '{a}' } }], 4401],
    ['an operation before the init, legacy', LEGACY, [{ type: 'start', id: '1', payload: { query: '{a}' } }], 4401],
    ['a message that is not JSON', TRANSPORT, ['{'], 4400],
    ['a message that is not JSON, legacy', LEGACY, ['{'], 4400],
    ['an unknown type', TRANSPORT, [{ type: 'dance' }], 4400],
    ['an unknown type, legacy', LEGACY, [{ type: 'dance' }], 4400],
    ['a message over the limit', TRANSPORT, ['x'.repeat(20_000)], 1009],
    ['a message over the limit, legacy', LEGACY, ['x'.repeat(20_000)], 1009],
    ['a message of 10 MB', TRANSPORT, ['x'.repeat(10_000_000)], 1009],
    ['a message of 10 MB, legacy', LEGACY, ['x'.repeat(10_000_000)], 1009],
  ])('a socket is closed after %s', async (_name, protocol, messages, code) => {
    const socket = await rawSocket(protocol)
    for (const message of messages) socket.send(message)
    expect((await socket.closed).code).toBe(code)
  })

  test.each([[TRANSPORT], [LEGACY]])('a second init over %s closes the socket', async (protocol) => {
    const socket = await rawSocket(protocol)
    socket.send(await init())
    socket.send(await init())
    expect((await socket.closed).code).toBe(4429)
  })

  test('the same id twice over graphql-transport-ws closes the socket', async () => {
    const socket = await rawSocket(TRANSPORT)
    socket.send(await init())
    await socket.until('connection_ack')
    for (const _ of [1, 2]) socket.send({ type: 'subscribe', id: '1', payload: { query: LIVE } })
    expect(await socket.closed).toEqual({ code: 4409, reason: 'Subscriber for 1 already exists' })
  })

  test('the same id twice over graphql-ws replaces the operation, and the socket stays open', async () => {
    const socket = await rawSocket(LEGACY)
    socket.send(await init())
    socket.send({ type: 'start', id: '1', payload: { query: LIVE } })
    await gateway.journal.subscribed(1)
    socket.send({ type: 'start', id: '1', payload: { query: '{ __typename }' } })
    expect(await socket.until('data')).toMatchObject({ id: '1', payload: { data: { __typename: 'Query' } } })
    await expect.poll(() => gateway.journal.subscribers()).toBe(0)
    socket.close()
  })

  test.each([[TRANSPORT], [LEGACY]])('a binary message over %s closes the socket', async (protocol) => {
    const socket = await rawSocket(protocol)
    socket.sendBinary()
    expect((await socket.closed).code).toBe(4400)
  })
})

test.each([
  [TRANSPORT, 'subscribe'],
  [LEGACY, 'start'],
])('the operations of a closing socket over %s end although its client does not read', async (protocol, type) => {
  const socket = await rawSocket(protocol)
  socket.send({ type: 'connection_init', payload: { bearer_token: await gateway.token() } })
  await socket.until('connection_ack')
  socket.send({ type, id: '1', payload: { query: LIVE } })
  await gateway.journal.subscribed(1)
  socket.pause()
  socket.sendBinary()
  await expect.poll(() => gateway.journal.subscribers()).toBe(0)
  socket.resume()
  expect((await socket.closed).code).toBe(4400)
})

test('an unknown subprotocol closes with 4406', async () => {
  const asked = request(gateway.wsUrl.replace('ws', 'http'), {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-protocol': 'graphql-over-pigeon',
    },
  }).end()
  const [response, socket, head] = await once(asked, 'upgrade')
  expect(response.headers['sec-websocket-protocol']).toBeUndefined()
  const bytes = [head]
  socket.on('data', (chunk: Buffer) => bytes.push(chunk))
  await expect.poll(() => Buffer.concat(bytes).length).toBeGreaterThan(4)
  expect(Buffer.concat(bytes).readUInt16BE(2)).toBe(4406)
  socket.destroy()
})

test('an upgrade of /graphql-ws/ is handled like one of /graphql-ws', async () => {
  const socket = new WebSocket(`${gateway.wsUrl}/`, TRANSPORT)
  await once(socket, 'open')
  socket.close()
})

test('an upgrade of another path or without a known subprotocol is refused', async () => {
  const elsewhere = new WebSocket(gateway.wsUrl.replace('graphql-ws', 'other'), TRANSPORT)
  expect(String((await once(elsewhere, 'error'))[0])).toContain('404')
  const plain = new WebSocket(gateway.wsUrl)
  expect((await once(plain, 'close'))[0]).toBe(4406)
})

describe('an expired token', () => {
  /** An acknowledged socket, and the time at which its token is no longer accepted. */
  const connect = async (protocol: string) => {
    const socket = await rawSocket(protocol)
    const exp = Math.floor(Date.now() / 1_000) + 600
    socket.send({ type: 'connection_init', payload: { bearer_token: await gateway.token({ exp }) } })
    await socket.until('connection_ack')
    return { ...socket, endSeconds: exp + TOLERANCE_SECONDS }
  }

  test('an expired token fails operations with TOKEN_EXPIRED and closes graphql-transport-ws with 4403', async () => {
    const socket = await connect(TRANSPORT)
    socket.send({ type: 'subscribe', id: 'live', payload: { query: LIVE } })
    await gateway.journal.subscribed(1)
    setExpiryClock(socket.endSeconds)
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Token expired' })
    const last = socket.received.at(-1)
    expect(last).toMatchObject({ type: 'error', id: 'live', payload: [{ extensions: { code: 'TOKEN_EXPIRED' } }] })
    expect(socket.received.map(({ type }) => type)).not.toContain('complete')
  })

  test('an expired token fails operations with TOKEN_EXPIRED and closes graphql-ws with 4403', async () => {
    const socket = await connect(LEGACY)
    socket.send({ type: 'start', id: 'live', payload: { query: LIVE } })
    await gateway.journal.subscribed(1)
    setExpiryClock(socket.endSeconds)
    expect((await socket.closed).code).toBe(4403)
    expect(socket.received).toContainEqual({
      type: 'data',
      id: 'live',
      payload: { data: null, errors: [expect.objectContaining({ extensions: { code: 'TOKEN_EXPIRED' } })] },
    })
  })

  test('an expired token closes a socket without operations', async () => {
    const socket = await connect(TRANSPORT)
    setExpiryClock(socket.endSeconds)
    expect((await socket.closed).code).toBe(4403)
  })

  test('an expired token is accepted for as long as the clocks of the issuer and the gateway may differ', async () => {
    const [early, late] = [await connect(TRANSPORT), await connect(TRANSPORT)]
    late.send({ type: 'ping', payload: { bearer_token: await gateway.token({ exp: early.endSeconds }) } })
    await late.until('pong')
    setExpiryClock(early.endSeconds)
    expect((await early.closed).code).toBe(4403)
    late.send({ type: 'ping', payload: { at: 7 } })
    await expect.poll(() => late.received.at(-1)).toEqual({ type: 'pong', payload: { at: 7 } })
    late.close()
  })
})

describe('a new token in a ping', () => {
  const connect = async (claims: Record<string, unknown> = {}) => {
    const socket = await rawSocket(TRANSPORT)
    socket.send({ type: 'connection_init', payload: { bearer_token: await gateway.token(claims) } })
    await socket.until('connection_ack')
    return socket
  }
  const ping = (token: string) => ({ type: 'ping', payload: { bearer_token: token } })

  test('a new token in a ping keeps the connection and its operations beyond the expiry of the old one', async () => {
    const socket = await connect()
    socket.send({ type: 'subscribe', id: 'live', payload: { query: LIVE } })
    await gateway.journal.subscribed(1)
    const now = Math.floor(Date.now() / 1_000)
    const ends = [now + 400, now + 900]
    const answers = () => socket.received.filter(({ type }) => type === 'pong').map(({ payload }) => payload)
    for (const [index, exp] of ends.entries()) {
      socket.send(ping(await gateway.token({ exp })))
      const expected = ends.slice(0, index + 1).map((end) => ({ expiresAt: new Date(end * 1_000).toISOString() }))
      await expect.poll(answers).toEqual(expected)
    }
    const expiring = await connect({ exp: now + 400 })
    setExpiryClock(now + 400 + TOLERANCE_SECONDS)
    expect((await expiring.closed).code).toBe(4403)
    publish('7')
    expect(await socket.until('next')).toEqual({ type: 'next', id: 'live', payload: liveEvent('7') })
    socket.close()
    expect((await socket.closed).code).not.toBe(4403)
  })

  test('a new token in a ping works with the client of graphql-ws', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const [first, second] = [await gateway.token(), await gateway.token({ exp: now + 600 })]
    const answered = Promise.withResolvers<unknown>()
    const client = createClient({
      url: gateway.wsUrl,
      webSocketImpl: WebSocket,
      lazy: false,
      connectionParams: { bearer_token: first },
      on: {
        connected: (socket) => (socket as WebSocket).send(JSON.stringify(ping(second))),
        pong: (_received, payload) => answered.resolve(payload),
      },
    })
    expect(await answered.promise).toEqual({ expiresAt: new Date((now + 600) * 1_000).toISOString() })
    await client.dispose()
  })

  test.each([
    ['of another subject', { sub: 'somebody-else' }],
    ['of another client', { azp: 'another-client' }],
    ['for another audience', { aud: 'account' }],
  ])('a new token %s changes nothing', async (_name, claims) => {
    const socket = await connect()
    socket.send(ping(await gateway.token(claims)))
    expect(await socket.until('pong')).toMatchObject({ payload: { error: { code: 'UNAUTHENTICATED' } } })
    socket.send({ type: 'subscribe', id: '1', payload: { query: '{ orders { whoami } }' } })
    expect(await socket.until('next')).toMatchObject({ payload: { data: { orders: { whoami: 'service-account-1' } } } })
    socket.close()
  })
})

test('the pong to a ping without a token has its payload', async () => {
  const socket = await rawSocket(TRANSPORT)
  socket.send({ type: 'ping', payload: { at: 7 } })
  expect(await socket.until('pong')).toEqual({ type: 'pong', payload: { at: 7 } })
  socket.close()
})

describe.each([
  [TRANSPORT, 'subscribe', { type: 'error', payload: [{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }] }],
  [LEGACY, 'start', { type: 'error', payload: { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } } }],
])('20,000 operations on one socket over %s', (protocol, type, refused) => {
  // With long ids, the responses exceed what the kernel buffers for a client that does not read.
  const subscribe = (id: number) => ({ type, id: `${id}`.padStart(400, '0'), payload: { query: LIVE } })
  const flood = async () => {
    const socket = await rawSocket(protocol)
    socket.send({ type: 'connection_init', payload: { bearer_token: await gateway.token() } })
    await socket.until('connection_ack')
    return {
      socket,
      /** Sends a thousand operations at a time, so that this process can respond in between. */
      async send() {
        for (let id = 0; id < 20_000; id += 1) {
          socket.send(subscribe(id))
          if (id % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
        }
      },
    }
  }

  test('operations are refused beyond the limit, while other clients are served', async () => {
    const { socket, send } = await flood()
    const sent = send()
    expect(await gateway.query('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } })
    await sent
    const answers = () =>
      socket.received.filter((message) => message.type !== 'connection_ack' && message.type !== 'ka')
    await expect.poll(() => answers().length).toBe(20_000 - 3)
    for (const message of answers()) expect(message).toMatchObject(refused)
    socket.close()
    await expect.poll(() => gateway.journal.subscribers()).toBe(0)
  })

  test('the operations of a client that does not read end when its connection ends', async () => {
    const { socket, send } = await flood()
    socket.pause()
    await send()
    await expect.poll(() => gateway.journal.subscribers()).toBe(0)
    socket.resume()
    await socket.closed
    expect(socket.received.length).toBeLessThan(20_000)
  })
})

test('authenticated sockets do not count as unauthenticated ones', async () => {
  const env = { GATEWAY_SOCKETS_MAX: 'total=5,address=5' }
  await using other = await openTestGateway({ env })
  const open = async () => {
    const socket = new WebSocket(other.wsUrl, TRANSPORT)
    await once(socket, 'open')
    return socket
  }
  for (const _ of [1, 2, 3]) {
    const socket = await open()
    const acknowledged = once(socket, 'message')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { bearer_token: await other.token() } }))
    expect(String((await acknowledged)[0])).toContain('connection_ack')
  }
  await open()
  await expect(open()).rejects.toThrow('429')
})

test('messages beyond the pace of a socket are read later, and none is lost', async () => {
  await using other = await openTestGateway({ limits: { socketMessagesPerSecond: 100, socketMessagesBurst: 10 } })
  const socket = new WebSocket(other.wsUrl, TRANSPORT)
  await once(socket, 'open')
  const acknowledged = once(socket, 'message')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { bearer_token: await other.token() } }))
  await acknowledged
  const pongs: unknown[] = []
  socket.on('message', (message) => pongs.push(JSON.parse(String(message)).payload?.n))
  for (let n = 0; n < 50; n += 1) socket.send(JSON.stringify({ type: 'ping', payload: { n } }))
  await expect.poll(() => pongs.at(-1)).toBe(49)
  expect(pongs).toEqual(Array.from({ length: 50 }, (_, n) => n))
  socket.terminate()
})

test('a stopping gateway closes its sockets with 1012', async () => {
  const other = await openTestGateway()
  const socket = new WebSocket(other.wsUrl, TRANSPORT)
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await other[Symbol.asyncDispose]()
  expect((await closed)[0]).toBe(1012)
})

test.each([[TRANSPORT], [LEGACY]])(
  'sockets beyond the limit of one client close with 1013 over %s',
  async (protocol) => {
    await using other = await openTestGateway({ env: { GATEWAY_SOCKETS_MAX: 'client=1' } })
    const connect = async (sub: string) => {
      const socket = new WebSocket(other.wsUrl, protocol)
      const outcome = Promise.race([once(socket, 'message'), once(socket, 'close')])
      await once(socket, 'open')
      const payload = { bearer_token: await other.token({ sub }) }
      socket.send(JSON.stringify({ type: 'connection_init', payload }))
      const [first] = await outcome
      return { socket, outcome: typeof first === 'number' ? first : JSON.parse(String(first)).type }
    }
    const first = await connect('ann')
    expect([first.outcome, (await connect('ann')).outcome, (await connect('bob')).outcome]).toEqual([
      'connection_ack',
      1013,
      'connection_ack',
    ])
    first.socket.close()
    await expect.poll(async () => (await connect('ann')).outcome).toBe('connection_ack')
  },
)

test('sockets beyond the limit of the gateway are refused', async () => {
  await using other = await openTestGateway({ env: { GATEWAY_SOCKETS_MAX: 'total=1' } })
  const first = new WebSocket(other.wsUrl, TRANSPORT)
  await once(first, 'open')
  const second = new WebSocket(other.wsUrl, TRANSPORT)
  expect(String((await once(second, 'error'))[0])).toContain('503')
})
