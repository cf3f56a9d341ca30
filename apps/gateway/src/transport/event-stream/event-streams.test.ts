import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setExpiryClock, TOLERANCE_SECONDS } from '../../testing/set-expiry-clock.ts'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway({ env: { GATEWAY_SOCKETS_MAX: 'total=6' }, limits: { eventKeepAliveSeconds: 1 } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const LIVE = 'subscription { orderChanged { id notes } }'

interface Event {
  readonly event: string
  readonly data: unknown
}

interface Opened {
  readonly response: Response
  /** The next event, skipping comments; `undefined` at the end of the stream. */
  next(): Promise<Event | undefined>
  /** All remaining events. */
  rest(): Promise<Event[]>
  /** The body of a response that is not a stream. */
  text(): Promise<string>
  leave(): void
  readonly comments: () => number
}

async function open(
  query: string,
  {
    method = 'POST',
    accept = 'text/event-stream',
    token,
    at = gateway,
  }: { method?: string; accept?: string; token?: string; at?: TestGateway } = {},
): Promise<Opened> {
  const leaving = new AbortController()
  const body = JSON.stringify({ query })
  const headers = { accept, authorization: `Bearer ${token ?? (await at.token())}`, 'content-type': 'application/json' }
  const url = `${at.url}/graphql`
  const response = await (method === 'POST'
    ? fetch(url, { method, headers, body, signal: leaving.signal })
    : fetch(`${url}?query=${encodeURIComponent(query)}`, { headers, signal: leaving.signal }))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let comments = 0
  async function next(): Promise<Event | undefined> {
    const end = text.indexOf('\n\n')
    if (end >= 0) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      if (!block.startsWith(':')) return parse(block)
      comments += 1
      return next()
    }
    const chunk = await reader?.read()
    if (chunk?.done !== false) return undefined
    text += chunk.value
    return next()
  }
  async function rest(): Promise<Event[]> {
    const event = await next()
    return event === undefined ? [] : [event, ...(await rest())]
  }
  async function readText(): Promise<string> {
    const chunk = await reader?.read()
    if (chunk?.done !== false) return text
    text += chunk.value
    return readText()
  }
  return { response, next, rest, text: readText, leave: () => leaving.abort(), comments: () => comments }
}

function parse(block: string): Event {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) ?? [])
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value)
  return { event: fields[0]?.[1] ?? '', data: data.join('\n') === '' ? '' : JSON.parse(data.join('\n')) }
}

const COMPLETE = { event: 'complete', data: '' }

describe('over text/event-stream', () => {
  test.each(['POST', 'GET'])(
    'a subscription sent with %s yields an event for each result, and complete when it ends',
    async (method) => {
      const stream = await open('subscription { orderChanged(first: "2") { id placedBy { name } } }', { method })
      expect(stream.response.status).toBe(200)
      expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(stream.response.headers.get('cache-control')).toContain('no-store')
      expect(stream.response.headers.get('content-encoding')).toBeNull()
      expect(await stream.rest()).toEqual([
        { event: 'next', data: { data: { orderChanged: { id: '2', placedBy: { name: 'BOB' } } } } },
        COMPLETE,
      ])
    },
  )

  test('an event stream sends events as they happen', async () => {
    const stream = await open(LIVE)
    await gateway.journal.subscribed(1)
    for (const id of ['1', '2', '3']) {
      gateway.journal.publish({ id, item: 'a' })
      expect(await stream.next()).toMatchObject({
        event: 'next',
        data: { data: { orderChanged: { id, notes: [`note of ${id}`] } } },
      })
    }
    stream.leave()
    while (gateway.journal.subscribers() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test('an event stream sends a query or mutation as one event, without an empty errors array', async () => {
    for (const [query, data] of [
      ['{ orders { order(id: "1") { item } } }', { orders: { order: { item: 'tea' } } }],
      ['mutation { people { rename(id: "ann", name: "Al") { name } } }', { people: { rename: { name: 'Al' } } }],
    ] as const) {
      expect(await (await open(query)).rest()).toEqual([{ event: 'next', data: { data } }, COMPLETE])
    }
  })

  test('an event stream sends a refused operation as an event with its errors', async () => {
    for (const [query, code] of [
      ['{ nonsense }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{', 'GRAPHQL_PARSE_FAILED'],
      ['subscription { orderChanged(first: "refuse") { id } }', 'ORDER_REFUSED'],
    ]) {
      const stream = await open(query ?? '')
      expect(stream.response.status).toBe(200)
      expect(await stream.rest()).toEqual([
        {
          event: 'next',
          data: { errors: [expect.objectContaining({ extensions: expect.objectContaining({ code }) })] },
        },
        COMPLETE,
      ])
    }
  })

  test('a mutation by GET (405), a missing token (401) and a missing operation (400) get JSON', async () => {
    const mutation = await open('mutation { orders { place(item: "got") { id } } }', { method: 'GET' })
    const stranger = await open(LIVE, { token: 'x' })
    const nothing = await open('')
    expect([mutation.response.status, stranger.response.status, nothing.response.status]).toEqual([405, 401, 400])
    for (const { response } of [mutation, stranger, nothing]) {
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    expect(gateway.journal.entries.join()).not.toContain('got')
  })

  test('the single connection mode of graphql-sse is not offered: its first request is refused with 405', async () => {
    const reserved = await fetch(`${gateway.url}/graphql`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await gateway.token()}` },
    })
    expect([reserved.status, reserved.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
  })

  test('a client that also accepts JSON gets its subscriptions as events and its queries as JSON', async () => {
    const accept = 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed'
    const stream = await open('subscription { orderChanged(first: "2") { id } }', { accept })
    expect(await stream.rest()).toHaveLength(2)
    const { response } = await open('{ __typename }', { accept })
    expect(response.headers.get('content-type')).toContain('application/graphql-response+json')
  })

  test('an idle event stream gets comments, from the start', async () => {
    const stream = await open(LIVE)
    await gateway.journal.subscribed(1)
    const first = stream.next()
    while (stream.comments() < 2) await new Promise((resolve) => setTimeout(resolve, 10))
    gateway.journal.publish({ id: '9', item: 'a' })
    expect(await first).toMatchObject({ event: 'next' })
    stream.leave()
    while (gateway.journal.subscribers() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test('event streams above the limit are refused with 503 and Retry-After, until one is closed', async () => {
    const streams = [await open(LIVE), await open(LIVE), await open(LIVE)]
    const refused = await open(LIVE)
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.response.headers.get('content-type')).toContain('json')
    for (const stream of streams) stream.leave()
    const again = async (): Promise<Opened> => {
      const stream = await open(LIVE)
      return stream.response.status === 200 ? stream : again()
    }
    const stream = await again()
    stream.leave()
    while (gateway.journal.subscribers() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })
})

test("when the token expires, an event stream ends with TOKEN_EXPIRED and complete, and the subgraph's subscription ends", async () => {
  const exp = Math.floor(Date.now() / 1_000) + 600
  const token = await gateway.token({ exp })
  setExpiryClock(exp + TOLERANCE_SECONDS - 5)
  const stream = await open(LIVE, { token })
  await gateway.journal.subscribed(1)
  expect(await stream.rest()).toEqual([
    { event: 'next', data: { errors: [{ message: expect.any(String), extensions: { code: 'TOKEN_EXPIRED' } }] } },
    COMPLETE,
  ])
  while (gateway.journal.subscribers() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
})

test('a client that disconnects from an event stream aborts the request to the subgraph', async () => {
  const arrived = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  await using other = await openTestGateway({
    people: (_request, response) => {
      arrived.resolve()
      response.once('close', () => gone.resolve())
    },
  })
  const stream = await open('{ people { all { name } } }', { at: other })
  await arrived.promise
  stream.leave()
  await gone.promise
})

test('a client that stops reading its events gets SLOW_CONSUMER, and no more results are queued for it', async () => {
  await using other = await openTestGateway()
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1')
  const body = JSON.stringify({ query: 'subscription { orderChanged { item } }' })
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: a\r\naccept: text/event-stream\r\ncontent-type: application/json\r\nauthorization: Bearer ${await other.token()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await once(socket, 'data')
  socket.pause()
  await other.journal.subscribed(1)
  const item = 'x'.repeat(50_000)
  while (other.journal.subscribers() > 0) {
    for (let event = 0; event < 20; event += 1) other.journal.publish({ id: '1', item })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  let tail = ''
  socket.on('data', (chunk) => {
    tail = (tail + String(chunk)).slice(-1_000)
    if (tail.includes('event: complete')) socket.destroy()
  })
  socket.resume()
  await once(socket, 'close')
  expect(tail).toContain('"code":"SLOW_CONSUMER"')
})

test.each(['client', 'address'])(
  'streams above the limit of one %s are refused with 429, until one is closed',
  async (part) => {
    await using other = await openTestGateway({ env: { GATEWAY_SOCKETS_MAX: `${part}=2` } })
    const first = await open(LIVE, { at: other })
    const second = await open(LIVE, { at: other })
    const refused = await open(LIVE, { at: other })
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '5'])
    const limit = part === 'client' ? 'streamsPerClient' : 'streamsPerAddress'
    expect(JSON.parse(await refused.text())).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', limit, max: 2 } }],
    })
    const otherClient = await open(LIVE, { at: other, token: await other.token({ sub: 'bob' }) })
    expect(otherClient.response.status).toBe(part === 'client' ? 200 : 429)
    for (const stream of [first, otherClient]) stream.leave()
    const again = async (): Promise<Opened> => {
      const stream = await open(LIVE, { at: other })
      return stream.response.status === 200 ? stream : again()
    }
    for (const stream of [second, await again()]) stream.leave()
  },
)

test('a gateway that is shutting down completes queries over event streams and POST, and refuses subscriptions', async () => {
  const held: (() => void)[] = []
  const other = await openTestGateway({
    env: { DRAIN_SECONDS: '0' },
    people: (_request, response) => {
      const body = '{"data":{"people":{"all":[]}}}'
      held.push(() => response.setHeader('content-type', 'application/json').end(body))
    },
  })
  const query = '{ people { all { name } } }'
  const stream = await open(query, { at: other })
  const plain = other.query(query)
  const live = await open(LIVE, { at: other })
  await expect.poll(() => held.length).toBe(2)
  const cut = live.rest().catch(() => 'cut')
  const stopped = other[Symbol.asyncDispose]()
  expect(await cut).toBe('cut')
  for (const release of held) release()
  const data = { people: { all: [] } }
  expect(await stream.rest()).toEqual([{ event: 'next', data: { data } }, COMPLETE])
  expect(await plain).toMatchObject({ data })
  await stopped
})

test('a gateway that is shutting down cuts its event streams without complete, so that clients reconnect', async () => {
  const other = await openTestGateway({ env: { DRAIN_SECONDS: '0' } })
  const stream = await open(LIVE, { at: other })
  await other.journal.subscribed(1)
  const rest = stream.rest().catch(() => 'cut')
  await other[Symbol.asyncDispose]()
  expect(await rest).toBe('cut')
})
