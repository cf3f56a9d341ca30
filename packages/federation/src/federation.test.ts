import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { InvalidSupergraphError, openFederation } from './federation.ts'
import { composeSdl } from './testing/graph-of.ts'

const supergraph = composeSdl({
  items: `type Query { item: Item secret: Int @requiresScopes(scopes: [["s"]]) } type Item @key(fields: "id") { id: ID! }
    type Subscription { changed: Item }`,
  prices: 'type Item @key(fields: "id") { id: ID! price: Int }',
})

/** A subgraph over HTTP that records the requests. */
async function serve(data: object) {
  const requests: { query: string; authorization: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    const { query } = (await json(request)) as { query: string }
    requests.push({ query, authorization: request.headers.authorization })
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  return { url, requests, [Symbol.dispose]: () => server.close() }
}

test('a query is executed over the subgraphs that resolve its fields', async () => {
  using items = await serve({ item: { __typename: 'Item', id: '1' } })
  using prices = await serve({ _entities: [{ price: 7 }] })
  await using federation = openFederation(supergraph, { urls: { items: items.url, prices: prices.url } })
  const headers = (subgraph: string) => ({ authorization: `for ${subgraph}` })
  const response = await federation.execute({ query: '{ item { price } }' }, { headers })
  expect(response).toEqual({ data: { item: { price: 7 } } })
  expect([items.requests[0]?.authorization, prices.requests[0]?.authorization]).toEqual(['for items', 'for prices'])
})

test('an unreachable subgraph is an error at the fields that it resolves', async () => {
  await using federation = openFederation(supergraph, { urls: { items: 'http://127.0.0.1:9' } })
  const { data, errors } = await federation.execute({ query: '{ item { id } }' })
  expect(data).toEqual({ item: null })
  expect(errors).toMatchObject([{ path: ['item'], extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }])
})

test('a field with a requirement is null unless its caller meets the requirement', async () => {
  using items = await serve({ secret: 1 })
  await using federation = openFederation(supergraph, { urls: { items: items.url } })
  const query = '{ secret }'
  const { data, errors } = await federation.execute({ query })
  expect(data).toEqual({ secret: null })
  expect(errors).toMatchObject([{ path: ['secret'], extensions: { code: 'FORBIDDEN' } }])
  expect(items.requests).toEqual([])
  expect(await federation.execute({ query }, { allows: () => true })).toEqual({ data: { secret: 1 } })
})

test.each([
  ['{ item {', 'GRAPHQL_PARSE_FAILED'],
  ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
  ['query ($a: Boolean!) { item @skip(if: $a) { id } }', 'BAD_USER_INPUT'],
  ['subscription { changed { id } }', 'OPERATION_NOT_SUPPORTED'],
  ['{ item { id } a: item { id } }', 'OPERATION_LIMIT_EXCEEDED'],
])('%s is refused with %s', async (query, code) => {
  await using federation = openFederation(supergraph, { limits: { fieldsMax: 3 } })
  expect(await federation.execute({ query })).toMatchObject({ errors: [{ extensions: { code } }] })
})

test('an error that the headers function throws is logged and masked', async () => {
  const logged: object[] = []
  const logger = { warn() {}, error: (fields: object) => void logged.push(fields) }
  await using federation = openFederation(supergraph, { logger })
  const headers = () => Promise.reject(new Error('no credentials'))
  const { errors } = await federation.execute({ query: '{ item { id } }' }, { headers })
  expect(errors).toMatchObject([{ message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
  expect(logged).toMatchObject([{ err: new Error('no credentials') }])
})

test('SDL that is not a supergraph throws InvalidSupergraphError', () => {
  expect(() => openFederation('type Query { a: Int }')).toThrow(InvalidSupergraphError)
})
