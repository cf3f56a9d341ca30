import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { readOperation } from './read-graphql-request.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway({ limits: { requestTimeoutSeconds: 1 } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

async function post(body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await gateway.token()}`, ...headers },
    body,
  })
  return {
    status: response.status,
    result: (await response.json()) as { data: unknown; errors: { message: string }[] },
  }
}

async function get(query: string) {
  const headers = { authorization: `Bearer ${await gateway.token()}` }
  const response = await fetch(`${gateway.url}/graphql?${query}`, { headers })
  return {
    status: response.status,
    result: (await response.json()) as { data: unknown; errors: { message: string }[] },
  }
}

const FIND = 'query Find($id: ID!) { orders { order(id: $id) { item } } }'

describe('the body of a GraphQL request', () => {
  test('a request body may begin with a byte order mark', async () => {
    const { result } = await post(`\ufeff${JSON.stringify({ query: '{ __typename }' })}`)
    expect(result).toEqual({ data: { __typename: 'Query' }, errors: [] })
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json; charset=utf8'])(
    'a request body is accepted as %s',
    async (type) => {
      expect((await post('{"query":"{ __typename }"}', { 'content-type': type })).status).toBe(200)
    },
  )

  test.each([
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=latin1',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/graphql-response+json',
    'multipart/form-data; boundary=x',
    '',
  ])('a request body of type %j gets 415', async (type) => {
    expect(await post('{"query":"{ __typename }"}', { 'content-type': type })).toMatchObject({
      status: 415,
      result: { data: null, errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
    })
  })

  test.each(['gzip', 'br', 'deflate'])('a request body with content-encoding %s gets 415', async (encoding) => {
    expect((await post('{"query":"{ __typename }"}', { 'content-encoding': encoding })).status).toBe(415)
  })

  test.each<[string, string | Buffer]>([
    ['with an invalid UTF-8 byte', Buffer.from('{"query":"{ __typename } #\xff"}', 'latin1')],
    ['with an incomplete character', Buffer.from('{"query":"\xc3"}', 'latin1')],
    ['with an encoded surrogate', Buffer.from('{"query":"\xed\xa0\x80"}', 'latin1')],
    ['in UTF-16', Buffer.from('{"query":"{ __typename }"}', 'utf16le')],
    ['with a NUL byte in a string', '{"query":"{ __typename }\0"}'],
    ['with a NUL byte after it', '{"query":"{ __typename }"}\0'],
    ['of two objects', '{"query":"{ __typename }"}{}'],
    ['that is truncated', '{"query":"{ __typename }"'],
    ['that is empty', ''],
    ['of a number', '1'],
    ['of null', 'null'],
    ['of a batch', '[{"query":"{ __typename }"},{"query":"{ __typename }"}]'],
    ['of a million brackets', '['.repeat(900_000)],
    ['with variables as a string', '{"query":"{ __typename }","variables":"{\\"id\\":1}"}'],
    ['with variables as a list', '{"query":"{ __typename }","variables":[]}'],
    ['with extensions as a list', '{"query":"{ __typename }","extensions":[]}'],
    ['with an invalid operationName', '{"query":"{ __typename }","operationName":{}}'],
  ])('a request body %s gets 400 and a reason', async (_name, body) => {
    const { status, result } = await post(body)
    expect(status).toBe(400)
    expect(result).toMatchObject({ data: null, errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    expect(result.errors[0]?.message).toMatch(/\.$/)
  })

  test('the last of duplicate keys in a request body applies', async () => {
    const twice =
      '{"query":"{ nonsense }","query":"query ($id: ID!) { orders { order(id: $id) { item } } }","variables":{"id":"1","id":"2"}}'
    expect((await post(twice)).result).toEqual({ data: { orders: { order: { item: 'cup' } } }, errors: [] })
  })

  test('a request body may have keys like __proto__, without effect', async () => {
    const body = `{"__proto__":{"query":"x","polluted":1},"constructor":{"prototype":{"polluted":1}},"query":${JSON.stringify(FIND)},"variables":{"id":"2","constructor":1}}`
    expect((await post(body)).result).toEqual({ data: { orders: { order: { item: 'cup' } } }, errors: [] })
    const inherited = `{"query":${JSON.stringify(FIND)},"variables":{"__proto__":{"id":"1"}}}`
    expect((await post(inherited)).result).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    })
    expect({}).not.toHaveProperty('polluted')
  })

  test('a request body may have a string with an escaped NUL, which is passed on', async () => {
    const { result } = await post(JSON.stringify({ query: FIND, variables: { id: 'a\0b' } }))
    expect(result).toEqual({ data: { orders: { order: null } }, errors: [] })
  })

  test('a request needs no query when its extensions identify a persisted operation', () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'ab' } }
    expect(readOperation({ extensions })).toEqual({ query: '', extensions })
    expect(readOperation({ query: '{ a }', extensions: { x: 1 } })).toEqual({ query: '{ a }', extensions: { x: 1 } })
    expect(readOperation({ extensions: { x: 1 } })).toMatchObject({ status: 400 })
  })
})

describe('a GraphQL request by GET', () => {
  test('a request by GET has variables and extensions as JSON', async () => {
    const variables = encodeURIComponent('{"id":"2"}')
    const query = `query=${encodeURIComponent(FIND)}&variables=${variables}&extensions=%7B%22x%22%3A1%7D&operationName=Find`
    expect(await get(query)).toEqual({
      status: 200,
      result: { data: { orders: { order: { item: 'cup' } } }, errors: [] },
    })
  })

  test.each([
    ['variables that are not JSON', 'query=%7B__typename%7D&variables=x'],
    ['variables that are not an object', 'query=%7B__typename%7D&variables=1'],
    ['extensions that are not an object', 'query=%7B__typename%7D&extensions=%22a%22'],
    ['two queries', 'query=%7B__typename%7D&query=%7B__typename%7D'],
    ['no query', 'variables=%7B%7D'],
    ['invalid UTF-8', 'query=%7B__typename%7D&variables=%7B%22id%22:%22%FF%22%7D'],
    ['an incomplete character', 'query=%7B__typename%7D%23%C3%28'],
  ])('a request by GET with %s gets 400', async (_name, query) => {
    expect(await get(query)).toMatchObject({
      status: 400,
      result: { data: null, errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
    })
  })

  test('a NUL in the query of a GET request is a syntax error, and one in the path is refused', async () => {
    expect((await get('query=%7B__typename%00%7D')).result.errors[0]).toMatchObject({
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
    })
    const response = await fetch(`${gateway.url}/graphql%00?query=%7B__typename%7D`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ data: null, errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  })
})

describe('a client that sends its request slowly', () => {
  test.each([
    ['headers', 'POST /graphql HTTP/1.1\r\nhost: a\r\nx-a: ', 'b'],
    [
      'body',
      'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nauthorization: TOKEN\r\ncontent-length: 100000\r\n\r\n{',
      ' ',
    ],
    [
      'chunks',
      'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nauthorization: TOKEN\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
      '1\r\n \r\n',
    ],
  ])('a client that sends its %s slowly is cut off, and others are served meanwhile', async (_name, head, drip) => {
    const closed = Promise.withResolvers<string>()
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    const chunks: string[] = []
    socket.on('data', (chunk) => void chunks.push(String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => closed.resolve(chunks.join('')))
    socket.write(head.replace('TOKEN', `Bearer ${await gateway.token()}`))
    const timer = setInterval(() => socket.write(drip), 20)
    expect((await post('{"query":"{ __typename }"}')).status).toBe(200)
    expect(await closed.promise).toMatch(/^$|^HTTP\/1\.1 (408|400) /)
    clearInterval(timer)
  })
})
