import { createHmac } from 'node:crypto'
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway({ env: { GATEWAY_BYTES_MAX: 'body=50 KB' } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const QUERY = '{ orders { list { id } } }'

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await gateway.token()}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

describe('a GraphQL response', () => {
  test('a GraphQL response has an empty errors array next to data under application/json', async () => {
    const response = await post({ query: QUERY })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({ data: { orders: { list: [{ id: '1' }, { id: '2' }] } }, errors: [] })
  })

  test('a GraphQL response without errors has no errors key under application/graphql-response+json', async () => {
    const response = await post({ query: QUERY }, { accept: 'application/graphql-response+json' })
    expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
    expect(Object.keys((await response.json()) as object)).toEqual(['data'])
  })

  test.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
    ['application/json, application/graphql-response+json;q=0.5', 'application/json'],
  ])('the GraphQL response for accept %s is %s', async (accept, expected) => {
    const response = await post({ query: '{ __typename }' }, { accept })
    expect(response.headers.get('content-type')).toContain(expected)
  })

  test('a GraphQL response keeps the field order of the client', async () => {
    const { data } = await gateway.query('{ orders { list { placedBy { name id } item id } __typename } }')
    expect(JSON.stringify(data)).toContain('{"list":[{"placedBy":{"name":"ANN","id":"ann"},"item":"tea","id":"1"}')
  })

  test('a GraphQL response is compressed when it is long and the client accepts that', async () => {
    for (const encoding of ['gzip', 'br']) {
      const response = await post({ query: getIntrospectionQuery() }, { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toContain('accept-encoding')
      expect(await response.json()).toHaveProperty('data.__schema')
    }
    const short = await post({ query: '{ __typename }' }, { 'accept-encoding': 'gzip' })
    expect(short.headers.get('content-encoding')).toBeNull()
  })

  test('the response to introspection is a schema that clients can build', async () => {
    const { data } = await gateway.query(getIntrospectionQuery())
    const schema = buildClientSchema(data as unknown as IntrospectionQuery)
    expect(schema.getSubscriptionType()?.getFields()).toHaveProperty('orderChanged')
    expect(schema.getType('join__Graph')).toBeUndefined()
  })
})

describe('GraphQL by GET', () => {
  const get = async (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/graphql?${new URLSearchParams(parameters)}`, {
      headers: { authorization: `Bearer ${await gateway.token()}`, ...headers },
    })

  test('a GET request executes a query with variables', async () => {
    const query = 'query Find($id: ID!) { orders { order(id: $id) { item } } }'
    const response = await get({ query, variables: '{"id":"2"}', operationName: 'Find' })
    expect(await response.json()).toMatchObject({ data: { orders: { order: { item: 'cup' } } } })
  })

  test('a mutation by GET is refused with 405, without being executed', async () => {
    const response = await get({ query: 'mutation { orders { place(item: "x") { id } } }' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.json()).toMatchObject({
      data: null,
      errors: [{ message: 'A mutation must be sent with POST.' }],
    })
    expect(gateway.journal.entries).not.toContain('place x begins')
  })

  test('a browser sees how to use the API, without a token', async () => {
    const response = await fetch(`${gateway.url}/graphql`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toContain('/graphql-ws')
    const head = await fetch(`${gateway.url}/graphql`, { method: 'HEAD', headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, response.headers.get('content-type')])
  })
})

describe('a gateway URL that clients write in another way', () => {
  test('/graphql/ serves operations like /graphql, and redirects a browser there', async () => {
    const response = await fetch(`${gateway.url}/graphql/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await gateway.token()}` },
      body: JSON.stringify({ query: QUERY }),
    })
    expect(await response.json()).toEqual({ data: { orders: { list: [{ id: '1' }, { id: '2' }] } }, errors: [] })
    const stranger = await fetch(`${gateway.url}/graphql/`, { method: 'POST' })
    expect(stranger.status).toBe(401)
    const page = await fetch(`${gateway.url}/graphql/?a=b`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([page.status, page.url]).toEqual([200, `${gateway.url}/graphql?a=b`])
  })

  test.each(['/graphql-ws', '/graphql-ws/'])('%s responds to an ordinary request with 426', async (path) => {
    const response = await fetch(`${gateway.url}${path}`)
    expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UPGRADE_REQUIRED' } }] })
  })
})

describe('an invalid GraphQL request', () => {
  test.each([
    ['malformed JSON', '{"query":', {}, 400],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'), {}, 400],
    ['no query', '{"variables":{}}', {}, 400],
    ['an empty query', '{"query":""}', {}, 400],
    ['a query that is not a string', '{"query":{}}', {}, 400],
    ['variables as a string', '{"query":"{ __typename }","variables":"{}"}', {}, 400],
    ['a batch', '[{"query":"{ __typename }"}]', {}, 400],
    ['another content type', '{ __typename }', { 'content-type': 'application/graphql' }, 415],
    ['another charset', '{"query":"{ __typename }"}', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['a body over the limit', JSON.stringify({ query: `{ __typename } #${'x'.repeat(60_000)}` }), {}, 413],
  ])('%s gets a GraphQL error', async (_name, body, headers, status) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const response = await post(body, { accept, ...headers })
      expect(response.status).toBe(status)
      const result = (await response.json()) as {
        data?: null
        errors: { message: string; extensions: { code: string } }[]
      }
      expect(result.data ?? null).toBeNull()
      expect(result.errors).toHaveLength(1)
      expect(result.errors[0]?.message).not.toBe('')
      expect(result.errors[0]?.extensions.code).toMatch(/^(BAD_USER_INPUT|OPERATION_LIMIT_EXCEEDED)$/)
    }
  })

  test.each([
    ['does not parse', '{ orders', 'GRAPHQL_PARSE_FAILED', 'Syntax Error'],
    ['selects an unknown field', '{ orders { lst { id } } }', 'GRAPHQL_VALIDATION_FAILED', 'lst'],
    ['gives a wrong type', '{ orders { order(id: {}) { id } } }', 'GRAPHQL_VALIDATION_FAILED', 'ID'],
    ['lacks a variable', 'query ($id: ID!) { orders { order(id: $id) { id } } }', 'BAD_USER_INPUT', '$id'],
    ['is several operations', 'query A { __typename } query B { __typename }', 'BAD_USER_INPUT', 'operationName'],
    ['is a subscription', 'subscription { orderChanged { id } }', 'BAD_USER_INPUT', '/graphql-ws'],
    [
      'makes the library throw while validating',
      'subscription ($w: Boolean!) { orderChanged @include(if: $w) { id } }',
      'GRAPHQL_VALIDATION_FAILED',
      'subscription',
    ],
    ['is too long', `{ ${'a '.repeat(10_000)} }`, 'OPERATION_LIMIT_EXCEEDED', 'tokens'],
  ])(
    'an operation that %s is 200 as application/json and 400 as graphql-response',
    async (_name, query, code, part) => {
      for (const [accept, status] of [
        ['application/json', 200],
        ['application/graphql-response+json', 400],
      ] as const) {
        const response = await post({ query }, { accept })
        expect(response.status).toBe(status)
        const result = (await response.json()) as { errors: { message: string; extensions: object }[] }
        expect(result.errors[0]).toMatchObject({ message: expect.stringContaining(part), extensions: { code } })
        expect('data' in result).toBe(status === 200)
      }
    },
  )
})

describe('a caller over HTTP', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const forged: [string, () => Promise<string | undefined>][] = [
    ['no token', async () => undefined],
    ['a malformed token', async () => 'Bearer abc.def'],
    ['another scheme', async () => 'Basic YTpi'],
    ['an expired token', async () => `Bearer ${await gateway.token({ iat: seconds() - 900, exp: seconds() - 600 })}`],
    ['a token that is not valid yet', async () => `Bearer ${await gateway.token({ nbf: seconds() + 600 })}`],
    ['a token for another audience', async () => `Bearer ${await gateway.token({ aud: 'account' })}`],
    ['a token of another issuer', async () => `Bearer ${await gateway.token({ iss: 'https://evil.example' })}`],
    ['an identity token', async () => `Bearer ${await gateway.token({ typ: 'ID' })}`],
    ['a wrongly signed token', async () => `Bearer ${(await gateway.token()).slice(0, -8)}AAAAAAAA`],
    ['a token with alg none', async () => `Bearer ${unsigned(await gateway.token())}`],
    ['a token signed with the public key as a secret', async () => `Bearer ${hmac(await gateway.token())}`],
  ]

  test.each(forged)('a caller with %s gets 401, a challenge and no data', async (_name, authorization) => {
    const header = await authorization()
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(header && { authorization: header }) },
      body: JSON.stringify({ query: QUERY }),
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await response.json()).toEqual({
      data: null,
      errors: [
        {
          message: expect.any(String),
          extensions: { code: 'UNAUTHENTICATED', reason: expect.stringMatching(/^TOKEN_/) },
        },
      ],
    })
  })

  function unsigned(token: string): string {
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    return `${header}.${token.split('.')[1]}.`
  }

  function hmac(token: string): string {
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
    const signed = `${header}.${token.split('.')[1]}`
    const secret = JSON.stringify(gateway.issuer.key().publicJwk)
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }

  test('a caller gets 503 when the provider is unreachable and its keys are not cached', async () => {
    await using other = await openTestGateway({ env: { GATEWAY_OIDC_JWKS_URL: 'http://127.0.0.1:9/jwks' } })
    const response = await fetch(`${other.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await other.token()}` },
      body: JSON.stringify({ query: QUERY }),
    })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'IDENTITY_PROVIDER_UNAVAILABLE' } }],
    })
    expect((await fetch(`${other.internalUrl}/readyz`)).status).toBe(503)
  })

  test('a caller cannot send its own identity assertion: the subgraph gets that of the token', async () => {
    const response = await post(
      { query: '{ orders { whoami } }' },
      { 'x-identity-assertion': 'forged', X_Identity_Assertion: 'x' },
    )
    expect(await response.json()).toEqual({ data: { orders: { whoami: 'service-account-1' } }, errors: [] })
  })
})

test('the internal port publishes the public keys, and is ready', async () => {
  const { keys } = (await (await fetch(`${gateway.internalUrl}/.well-known/jwks.json`)).json()) as { keys: object[] }
  expect(keys).toHaveLength(1)
  expect(keys[0]).not.toHaveProperty('d')
  expect((await fetch(`${gateway.internalUrl}/livez`)).status).toBe(200)
  expect((await fetch(`${gateway.internalUrl}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${gateway.internalUrl}/metrics`)).text()).toContain('http_request_duration_seconds')
})

test('routes of the internal port are not on the public one', async () => {
  for (const path of ['/.well-known/jwks.json', '/metrics', '/readyz']) {
    const response = await fetch(`${gateway.url}${path}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ errors: [{ message: 'There is nothing at this address' }] })
  }
})
