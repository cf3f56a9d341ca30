import { once } from 'node:events'
import { Trace } from '@apollo/usage-reporting-protobuf'
import { openRaw } from '@travel-rule/http-host/testing/raw-connection'
import { describe, expect, test } from 'vitest'
import { openShopSubgraph, type ShopSubgraph } from './testing/shop-subgraph.ts'

interface PostOptions {
  readonly assertion?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

async function post(shop: ShopSubgraph, query: string, options: PostOptions = {}) {
  const assertion = options.assertion ?? (await shop.assertions.assertion())
  const response = await fetch(`${shop.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-identity-assertion': assertion, ...options.headers },
    body: options.body ?? JSON.stringify({ query }),
    ...(options.signal && { signal: options.signal }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
}

const codesOf = (json: { errors?: { extensions?: { code?: string } }[] }) =>
  json.errors?.map((error) => error.extensions?.code)

describe('a request without a valid assertion is refused', () => {
  test.each(['{ me }', '{ _service { sdl } }', '{ _entities(representations: []) { __typename } }', '{ __typename }'])(
    '%s',
    async (query) => {
      await using shop = await openShopSubgraph()
      const others = await shop.assertions.assertion({}, 'another-service')
      const forged = `${(await shop.assertions.assertion()).split('.').slice(0, 2).join('.')}.AAAA`
      for (const assertion of ['', 'nonsense', others, forged]) {
        const { status, json, headers } = await post(shop, query, { assertion })
        expect([status, codesOf(json), json.data]).toEqual([401, ['UNAUTHENTICATED'], undefined])
        expect(headers.get('www-authenticate')).toBe('IdentityAssertion')
      }
    },
  )

  test("while the gateway's keys cannot be read, an assertion is refused with 503, since its caller is not at fault", async () => {
    await using shop = await openShopSubgraph()
    shop.assertions.publish(false)
    const { status, json, headers } = await post(shop, '{ me }')
    expect([status, codesOf(json), headers.get('retry-after')]).toEqual([503, ['SERVICE_UNAVAILABLE'], '1'])
    expect(await post(shop, '{ me }', { assertion: '' })).toMatchObject({ status: 401 })
    shop.assertions.publish(true)
    await expect.poll(async () => (await post(shop, '{ me }')).status).toBe(200)
  })

  test('a request without a valid assertion is refused for any length of its body', async () => {
    await using shop = await openShopSubgraph()
    const { status } = await post(shop, '', { assertion: 'nonsense', body: 'x'.repeat(3_000_000) })
    expect(status).toBe(401)
  })

  test('health and metrics need no assertion', async () => {
    await using shop = await openShopSubgraph()
    expect((await fetch(`${shop.url}/livez`)).status).toBe(200)
    expect(await (await fetch(`${shop.url}/readyz`)).json()).toEqual({ status: 'ok', checks: { shelf: 'ok' } })
    await post(shop, '{ me }')
    const metrics = await (await fetch(`${shop.url}/metrics`)).text()
    expect(metrics).toContain(
      'http_request_duration_seconds_count{service="shop",method="POST",route="/graphql",status="200"} 1',
    )
  })
})

describe('a federated trace', () => {
  const headers = { 'apollo-federation-include-trace': 'ftv1' }

  test('a federated trace is part of the response if tracing is enabled and the gateway requests it, with masked errors', async () => {
    await using shop = await openShopSubgraph({ federatedTracing: true })
    const { json } = await post(shop, '{ me refused }', { headers })
    expect(json).toMatchObject({ data: { me: 'Ann', refused: null }, extensions: { ftv1: expect.any(String) } })
    const { root } = Trace.decode(Buffer.from(json.extensions.ftv1, 'base64'))
    const fields = root?.child?.map(({ responseName, error }) => [responseName, error?.map(({ message }) => message)])
    expect(fields).toEqual([
      ['me', []],
      ['refused', ['<masked>']],
    ])
    expect((await post(shop, '{ me }')).json).toEqual({ data: { me: 'Ann' } })
  })

  test('a federated trace is never part of the response by default', async () => {
    await using shop = await openShopSubgraph()
    expect((await post(shop, '{ me }', { headers })).json).toEqual({ data: { me: 'Ann' } })
  })
})

describe('operations', () => {
  test('the caller of the assertion is the identity in the context', async () => {
    await using shop = await openShopSubgraph()
    expect((await post(shop, '{ me }')).json).toEqual({ data: { me: 'Ann' } })
  })

  test('introspection needs only an assertion', async () => {
    await using shop = await openShopSubgraph()
    expect((await post(shop, '{ _service { sdl } }')).json.data._service.sdl).toContain(
      'type Item @key(fields: "name")',
    )
    expect((await post(shop, '{ __schema { queryType { name } } }')).json.data.__schema.queryType.name).toBe('Query')
  })

  test('the subgraph also enforces the scopes of the assertion', async () => {
    await using shop = await openShopSubgraph()
    expect(codesOf((await post(shop, '{ vault }')).json)).toEqual(['FORBIDDEN'])
    const assertion = await shop.assertions.assertion({ scopes: ['vault'] })
    expect((await post(shop, '{ vault }', { assertion })).json).toEqual({ data: { vault: null } })
  })

  test('a refusal is shown with its code, message and path', async () => {
    await using shop = await openShopSubgraph()
    const { status, json } = await post(shop, '{ refused me }')
    expect([status, json]).toMatchObject([
      200,
      {
        data: { refused: null, me: 'Ann' },
        errors: [
          { message: 'There is no such item', path: ['refused'], extensions: { code: 'ITEM_UNKNOWN', item: '1' } },
        ],
      },
    ])
    expect(json.errors[0].extensions).not.toHaveProperty('stacktrace')
  })

  test.each(['broken', 'disguised'])(
    'an unexpected error is shown as an id under which it is logged: %s',
    async (field) => {
      await using shop = await openShopSubgraph()
      const { json, text } = await post(shop, `{ ${field} }`)
      const { id, ...rest } = json.errors[0].extensions
      expect([json.errors[0].message, rest]).toEqual(['Internal server error', { code: 'INTERNAL_SERVER_ERROR' }])
      expect(text).not.toMatch(/password|inside/)
      expect(shop.log.lines()).toContainEqual(
        expect.objectContaining({
          errorId: id,
          requestId: expect.any(String),
          err: expect.objectContaining({ type: 'Error' }),
        }),
      )
    },
  )

  test('the trace of the caller is logged', async () => {
    await using shop = await openShopSubgraph()
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    await post(shop, '{ trace }', { headers: { traceparent: `00-${traceId}-${spanId}-01` } })
    await post(shop, '{ trace }', { headers: { traceparent: 'nonsense' } })
    const seen = shop.log.lines().filter(({ msg }) => msg === 'seen')
    expect(seen).toMatchObject([{ traceId, spanId }, { msg: 'seen' }])
    expect(seen[1]).not.toHaveProperty('traceId')
  })

  test('a disconnected caller aborts the signal of its operation', async () => {
    await using shop = await openShopSubgraph()
    const leave = new AbortController()
    const pending = post(shop, '{ wait }', { signal: leave.signal }).catch(() => 'disconnected')
    await once(shop.events, 'waiting')
    leave.abort()
    expect(await pending).toBe('disconnected')
    const [signal] = shop.signals
    if (signal?.aborted === false) await once(signal, 'abort')
    expect(signal?.aborted).toBe(true)
  })
})

describe('bad requests get a GraphQL error body', () => {
  test.each([
    ['bad JSON', { body: '{' }, 400, 'BAD_REQUEST'],
    ['no query', { body: '{"variables":{}}' }, 400, 'BAD_REQUEST'],
    ['a list', { body: '[{"query":"{ me }"}]' }, 400, 'BAD_REQUEST'],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415, 'CONTENT_TYPE_UNSUPPORTED'],
    ['a long body', { body: 'x'.repeat(2_000_001) }, 413, 'BODY_TOO_LARGE'],
    ['a syntax error', { body: '{"query":"{"}' }, 400, 'GRAPHQL_PARSE_FAILED'],
    ['too many tokens', { body: JSON.stringify({ query: `{${'me '.repeat(30_000)}}` }) }, 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', { body: '{"query":"{ nothing }"}' }, 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a missing variable', { body: '{"query":"query($n:Int!){items(first:$n){name}}"}' }, 400, 'BAD_USER_INPUT'],
    [
      'a document on which validation throws',
      { body: '{"query":"subscription($w: Boolean!) { puts @include(if: $w) { name } }"}' },
      500,
      'INTERNAL_SERVER_ERROR',
    ],
  ] as const)('%s', async (_name, options, status, code) => {
    await using shop = await openShopSubgraph()
    const response = await post(shop, '{ me }', options)
    expect([response.status, codesOf(response.json)]).toEqual([status, [code]])
    expect(response.text).not.toMatch(/\.ts:|\.js:|stacktrace/)
  })

  test('another method is 405', async () => {
    await using shop = await openShopSubgraph()
    const response = await fetch(`${shop.url}/graphql?query={me}`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    expect(codesOf((await response.json()) as object)).toEqual(['METHOD_NOT_ALLOWED'])
    using raw = openRaw(shop.port, 'NONSENSE\r\n\r\n')
    expect(await raw.received).toMatch(/400 Bad Request.*"errors"/s)
  })
})

test('operations beyond the queue get 503 with a code, and queued ones run with the time of their arrival', async () => {
  const limits = { operationsMax: 1, operationsPerCallerMax: 1, operationsQueuedMax: 1 }
  const starts: number[] = []
  await using shop = await openShopSubgraph({
    limits,
    createContext: (request) => {
      starts.push(request.startedAt)
      return { ...request, serial: 0 }
    },
  })
  const leave = new AbortController()
  const running = post(shop, '{ wait }', { signal: leave.signal }).catch(() => 'disconnected')
  await once(shop.events, 'waiting')
  const { promise: othersRefused, resolve } = Promise.withResolvers<void>()
  let responses = 0
  const queued = [1, 2, 3].map(() => post(shop, '{ me }'))
  const { status, headers, json } = await Promise.race(queued)
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  expect(json).toMatchObject({ errors: [{ extensions: { code: 'SUBGRAPH_OVERLOADED', retryable: true } }] })
  const count = () => {
    responses += 1
    if (responses === 2) resolve()
  }
  for (const response of queued) void response.then(count)
  await othersRefused
  const turnCameAfter = performance.now()
  leave.abort()
  expect((await Promise.all(queued)).map((response) => response.status).sort()).toEqual([200, 503, 503])
  expect(await running).toBe('disconnected')
  expect(starts.at(-1)).toBeLessThanOrEqual(turnCameAfter)
})
