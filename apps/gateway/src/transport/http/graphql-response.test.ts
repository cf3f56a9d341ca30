import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

const APP = 'https://app.example'
let gateway: TestGateway
let token: string
beforeAll(async () => {
  gateway = await openTestGateway({
    env: { GATEWAY_CORS_ORIGINS: `${APP},http://localhost:3000`, GATEWAY_BODY_BYTES_MAX: '10 KB' },
  })
  token = await gateway.token()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const ask = (headers: Record<string, string> = {}, query = '{ __typename }') =>
  fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ query }),
  })

describe('the type', () => {
  test.each([
    ['of curl and fetch', '*/*'],
    ['of axios', 'application/json, text/plain, */*'],
    ['said plainly', 'application/json'],
    ['of a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ])('%s carries the errors array of the published interface', async (_name, accept) => {
    const response = await ask({ accept })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.text()).toBe('{"data":{"__typename":"Query"},"errors":[]}')
  })

  test('of Apollo Client and urql follows the specification', async () => {
    for (const accept of [
      'application/graphql-response+json,application/json;q=0.9',
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    ]) {
      const response = await ask({ accept })
      expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
      expect(await response.text()).toBe('{"data":{"__typename":"Query"}}')
    }
  })

  test.each(['image/png', 'text/html', 'application/json;q=0', 'multipart/mixed'])(
    'that we do not have, %s, is 406 with a GraphQL error, and nothing is executed',
    async (accept) => {
      const response = await ask({ accept }, 'mutation { orders { place(item: "unaccepted") { id } } }')
      expect(response.status).toBe(406)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await response.json()).toMatchObject({
        data: null,
        errors: [{ message: expect.stringContaining('application/json') }],
      })
      expect(gateway.journal.entries.join()).not.toContain('unaccepted')
    },
  )

  test('is kept by what the host refuses', async () => {
    const accept = 'application/graphql-response+json'
    const response = await ask({ accept }, `{ __typename } #${'x'.repeat(20_000)}`)
    expect(response.status).toBe(413)
    expect(response.headers.get('content-type')).toBe(`${accept}; charset=utf-8`)
    expect(await response.json()).toEqual({
      errors: [
        {
          message: expect.stringContaining('10000'),
          extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'bodyBytes', max: 10_000, id: expect.any(String) },
        },
      ],
    })
  })
})

test.each([
  [414, 'urlBytes', (): Promise<Response> => fetch(`${gateway.url}/graphql?query=${'x'.repeat(10_000)}`)],
  [431, 'headerBytes', (): Promise<Response> => ask({ 'x-long': 'x'.repeat(20_000) })],
])('an answer with status %i says which limit is passed', async (status, limit, asking) => {
  const response = await asking()
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit, max: expect.any(Number) } }],
  })
})

describe('for caches', () => {
  test('nothing may be kept, and what the answer depends on is said', async () => {
    for (const response of [await ask(), await ask({ authorization: 'none' }), await ask({ accept: 'image/png' })]) {
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('vary')).toBe('accept, accept-encoding, origin')
    }
  })
})

describe('compression', () => {
  const schema = (encoding: string) => ask({ 'accept-encoding': encoding }, getIntrospectionQuery())

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['*;q=0.1', 'br'],
    ['identity', null],
    ['gzip;q=0', null],
    ['zstd', null],
  ])('for accept-encoding %s is %s, and the same answer', async (encoding, expected) => {
    const response = await schema(encoding)
    expect(response.headers.get('content-encoding')).toBe(expected)
    expect(response.headers.get('vary')).toContain('accept-encoding')
    expect(await response.json()).toMatchObject({ data: { __schema: expect.anything() }, errors: [] })
  })

  test('has the length of what is sent', async () => {
    const response = await schema('gzip')
    const plain = await (await schema('identity')).text()
    expect(Number(response.headers.get('content-length'))).toBeLessThan(plain.length)
    expect(await response.text()).toBe(plain)
  })

  test('is not worth it for a short answer', async () => {
    expect((await ask({ 'accept-encoding': 'gzip, br' })).headers.get('content-encoding')).toBeNull()
  })
})

describe('another origin', () => {
  const preflight = (origin: string) =>
    fetch(`${gateway.url}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
  const corsOf = (response: Response) =>
    [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))

  test('on the list may ask, without credentials of the browser, and read the answer', async () => {
    const asked = await preflight(APP)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe(APP)
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, POST')
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization, content-type')
    expect(asked.headers.get('access-control-max-age')).toBe('7200')
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    expect(asked.headers.get('vary')).toBe('origin')
    for (const response of [await ask({ origin: APP }), await ask({ origin: APP, authorization: 'none' })]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(APP)
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
    const refused = await ask({ origin: APP }, `{ __typename } #${'x'.repeat(20_000)}`)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([413, APP])
  })

  test.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null', `${APP}/`])(
    'that is not on the list, %s, gets nothing of it',
    async (origin) => {
      expect(corsOf(await preflight(origin))).toEqual([])
      expect(corsOf(await ask({ origin }))).toEqual([])
    },
  )

  test('is told nothing where no list is set, and OPTIONS still says the methods', async () => {
    await using closed = await openTestGateway()
    const response = await fetch(`${closed.url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: APP, 'access-control-request-method': 'POST' },
    })
    expect([response.status, response.headers.get('allow'), corsOf(response)]).toEqual([
      204,
      'GET, HEAD, OPTIONS, POST',
      [],
    ])
    expect(response.headers.get('vary')).toBeNull()
  })
})
