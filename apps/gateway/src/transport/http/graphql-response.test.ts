import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { type ContentFormat, resultBytes, writeContent } from './graphql-response.ts'

const APP = 'https://app.example'
let gateway: TestGateway
let token: string
beforeAll(async () => {
  gateway = await openTestGateway({
    env: {
      GATEWAY_CORS_ORIGINS: `${APP},http://localhost:3000`,
      GATEWAY_BYTES_MAX: 'body=10 KB',
      GATEWAY_SUBGRAPHS: '{"*":{"headers":{"forward":["x-tenant"]}}}',
    },
  })
  token = await gateway.token()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const send = (headers: Record<string, string> = {}, query = '{ __typename }') =>
  fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ query }),
  })

describe('the media type of a response', () => {
  test.each([
    ['for curl and fetch', '*/*'],
    ['for axios', 'application/json, text/plain, */*'],
    ['for plain JSON', 'application/json'],
    ['for a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ])('a response %s includes the errors array of the published interface', async (_name, accept) => {
    const response = await send({ accept })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.text()).toBe('{"data":{"__typename":"Query"},"errors":[]}')
  })

  test('the media type for Apollo Client and urql follows the specification', async () => {
    for (const accept of [
      'application/graphql-response+json,application/json;q=0.9',
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    ]) {
      const response = await send({ accept })
      expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
      expect(await response.text()).toBe('{"data":{"__typename":"Query"}}')
    }
  })

  test.each(['image/png', 'text/html', 'application/json;q=0', 'multipart/mixed'])(
    'accept %s is refused with 406 and a GraphQL error, and nothing is executed',
    async (accept) => {
      const response = await send({ accept }, 'mutation { orders { place(item: "unaccepted") { id } } }')
      expect(response.status).toBe(406)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await response.json()).toMatchObject({
        data: null,
        errors: [{ message: expect.stringContaining('application/json') }],
      })
      expect(gateway.journal.entries.join()).not.toContain('unaccepted')
    },
  )

  test('the accepted media type also applies to errors of the HTTP host', async () => {
    const accept = 'application/graphql-response+json'
    const response = await send({ accept }, `{ __typename } #${'x'.repeat(20_000)}`)
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
  [431, 'headerBytes', (): Promise<Response> => send({ 'x-long': 'x'.repeat(20_000) })],
])('a response with status %i names the exceeded limit', async (status, limit, request) => {
  const response = await request()
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit, max: expect.any(Number) } }],
  })
})

describe('caching', () => {
  test('caching of responses is forbidden, and vary lists what they depend on', async () => {
    for (const response of [await send(), await send({ authorization: 'none' }), await send({ accept: 'image/png' })]) {
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('vary')).toBe('accept, accept-encoding, origin')
    }
  })
})

describe('compression', () => {
  const schema = (encoding: string) => send({ 'accept-encoding': encoding }, getIntrospectionQuery())

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['*;q=0.1', 'br'],
    ['identity', null],
    ['gzip;q=0', null],
    ['zstd', null],
  ])('the compression for accept-encoding %s is %s', async (encoding, expected) => {
    const response = await schema(encoding)
    expect(response.headers.get('content-encoding')).toBe(expected)
    expect(response.headers.get('vary')).toContain('accept-encoding')
    expect(await response.json()).toMatchObject({ data: { __schema: expect.anything() }, errors: [] })
  })

  test('the content-length of a compressed response is the compressed one', async () => {
    const response = await schema('gzip')
    const plain = await (await schema('identity')).text()
    expect(Number(response.headers.get('content-length'))).toBeLessThan(plain.length)
    expect(await response.text()).toBe(plain)
  })

  test('a short response is not compressed', async () => {
    expect((await send({ 'accept-encoding': 'gzip, br' })).headers.get('content-encoding')).toBeNull()
  })
})

describe('a page of another origin', () => {
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

  test('a page of a listed origin may send requests without browser credentials and read responses', async () => {
    const allowed = await preflight(APP)
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(APP)
    expect(allowed.headers.get('access-control-allow-methods')).toBe('GET, POST')
    expect(allowed.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'x-purpose', 'x-tenant']),
    )
    expect(allowed.headers.get('access-control-max-age')).toBe('7200')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    expect(allowed.headers.get('vary')).toBe('origin')
    for (const response of [await send({ origin: APP }), await send({ origin: APP, authorization: 'none' })]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(APP)
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
    const refused = await send({ origin: APP }, `{ __typename } #${'x'.repeat(20_000)}`)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([413, APP])
  })

  test.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null', `${APP}/`])(
    'a page of an origin that is not listed, %s, gets no CORS headers',
    async (origin) => {
      expect(corsOf(await preflight(origin))).toEqual([])
      expect(corsOf(await send({ origin }))).toEqual([])
    },
  )

  test('a page gets no CORS headers when no origin is listed, and OPTIONS still lists the methods', async () => {
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

const JSON_ALWAYS: ContentFormat = { mediaType: 'application/json', errorsAlways: true }
const JSON_SPEC: ContentFormat = { mediaType: 'application/json', errorsAlways: false }
const GRAPHQL: ContentFormat = { mediaType: 'application/graphql-response+json', errorsAlways: true }

const stringOf = (content: string | readonly Buffer[]) =>
  typeof content === 'string' ? content : Buffer.concat(content).toString()

const error = { message: 'No.' }

test.each([
  [{ data: { a: 1 } }, '{"data":{"a":1},"errors":[]}', '{"data":{"a":1}}'],
  [{ errors: [error] }, '{"data":null,"errors":[{"message":"No."}]}', '{"errors":[{"message":"No."}]}'],
  [
    { data: null, errors: [error] },
    '{"data":null,"errors":[{"message":"No."}]}',
    '{"errors":[{"message":"No."}],"data":null}',
  ],
  [
    { data: {}, extensions: { e: 1 } },
    '{"data":{},"errors":[],"extensions":{"e":1}}',
    '{"data":{},"extensions":{"e":1}}',
  ],
])(
  'a result %j has data and errors for the published interface, and the form of the specification otherwise',
  (result, always, spec) => {
    expect(writeContent(result, JSON_ALWAYS)).toBe(always)
    expect(writeContent(result, JSON_SPEC)).toBe(spec)
    expect(writeContent(result, GRAPHQL)).toBe(spec)
    expect(writeContent({ kind: 'result', result }, JSON_ALWAYS)).toBe(always)
  },
)

test.each(['{"data":{"a":"}"}}', '{"data":{"a":"ž"}} \n', '{"extensions":{"b":{}},"data":null}'])(
  'the bytes of a subgraph %j are unchanged except for the errors array appended to them',
  (json) => {
    const body = [Buffer.from(json)]
    const written = stringOf(writeContent({ kind: 'bytes', body }, JSON_ALWAYS))
    expect(JSON.parse(written)).toEqual({ ...JSON.parse(json), errors: [] })
    expect(written.startsWith(json.trimEnd().slice(0, -1))).toBe(true)
    expect(stringOf(writeContent({ kind: 'bytes', body }, JSON_SPEC))).toBe(json)
    expect(stringOf(writeContent({ kind: 'bytes', body }, GRAPHQL))).toBe(json)
    expect(resultBytes({ kind: 'bytes', body }).toString()).toBe(json)
  },
)

test('a slice of a larger buffer is written without the bytes around it', () => {
  const pool = Buffer.from('xx{"data":1}yy')
  expect(stringOf(writeContent({ kind: 'bytes', body: [pool.subarray(2, -2)] }, JSON_ALWAYS))).toBe(
    '{"data":1,"errors":[]}',
  )
})

test('the chunks of a long response are written without copying', () => {
  const body = [Buffer.from(`{"data":{"a":"${'a'.repeat(20_000)}`), Buffer.from('"}}')]
  const written = writeContent({ kind: 'bytes', body }, JSON_ALWAYS)
  expect(written[0]).toBe(body[0])
  expect(stringOf(written)).toBe(`{"data":{"a":"${'a'.repeat(20_000)}"},"errors":[]}`)
})
