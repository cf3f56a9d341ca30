import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

const JOIN = '{ orders { list { id placedBy { id name } } } }'

describe('with healthy subgraphs', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openTestGateway()
  })
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
  })

  test('entities of other subgraphs are joined', async () => {
    expect(
      await gateway.query('{ orders { list { id notes placedBy { name } } } people { all { nickname } } }'),
    ).toEqual({
      data: {
        orders: {
          list: [
            { id: '1', notes: ['note of 1'], placedBy: { name: 'ANN' } },
            { id: '2', notes: ['note of 2'], placedBy: { name: 'BOB' } },
          ],
        },
        people: { all: [{ nickname: 'anny' }, { nickname: 'boby' }] },
      },
      errors: [],
    })
  })

  test('mutations run serially across namespaces, in document order', async () => {
    gateway.journal.entries.length = 0
    const result = await gateway.query(`mutation {
      a: orders { place(item: "hat") { id } }
      people { rename(id: "ann", name: "Anna") { name } }
      b: orders { place(item: "bag") { id placedBy { name } } }
    }`)
    expect(result.errors).toEqual([])
    expect(gateway.journal.entries).toEqual([
      'place hat begins',
      'place hat ends',
      'rename ann begins',
      'rename ann ends',
      'place bag begins',
      'place bag ends',
      'person ann',
    ])
  })

  test('a refusal by a subgraph keeps its code, message and path', async () => {
    expect(await gateway.query('{ orders { no: refuse } }')).toEqual({
      data: { orders: { no: null } },
      errors: [
        {
          message: 'The order was refused: change the item.',
          path: ['orders', 'no'],
          extensions: { code: 'ORDER_REFUSED' },
        },
      ],
    })
  })

  test('an unexpected error of a subgraph is masked and has an id', async () => {
    const { data, errors } = await gateway.query('{ orders { crash } }')
    expect(data).toEqual({ orders: { crash: null } })
    expect(errors).toEqual([
      {
        message: 'Internal server error',
        path: ['orders', 'crash'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', id: expect.any(String) },
      },
    ])
  })

  test('a null in a non-null field makes its parent null, with one error', async () => {
    const { data, errors } = await gateway.query('{ orders { lie } }')
    expect(data).toEqual({ orders: null })
    expect(errors).toHaveLength(1)
    expect(errors?.[0]).toMatchObject({ path: ['orders', 'lie'] })
  })

  test('variables, their defaults and conditions reach the subgraph', async () => {
    const query =
      'query ($n: Int! = 1, $no: Boolean = false) { orders { search(limit: $n) list @include(if: $no) { id } } }'
    expect(await gateway.query(query.replace('Boolean = false', 'Boolean! = false'))).toMatchObject({
      data: { orders: { search: ['a'] } },
    })
    const variables = { n: 3, no: true }
    expect(await gateway.query(query.replace('Boolean = false', 'Boolean! = false'), { variables })).toMatchObject({
      data: { orders: { search: ['a', 'b', 'c'], list: [{ id: '1' }, { id: '2' }] } },
    })
  })
})

describe('a field that requires a missing scope', () => {
  let gateway: TestGateway
  let visitor: string
  beforeAll(async () => {
    gateway = await openTestGateway()
    visitor = await gateway.token({ realm_access: { roles: ['visitor'] } })
  })
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
  })

  test('a field without its required scope is null with FORBIDDEN at every path, and other fields are returned', async () => {
    const query = '{ orders { list { address item placedBy { name } } } }'
    const { data, errors } = await gateway.query(query, { token: visitor })
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        orders: {
          list: [
            { address: null, item: 'tea', placedBy: { name: 'ANN' } },
            { address: null, item: 'cup', placedBy: { name: 'BOB' } },
          ],
        },
      }),
    )
    expect(errors).toEqual(
      [0, 1].map((index) => ({
        message:
          'You are not authorized to use Order.address: it requires pii:read. Ask an administrator for the role clerk.',
        path: ['orders', 'list', index, 'address'],
        extensions: { code: 'FORBIDDEN' },
      })),
    )
    expect((await gateway.query(query)).errors).toEqual([])
  })

  test('a non-null field without its required scope makes its parent null', async () => {
    const { data, errors } = await gateway.query('{ orders { list { id phone } } }', { token: visitor })
    expect(data).toEqual({ orders: null })
    expect(errors).toEqual([expect.objectContaining({ path: ['orders', 'list', 0, 'phone'] })])
  })

  test('a field without its required scope is refused in fragments and under an alias, without a fetch', async () => {
    const query = `{ orders { order(id: "1") { ...F ... on Order { where: address } } } } fragment F on Order { address }`
    const { data, errors } = await gateway.query(query, { token: visitor })
    expect(data).toEqual({ orders: { order: { address: null, where: null } } })
    expect(errors?.map(({ path }) => path?.at(-1))).toEqual(['address', 'where'])
  })

  test('a mutation namespace without its required scope is refused before any effect', async () => {
    const query =
      'mutation { orders { place(item: "forbidden") { id } } people { rename(id: "ann", name: "x") { name } } }'
    const { data, errors } = await gateway.query(query, { token: visitor })
    expect(data).toEqual({ orders: null, people: { rename: { name: 'x' } } })
    expect(errors).toEqual([expect.objectContaining({ path: ['orders'], extensions: { code: 'FORBIDDEN' } })])
    expect(gateway.journal.entries.filter((entry) => entry.includes('forbidden'))).toEqual([])
  })

  test('a missing scope does not prevent introspection', async () => {
    const { data } = await gateway.query('{ __schema { queryType { name } } orders { list { address } } }', {
      token: visitor,
    })
    expect(data).toMatchObject({ __schema: { queryType: { name: 'Query' } } })
  })
})

describe('a failing subgraph', () => {
  const requests: { query: string }[] = []

  async function resultOf(people: RequestListener, query = JOIN, env: Record<string, string> = {}) {
    requests.length = 0
    await using gateway = await openTestGateway({
      people: async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        requests.push(JSON.parse(Buffer.concat(chunks).toString()))
        people(request, response)
      },
      // Only the operations of the test are sent then.
      env: { GATEWAY_PASS_THROUGH: 'checked', ...env },
    })
    const result = await gateway.query(query)
    return { result, text: JSON.stringify(result), logged: gateway.logged.join('') }
  }
  const json = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const nulled = {
    orders: {
      list: [
        { id: '1', placedBy: { id: 'ann', name: null } },
        { id: '2', placedBy: { id: 'bob', name: null } },
      ],
    },
  }
  const errorsWith = (code: string) =>
    [0, 1].map((index) => ({
      message: expect.stringMatching(/^The people service /),
      path: ['orders', 'list', index, 'placedBy', 'name'],
      extensions: { code },
    }))

  test('a compressed response of type text/plain is read, alone and joined with others', async () => {
    const compressed = (body: object) => (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify(body)))
    }
    const all = { people: { all: [{ nickname: 'anny' }] } }
    expect((await resultOf(compressed({ data: all }), '{ people { all { nickname } } }')).result).toEqual({
      data: all,
      errors: [],
    })
    const _entities = [{ name: 'ANN' }, { name: 'BOB' }]
    expect((await resultOf(compressed({ data: { _entities } }))).result).toMatchObject({
      data: { orders: { list: [{ placedBy: { name: 'ANN' } }, { placedBy: { name: 'BOB' } }] } },
      errors: [],
    })
  })

  test('the fields of an unreachable subgraph are null, and those of others are returned', async () => {
    await using gateway = await openTestGateway()
    await gateway.stop('people')
    const result = await gateway.query('{ orders { list { id placedBy { id name } } } people { all { id } } }')
    expect(result.data).toEqual({ ...nulled, people: null })
    expect(result.errors).toEqual(
      expect.arrayContaining([
        ...errorsWith('SUBGRAPH_UNAVAILABLE'),
        {
          message: 'The people service is not available. Try again later.',
          path: ['people'],
          extensions: { code: 'SUBGRAPH_UNAVAILABLE' },
        },
      ]),
    )
    await gateway.revive('people')
    expect((await gateway.query(JOIN)).errors).toEqual([])
  })

  test.each<[string, RequestListener]>([
    ['500 with HTML', (_, response) => json(response, '<h1>oops at http://10.0.0.1</h1>', 500)],
    ['200 with HTML', (_, response) => json(response, '<h1>oops at http://10.0.0.1</h1>')],
    ['half a JSON', (_, response) => json(response, '{"data":{"_ent')],
    ['nothing', (_, response) => response.destroy()],
    ['a number', (_, response) => json(response, '7')],
    ['a string as data', (_, response) => json(response, { data: 'http://10.0.0.1' })],
    ['neither data nor errors', (_, response) => json(response, {})],
    ['too few entities', (_, response) => json(response, { data: { _entities: [{ name: 'x' }] } })],
    ['more than the limit', (_, response) => json(response, `"${'x'.repeat(60_000)}"`)],
  ])(
    'the fields of a subgraph that responds with %s are null with SUBGRAPH_UNAVAILABLE, and nothing leaks',
    async (name, people) => {
      const { result, text } = await resultOf(people, JOIN, { GATEWAY_BYTES_MAX: 'response=50 KB' })
      expect(result).toEqual({ data: nulled, errors: errorsWith('SUBGRAPH_UNAVAILABLE') })
      expect(text).not.toMatch(/10\.0\.0\.1|127\.0\.0\.1|oops/)
      // A query whose connection is lost before the response is retried once.
      expect(requests).toHaveLength(name === 'nothing' ? 2 : 1)
    },
  )

  test('the fields of a slow subgraph are null with SUBGRAPH_TIMEOUT', async () => {
    const { result } = await resultOf(() => {}, JOIN, { GATEWAY_TIMEOUTS: 'subgraph=1' })
    expect(result).toEqual({ data: nulled, errors: errorsWith('SUBGRAPH_TIMEOUT') })
  })

  test('a subgraph that sends its body slowly is aborted at the deadline of the operation', async () => {
    const drip: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
    }
    const { result } = await resultOf(drip, JOIN, { GATEWAY_TIMEOUTS: 'operation=1' })
    expect(result).toEqual({ data: nulled, errors: errorsWith('SUBGRAPH_TIMEOUT') })
  })

  test('a failing subgraph never receives a mutation twice', async () => {
    const query = 'mutation { people { rename(id: "ann", name: "x") { name } } }'
    for (const people of [
      (_: unknown, response: ServerResponse) => response.destroy(),
      (_: unknown, response: ServerResponse) => json(response, '', 503),
    ]) {
      const { result } = await resultOf(people, query)
      expect(result).toMatchObject({
        data: { people: null },
        errors: [{ extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }],
      })
      expect(requests).toHaveLength(1)
    }
  })

  test('a subgraph that refuses the request is reported with its code at each field', async () => {
    const error = { message: 'Not for you.', extensions: { code: 'UNAUTHENTICATED' } }
    const { result } = await resultOf((_, response) => json(response, { errors: [error] }, 401))
    expect(result.data).toEqual(nulled)
    expect(result.errors).toEqual(
      [0, 1].map((index) => ({ ...error, path: ['orders', 'list', index, 'placedBy', 'name'] })),
    )
  })

  test('errors of a subgraph have the path of their entity, and no internals', async () => {
    const error = {
      message: 'No name.',
      path: ['_entities', 1, 'name'],
      extensions: { code: 'PERSON_UNKNOWN', stacktrace: ['at /srv/x.js'], exception: {}, hint: 'ask' },
    }
    const data = {
      _entities: [
        { __typename: 'Person', name: 'A' },
        { __typename: 'Person', name: null },
      ],
    }
    const { result } = await resultOf((_, response) => json(response, { data, errors: [error] }))
    expect(result).toEqual({
      data: {
        orders: {
          list: [
            { id: '1', placedBy: { id: 'ann', name: 'A' } },
            { id: '2', placedBy: { id: 'bob', name: null } },
          ],
        },
      },
      errors: [
        {
          message: 'No name.',
          path: ['orders', 'list', 1, 'placedBy', 'name'],
          extensions: { code: 'PERSON_UNKNOWN', hint: 'ask' },
        },
      ],
    })
  })

  test('validation errors of a subgraph are masked, and found in the log by their id', async () => {
    const error = {
      message: 'Cannot query field "name" on type "Person".',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    }
    const { result, text, logged } = await resultOf((_, response) => json(response, { errors: [error] }, 400))
    expect(text).not.toContain('Cannot query')
    const { extensions } = result.errors?.[0] ?? {}
    expect(extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', id: expect.any(String) })
    expect(logged).toContain(String(extensions?.id))
  })

  test.each([
    ['returns null for a non-null field', { nickname: null }],
    ['returns an object for a string', { nickname: {} }],
  ])('a subgraph that %s is reported beside the error of another field', async (_name, entity) => {
    const data = {
      _entities: [
        { __typename: 'Person', ...entity },
        { __typename: 'Person', nickname: 'b' },
      ],
    }
    const { result } = await resultOf(
      (_, response) => json(response, { data }),
      '{ orders { refuse list { id placedBy { nickname } } } }',
    )
    expect(result.data).toEqual({
      orders: {
        refuse: null,
        list: [
          { id: '1', placedBy: null },
          { id: '2', placedBy: { nickname: 'b' } },
        ],
      },
    })
    expect(result.errors).toHaveLength(2)
    expect(result.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: ['orders', 'refuse'], extensions: { code: 'ORDER_REFUSED' } }),
        expect.objectContaining({ path: ['orders', 'list', 0, 'placedBy', 'nickname'] }),
      ]),
    )
  })

  test('a subgraph cannot reach prototypes with the keys of its response', async () => {
    const body =
      '{"data":{"_entities":[{"__typename":"Person","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":"A"},null]}}'
    const { result } = await resultOf((_, response) => json(response, body))
    expect(result.data).toMatchObject({ orders: { list: [{ placedBy: { name: 'A' } }, { placedBy: { name: null } }] } })
    expect({}).not.toHaveProperty('polluted')
  })
})

test('the request to a subgraph is aborted when the client disconnects', async () => {
  const arrived = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  await using gateway = await openTestGateway({
    people: (_request, response) => {
      arrived.resolve()
      response.once('close', () => gone.resolve())
    },
  })
  const leaving = new AbortController()
  const request = fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await gateway.token()}` },
    body: JSON.stringify({ query: JOIN }),
  }).catch(() => 'left')
  await arrived.promise
  leaving.abort()
  expect(await request).toBe('left')
  await gone.promise
})

test('the gateway continues the trace of a request, or starts a new one', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.traceparent as string | undefined)
    expect(request.headers['x-identity-role']).toBeUndefined()
    response.end('{"data":{"people":{"all":[]}}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await using gateway = await openTestGateway({
    env: {
      GATEWAY_SUBGRAPH_URLS: `orders=http://127.0.0.1:9/graphql,people=http://127.0.0.1:${port}/graphql`,
      // Only the operations of the test are sent then.
      GATEWAY_PASS_THROUGH: 'checked',
    },
  })
  const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  for (const traceparent of [given, 'nonsense']) {
    await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await gateway.token()}`,
        traceparent,
        'x-identity-role': 'administrator',
      },
      body: '{"query":"{ people { all { id } } }"}',
    })
  }
  expect(seen[0]).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/)
  expect(seen[1]).toMatch(/^00-(?!0af7651916cd43dd8448eb211c80319c)[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  server.closeAllConnections()
  server.close()
})
