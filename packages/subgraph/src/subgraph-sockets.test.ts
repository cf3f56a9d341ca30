import { once } from 'node:events'
import { type Client, createClient, type ExecutionResult, type SubscribePayload } from 'graphql-ws'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openShopSubgraph, type ShopSubgraph } from './testing/shop-subgraph.ts'

function connect(shop: ShopSubgraph): Client {
  return createClient({ url: `${shop.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0 })
}

async function signed(shop: ShopSubgraph, payload: SubscribePayload): Promise<SubscribePayload> {
  return { ...payload, extensions: { ...payload.extensions, identityAssertion: await shop.assertions.assertion() } }
}

/** All results of one operation, then the `error` message if there was one. */
async function collect(client: Client, payload: SubscribePayload): Promise<unknown[]> {
  const results: unknown[] = []
  try {
    for await (const result of client.iterate(payload)) results.push(result)
  } catch (error) {
    results.push(error)
  }
  return results
}

/** A socket without a client library, with its received messages one after another. */
async function openBare(shop: ShopSubgraph, protocols: string | string[] = 'graphql-transport-ws', path = '/graphql') {
  const socket = new WebSocket(`${shop.url.replace('http', 'ws')}${path}`, protocols)
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve)
    socket.on('error', () => undefined)
  })
  return { socket, closed, send: (message: object) => socket.send(JSON.stringify(message)) }
}

/** A socket that may subscribe. Subscribing before `connection_ack` would close it. */
async function openAcknowledged(shop: ShopSubgraph) {
  const bare = await openBare(shop)
  await once(bare.socket, 'open')
  const acknowledged = once(bare.socket, 'message')
  bare.send({ type: 'connection_init' })
  await acknowledged
  return bare
}

describe('every operation needs its own assertion', () => {
  test.each([
    'subscription { puts { name } }',
    '{ me }',
    '{ _service { sdl } }',
    'mutation { put(name: "a") { name } }',
  ])('the operation %s needs its own assertion', async (query) => {
    await using shop = await openShopSubgraph()
    const client = connect(shop)
    const others = await shop.assertions.assertion({}, 'another-service')
    for (const identityAssertion of [undefined, '', 'nonsense', 7, others]) {
      const [error, ...more] = await collect(client, { query, extensions: { identityAssertion } })
      expect(error).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
      expect(more).toEqual([])
    }
    expect(await collect(client, await signed(shop, { query: '{ me }' }))).toEqual([{ data: { me: 'Ann' } }])
    await client.dispose()
  })
})

describe('operations', () => {
  test('a subscription delivers its events, each with its own context', async () => {
    await using shop = await openShopSubgraph()
    const client = connect(shop)
    const results = client.iterate(await signed(shop, { query: 'subscription { puts { name context } }' }))
    const first = results.next()
    await once(shop.events, 'waiting')
    shop.events.emit('put', 'a')
    const one = (await first).value as ExecutionResult<{ puts: { name: string; context: number } }>
    shop.events.emit('put', 'b')
    const two = (await results.next()).value as typeof one
    expect([one.data?.puts.name, two.data?.puts.name]).toEqual(['a', 'b'])
    expect(two.data?.puts.context).toBeGreaterThan(one.data?.puts.context ?? 0)
    await results.return?.()
    await client.dispose()
  })

  test('errors of an event are masked like those over HTTP', async () => {
    await using shop = await openShopSubgraph()
    const client = connect(shop)
    const results = client.iterate(await signed(shop, { query: 'subscription { puts { name broken } }' }))
    const first = results.next()
    await once(shop.events, 'waiting')
    shop.events.emit('put', 'a')
    expect((await first).value).toMatchObject({
      data: { puts: { name: 'a', broken: null } },
      errors: [{ message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    })
    await client.dispose()
  })

  test('a source that throws ends its subscription with a masked error', async () => {
    await using shop = await openShopSubgraph()
    const client = connect(shop)
    const results = await collect(client, await signed(shop, { query: 'subscription { tearing { name } }' }))
    expect(results).toMatchObject([
      { data: { tearing: { name: 'first' } } },
      [{ message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    ])
    await client.dispose()
  })

  test.each([
    ['subscription { guarded { name } }', 'FORBIDDEN'],
    ['subscription { sourceless { name } }', 'INTERNAL_SERVER_ERROR'],
    ['subscription {', 'GRAPHQL_PARSE_FAILED'],
    [`{ ${'me '.repeat(30_000)} }`, 'GRAPHQL_PARSE_FAILED'],
    ['subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query ($n: Int!) { items(first: $n) { name } }', 'BAD_USER_INPUT'],
    ['query A { me } query B { me }', 'OPERATION_RESOLUTION_FAILURE'],
    ['subscription ($w: Boolean!) { puts @include(if: $w) { name } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('a failure before there is data is an error message: %#', async (query, code) => {
    await using shop = await openShopSubgraph()
    const client = connect(shop)
    expect(await collect(client, await signed(shop, { query }))).toMatchObject([[{ extensions: { code } }]])
    await client.dispose()
  })

  test.each(['puts', 'endless'])(
    'ending a subscription aborts its signal, also while it is waiting: %s',
    async (field) => {
      await using shop = await openShopSubgraph()
      const client = connect(shop)
      const results = client.iterate(await signed(shop, { query: `subscription { ${field} { name } }` }))
      void results.next()
      await once(shop.events, 'waiting')
      await results.return?.()
      await aborted(shop.signals[0])
      await client.dispose()
    },
  )

  test('closing a socket aborts its operations', async () => {
    await using shop = await openShopSubgraph()
    const { socket, send } = await openAcknowledged(shop)
    for (const query of ['{ wait }', 'subscription { endless { name } }']) {
      send({ id: query, type: 'subscribe', payload: await signed(shop, { query }) })
      await once(shop.events, 'waiting')
    }
    socket.terminate()
    expect(shop.signals).toHaveLength(2)
    for (const signal of shop.signals) await aborted(signal)
  })
})

describe('subscriptions that can be resumed', () => {
  const counted = (position: number, more: object = {}) => ({
    data: { counted: { name: `${position}`, ...more } },
    extensions: { position: `${position}`, at: new Date(position * 1_000).toISOString() },
  })
  const announced = (position: string) => ({ data: null, extensions: { position } })
  const query = 'subscription { counted(to: 3) { name } }'

  test.each([
    ['each result has its position and its time', {}, [counted(1), counted(2), counted(3)]],
    ['the events after a position are replayed', { resumeAfter: '1' }, [counted(2), counted(3)]],
    ['after the last event nothing is replayed', { resumeAfter: '3' }, []],
    [
      'with announce, the first result is the position it begins after',
      { announce: true },
      [announced('0'), counted(1), counted(2), counted(3)],
    ],
    ['announce works together with resumeAfter', { announce: true, resumeAfter: '2' }, [announced('2'), counted(3)]],
    ['any value of announce but true is ignored', { announce: 'yes', resumeAfter: '2' }, [counted(3)]],
  ])('%s', async (_rule, extensions, expected) => {
    await using shop = await openShopSubgraph()
    const client = connect(shop)
    expect(await collect(client, await signed(shop, { query, extensions }))).toEqual(expected)
    await client.dispose()
  })

  test.each([null, 7, true, ['1'], { position: '1' }, '', 'x', '1 '])(
    'a malformed position is refused: %j',
    async (resumeAfter) => {
      await using shop = await openShopSubgraph()
      const client = connect(shop)
      const payload = await signed(shop, { query, extensions: { announce: true, resumeAfter } })
      const message = expect.stringContaining('extensions.resumeAfter')
      expect(await collect(client, payload)).toMatchObject([[{ message, extensions: { code: 'BAD_USER_INPUT' } }]])
      await client.dispose()
    },
  )

  test.each([query, 'subscription { puts { name } }', 'subscription { endless { name } }'])(
    'no subscription starts when its events cannot be replayed: %s',
    async (document) => {
      await using shop = await openShopSubgraph()
      const client = connect(shop)
      const payload = await signed(shop, { query: document, extensions: { resumeAfter: '9' } })
      expect(await collect(client, payload)).toMatchObject([[{ extensions: { code: 'RESUME_IMPOSSIBLE' } }]])
      expect(shop.events.listenerCount('put')).toBe(0)
      await client.dispose()
    },
  )

  test('errors are sent beside the position', async () => {
    await using shop = await openShopSubgraph()
    const client = connect(shop)
    const payload = await signed(shop, { query: 'subscription { counted(to: 1) { name broken } }' })
    expect(await collect(client, payload)).toMatchObject([
      { ...counted(1, { broken: null }), errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    ])
    await client.dispose()
  })

  test('a source without positions announces none, and queries ignore the extensions of subscriptions', async () => {
    await using shop = await openShopSubgraph()
    const client = connect(shop)
    const extensions = { announce: true }
    const tearing = await signed(shop, { query: 'subscription { tearing { name } }', extensions })
    expect(await collect(client, tearing)).toMatchObject([{ data: { tearing: { name: 'first' } } }, [{}]])
    const me = await signed(shop, { query: '{ me }', extensions: { announce: true, resumeAfter: 7 } })
    expect(await collect(client, me)).toEqual([{ data: { me: 'Ann' } }])
    await client.dispose()
  })
})

describe('limits', () => {
  test('a socket without connection_init is closed', async () => {
    await using shop = await openShopSubgraph({ limits: { initTimeoutMs: 50 } })
    expect(await (await openBare(shop)).closed).toBe(4408)
  })

  test('a message that is too long closes the socket', async () => {
    await using shop = await openShopSubgraph({ limits: { messageBytesMax: 1_000 } })
    const { socket, closed } = await openBare(shop)
    await once(socket, 'open')
    socket.send('x'.repeat(1_001))
    expect(await closed).toBe(1009)
  })

  test('an event that is too long ends only its own subscription', async () => {
    await using shop = await openShopSubgraph({ limits: { bufferedBytesMax: 40_000 } })
    const client = connect(shop)
    const calm = client.iterate(await signed(shop, { query: 'subscription { puts { __typename } }' }))
    for (const name of ['x'.repeat(10_000), 'ä'.repeat(5_000)]) {
      const seen = calm.next()
      const long = collect(client, await signed(shop, { query: 'subscription { puts { name } }' }))
      await expect.poll(() => shop.events.listenerCount('put')).toBe(2)
      shop.events.emit('put', 'short')
      shop.events.emit('put', name)
      const error = { message: expect.stringContaining('10000 bytes'), extensions: { code: 'EVENT_TOO_LONG' } }
      expect(await long).toEqual([{ data: { puts: { name: 'short' } } }, [error]])
      const event = { data: { puts: { __typename: 'Item' } } }
      expect([(await seen).value, (await calm.next()).value]).toEqual([event, event])
      await expect.poll(() => shop.events.listenerCount('put')).toBe(1)
    }
    await client.dispose()
  })

  test('a response that is too long becomes an error of its query', async () => {
    await using shop = await openShopSubgraph({ limits: { bufferedBytesMax: 40_000 } })
    const client = connect(shop)
    const query = await signed(shop, { query: '{ items(first: 1000) { name } }' })
    expect(await collect(client, query)).toMatchObject([[{ extensions: { code: 'EVENT_TOO_LONG' } }]])
    expect(await collect(client, await signed(shop, { query: '{ me }' }))).toEqual([{ data: { me: 'Ann' } }])
    await client.dispose()
  })

  test('while long events are buffered, further long ones are refused and short ones are sent', async () => {
    await using shop = await openShopSubgraph({ limits: { bufferedBytesMax: 4_000_000 } })
    shop.events.setMaxListeners(40)
    const { socket, send } = await openAcknowledged(shop)
    const received: { id?: string; type: string; payload?: unknown }[] = []
    socket.on('message', (text) => received.push(JSON.parse(String(text))))
    const ids = Array.from({ length: 40 }, (_, id) => `${id}`)
    for (const id of ids) {
      const query = `subscription { puts { ${id === '39' ? '__typename' : 'name'} } }`
      send({ id, type: 'subscribe', payload: await signed(shop, { query }) })
    }
    await expect.poll(() => shop.events.listenerCount('put')).toBe(40)
    socket.pause()
    shop.events.emit('put', 'x'.repeat(900_000))
    await expect.poll(() => shop.events.listenerCount('put')).toBeLessThan(40)
    socket.resume()
    const outcomes = () => received.filter(({ id }) => id !== undefined)
    await expect.poll(() => outcomes().length).toBe(40)
    expect(outcomes().map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const refused = outcomes().filter(({ type }) => type === 'error')
    expect(refused.length).toBe(40 - shop.events.listenerCount('put'))
    for (const { payload } of refused) {
      expect(payload).toMatchObject([{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }])
    }
    expect(outcomes().find(({ id }) => id === '39')).toMatchObject({ type: 'next' })
    socket.terminate()
  })

  test('each operation above the limit is refused', async () => {
    await using shop = await openShopSubgraph({ limits: { operationsPerSocketMax: 1 } })
    const client = connect(shop)
    const results = client.iterate(await signed(shop, { query: 'subscription { endless { name } }' }))
    void results.next()
    await once(shop.events, 'waiting')
    const payload = await signed(shop, { query: '{ me }' })
    expect(await collect(client, payload)).toMatchObject([[{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]])
    await results.return?.()
    expect(await collect(client, payload)).toEqual([{ data: { me: 'Ann' } }])
    await client.dispose()
  })

  test('sockets above the limit are not accepted', async () => {
    await using shop = await openShopSubgraph({ limits: { socketsMax: 1 } })
    const first = await openBare(shop)
    await once(first.socket, 'open')
    const second = await openBare(shop)
    const [, response] = await once(second.socket, 'unexpected-response')
    expect(response.statusCode).toBe(503)
  })

  test('other paths and other protocols are refused', async () => {
    await using shop = await openShopSubgraph()
    const [, response] = await once(
      (await openBare(shop, 'graphql-transport-ws', '/other')).socket,
      'unexpected-response',
    )
    expect(response.statusCode).toBe(404)
    expect(await (await openBare(shop, [])).closed).toBe(4406)
  })

  test('a socket without pongs is terminated', async () => {
    await using shop = await openShopSubgraph({ limits: { pingMs: 30 } })
    const socket = new WebSocket(`${shop.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      autoPong: false,
    })
    const [code] = await once(socket, 'close')
    expect(code).toBe(1006)
  })

  test('disposing the host closes sockets with 1001', async () => {
    const shop = await openShopSubgraph()
    const { socket, closed } = await openBare(shop)
    await once(socket, 'open')
    await shop[Symbol.asyncDispose]()
    expect(await closed).toBe(1001)
  })

  test('an invalid message closes the socket, not the service', async () => {
    await using shop = await openShopSubgraph()
    const { socket, closed } = await openBare(shop)
    await once(socket, 'open')
    socket.send('nonsense')
    expect(await closed).toBe(4400)
    expect((await fetch(`${shop.url}/livez`)).status).toBe(200)
  })
})

async function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === false) await once(signal, 'abort')
  expect(signal?.aborted).toBe(true)
}
