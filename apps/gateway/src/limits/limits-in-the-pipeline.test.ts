import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SubscribePayload } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

const QUERY = '{ orders { list { id } } }'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const persisted = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: hashOf(text) } })

async function post(gateway: TestGateway, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await gateway.token()}`, ...headers },
    body: JSON.stringify(body),
  })
}

/** The first result of an operation over a WebSocket, or the errors that refuse it. */
async function overSocket(gateway: TestGateway, payload: object): Promise<unknown> {
  const client = createClient({
    url: gateway.wsUrl,
    webSocketImpl: WebSocket,
    connectionParams: { bearer_token: await gateway.token() },
    retryAttempts: 0,
  })
  try {
    return await new Promise((resolve) => {
      const sink = { next: resolve, error: resolve, complete: () => resolve('complete') }
      client.subscribe(payload as SubscribePayload, sink)
    })
  } finally {
    await client.dispose()
  }
}

describe('the rate limit of the gateway', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openTestGateway({ env: { GATEWAY_CLIENT_LIMITS: 'rate=1,burst=20' } })
  })
  afterAll(async () => gateway[Symbol.asyncDispose]())

  test('a client that exceeds its rate gets 429 with Retry-After over HTTP, and the code over a WebSocket', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => post(gateway, { query: QUERY })))
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(responses.some(({ status }) => status === 200)).toBe(true)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused[0]?.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', limit: 'rate', max: 1 } }],
    })
    // One token is refilled per second.
    await expect
      .poll(() => overSocket(gateway, { query: QUERY }), { interval: 1 })
      .toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
  })

  test('a client that exceeds its rate does not affect another client', async () => {
    const authorization = `Bearer ${await gateway.token({ sub: 'bob' })}`
    expect((await post(gateway, { query: QUERY }, { authorization })).status).toBe(200)
  })
})

test('every request counts towards the rate, even one that cannot be read', async () => {
  const env = { GATEWAY_CLIENT_LIMITS: 'rate=1,burst=20' }
  await using gateway = await openTestGateway({ env })
  // Another client plans and caches the operation, so that planning is not charged to the measured clients.
  for (let count = 0; count < 2; count += 1) await post(gateway, { query: QUERY })
  const json = 'application/json'
  const kinds: [string, RequestInit][] = [
    ['a valid request', { method: 'POST', headers: { 'content-type': json }, body: JSON.stringify({ query: QUERY }) }],
    ['invalid JSON', { method: 'POST', headers: { 'content-type': json }, body: '{' }],
    ['another content type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['an unacceptable response type', { method: 'POST', headers: { accept: 'image/png' }, body: 'x' }],
    ['an event stream', { method: 'POST', headers: { accept: 'text/event-stream' }, body: '{' }],
    ['GET', { method: 'GET' }],
  ]
  for (const [name, init] of kinds) {
    const authorization = `Bearer ${await gateway.token({ sub: name })}`
    const headers = { ...init.headers, authorization }
    const statuses: number[] = []
    for (let count = 0; count < 60 && !statuses.includes(429); count += 1) {
      statuses.push((await fetch(`${gateway.url}/graphql`, { ...init, headers })).status)
    }
    expect([name, statuses.at(-1)]).toEqual([name, 429])
    // Slow requests are charged more, so fewer requests than the burst may be accepted.
    expect([name, statuses[0]]).not.toEqual([name, 429])
  }
})

test('the time to parse a long body counts towards the rate', async () => {
  const env = { GATEWAY_CLIENT_LIMITS: 'rate=1,burst=2' }
  await using gateway = await openTestGateway({ env })
  const long = { query: QUERY, variables: { a: Array.from({ length: 300_000 }, () => ({})) } }
  expect((await post(gateway, long)).status).not.toBe(429)
  expect((await post(gateway, { query: QUERY })).status).toBe(429)
})

test('the cost of an operation counts towards the rate before it runs, as the estimated time of its subgraphs', async () => {
  const env = { GATEWAY_CLIENT_LIMITS: 'rate=1,burst=20' }
  await using gateway = await openTestGateway({ env })
  const lists = Array.from({ length: 240 }, (_, index) => `a${index}: list { placedBy { id } }`)
  const dear = { query: `{ orders { ${lists.join(' ')} } }` }
  // Another client plans and caches the operation, so that planning is not charged to this client.
  for (const sub of ['ann', 'carol']) {
    expect((await post(gateway, dear, { authorization: `Bearer ${await gateway.token({ sub })}` })).status).toBe(200)
  }
  const authorization = `Bearer ${await gateway.token({ sub: 'bob' })}`
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await post(gateway, dear, { authorization })).status),
  )
  expect(statuses.sort()).toEqual([200, 429, 429, 429, 429, 429, 429, 429])
  expect((await post(gateway, { query: QUERY }, { authorization })).status).toBe(429)
})

test('concurrent operations of a client are limited, and allowed again once some have ended', async () => {
  const held: (() => void)[] = []
  let waiting = Promise.withResolvers<void>()
  await using gateway = await openTestGateway({
    env: { GATEWAY_CLIENT_LIMITS: 'burst=1000000,operations=1' },
    people: (_request, response) => {
      held.push(() => response.setHeader('content-type', 'application/json').end('{"data":{"people":{"all":[]}}}'))
      waiting.resolve()
    },
  })
  const slow = post(gateway, { query: '{ people { all { id } } }' })
  await waiting.promise
  const refused = await post(gateway, { query: QUERY })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({
    errors: [{ extensions: { code: 'RATE_LIMITED', limit: 'concurrent-operations', max: 1, value: 1 } }],
  })
  waiting = Promise.withResolvers<void>()
  for (const release of held) release()
  expect((await slow).status).toBe(200)
  expect((await post(gateway, { query: QUERY })).status).toBe(200)
})

test('of operations sent together over the older protocol, those beyond the limit get an error', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_CLIENT_LIMITS: 'burst=1000000,operations=1' } })
  // Cached operations begin without waiting for a turn.
  for (let sent = 0; sent < 2; sent += 1) await (await post(gateway, { query: QUERY })).text()
  const socket = new WebSocket(gateway.wsUrl, 'graphql-ws')
  const ended: Record<string, string> = {}
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', async () => {
      const send = (message: object) => socket.send(JSON.stringify(message))
      send({ type: 'connection_init', payload: { bearer_token: await gateway.token() } })
      for (const id of ['1', '2', '3']) send({ type: 'start', id, payload: { query: QUERY } })
    })
    socket.on('message', (data) => {
      const { id, type } = JSON.parse(String(data))
      if (id === undefined || type === 'complete') return
      ended[id] = type
      if (Object.keys(ended).length === 3) resolve()
    })
  })
  socket.close()
  expect(ended).toEqual({ 1: 'data', 2: 'error', 3: 'error' })
})

test('concurrent subscriptions of a client are limited', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_CLIENT_LIMITS: 'burst=1000000,subscriptions=1' } })
  const client = createClient({
    url: gateway.wsUrl,
    webSocketImpl: WebSocket,
    connectionParams: { bearer_token: await gateway.token() },
  })
  const nothing = { next: () => {}, error: () => {}, complete: () => {} }
  client.subscribe({ query: 'subscription { orderChanged { id } }' }, nothing)
  await gateway.journal.subscribed(1)
  const refused = [{ extensions: { code: 'RATE_LIMITED', limit: 'concurrent-subscriptions' } }]
  expect(await overSocket(gateway, { query: 'subscription { orderChanged { id } }' })).toMatchObject(refused)
  await client.dispose()
})

describe('an automatic persisted query', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openTestGateway()
  })
  afterAll(async () => gateway[Symbol.asyncDispose]())

  const NOT_FOUND = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_OPERATION_NOT_FOUND' } }
  const RESULT = { data: { orders: { list: [{ id: '1' }, { id: '2' }] } } }

  async function get(query: string): Promise<unknown> {
    const url = `${gateway.url}/graphql?extensions=${encodeURIComponent(JSON.stringify(persisted(query)))}`
    return (await fetch(url, { headers: { authorization: `Bearer ${await gateway.token()}` } })).json()
  }

  test('a persisted query is requested once, and then known for POST, GET and WebSocket', async () => {
    expect(await (await post(gateway, { extensions: persisted(QUERY) })).json()).toMatchObject({ errors: [NOT_FOUND] })
    expect(await get(QUERY)).toMatchObject({ errors: [NOT_FOUND] })
    expect(await overSocket(gateway, { query: '', extensions: persisted(QUERY) })).toMatchObject([NOT_FOUND])
    expect(await (await post(gateway, { query: QUERY, extensions: persisted(QUERY) })).json()).toMatchObject(RESULT)
    expect(await (await post(gateway, { extensions: persisted(QUERY) })).json()).toMatchObject(RESULT)
    expect(await get(QUERY)).toMatchObject(RESULT)
    expect(await overSocket(gateway, { query: '', extensions: persisted(QUERY) })).toMatchObject(RESULT)
  })

  test('a persisted query may be a subscription over an event stream', async () => {
    const query = 'subscription { orderChanged(first: "2") { id } }'
    const accept = 'text/event-stream'
    const body = { query, extensions: persisted(query) }
    expect(await (await post(gateway, body, { accept })).text()).toContain('"orderChanged":{"id":"2"}')
    const again = await post(gateway, { extensions: persisted(query) }, { accept })
    expect(await again.text()).toContain('"orderChanged":{"id":"2"}')
  })

  test('an invalid document is not persisted', async () => {
    const query = '{ unknown }'
    await post(gateway, { query, extensions: persisted(query) })
    expect(await (await post(gateway, { extensions: persisted(query) })).json()).toMatchObject({ errors: [NOT_FOUND] })
  })
})

test('when trusted documents are enforced, no other document runs over HTTP, event streams or WebSocket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'))
  const path = join(folder, 'manifest.json')
  await writeFile(path, JSON.stringify({ list: QUERY }))
  await using gateway = await openTestGateway({ env: { GATEWAY_TRUSTED_DOCUMENTS: path } })
  await rm(folder, { recursive: true })
  const byId = { extensions: { persistedQuery: { version: 1, sha256Hash: 'list' } } }
  expect(await (await post(gateway, byId)).json()).toHaveProperty('data.orders.list')
  expect(await overSocket(gateway, { query: '', ...byId })).toHaveProperty('data.orders.list')
  const other = { query: '{ orders { list { item } } }' }
  const refused = [{ extensions: { code: 'PERSISTED_OPERATION_NOT_FOUND' } }]
  expect(await (await post(gateway, other)).json()).toMatchObject({ errors: refused })
  expect(await overSocket(gateway, other)).toMatchObject(refused)
  expect(await (await post(gateway, other, { accept: 'text/event-stream' })).text()).toContain(
    'PERSISTED_OPERATION_NOT_FOUND',
  )
  expect(gateway.journal.entries).toEqual([])
})

test('with GATEWAY_REJECT_UNAUTHORIZED, an operation with a forbidden field is refused', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_REJECT_UNAUTHORIZED: 'true' } })
  const token = await gateway.token({ realm_access: { roles: ['visitor'] } })
  const { data, errors } = await gateway.query('{ orders { list { id address } } }', { token })
  expect([data, errors?.map(({ extensions }) => extensions?.code)]).toEqual([null, ['FORBIDDEN']])
  expect(await gateway.query(QUERY, { token })).toHaveProperty('data.orders.list')
})
