import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Graph } from '../../planning/build-graph.ts'
import { joinChunks, type SubgraphFault } from '../../subgraph-client/subgraph-response.ts'
import { graphOf } from '../../testing/graph-of.ts'
import { plannedFor, type Responding, silentLogger } from '../../testing/run-operation.ts'
import { executePlan, resultOf } from '../execute-plan.ts'
import type { SubgraphFetch } from '../run/plan-run.ts'

let graph: Graph
beforeAll(() => {
  graph = graphOf({
    products: `
      type Query { products: [Product] product(id: ID!): Product }
      type Mutation { rename(id: ID!, name: String!): Product }
      type Product @key(fields: "id") { id: ID! name: String! price: Float size: Size }
      type Size { height: Int width: Int }
    `,
    reviews: `
      type Query { top: Review }
      type Mutation { review(id: ID!, stars: Int!): Review }
      type Product @key(fields: "id") { id: ID! reviews: [Review!] score: Int }
      type Review @key(fields: "id") { id: ID! stars: Int! author: User }
      type User @key(fields: "id") { id: ID! }
    `,
    users: `
      type User @key(fields: "id") { id: ID! name: String! city: String }
    `,
  })
})

type Bodies = Readonly<Record<string, string | Responding>>

/**
 * Executes one operation repeatedly. After a few `executions`, responses are joined; `'never'` uses only the general
 * executor.
 */
async function prepare(query: string, executions: number | 'never') {
  const { planned, coerced: variables } = plannedFor(graph, query)
  const passThrough = () => (executions === 'never' ? ('off' as const) : ('checked' as const))
  const execution = { graph, operation: planned, variables, logger: silentLogger, passThrough }
  const fail = async () => ({ fault: 'UNAVAILABLE', reason: 'not yet' }) as const
  for (let left = Number(executions); left > 0; left -= 1) await executePlan({ ...execution, send: fail })
  return async (bodies: Bodies) => {
    const sent: string[] = []
    const send = async (subgraph: string, fetch: SubgraphFetch) => {
      sent.push(`${subgraph} ${fetch.body}`)
      const responding = bodies[subgraph]
      const response = typeof responding === 'function' ? responding(fetch) : responding
      if (typeof response !== 'string') return response as SubgraphFault
      return { status: 200, framed: true, body: [Buffer.from(response)] as const }
    }
    const response = await executePlan({ ...execution, send })
    const body = response.kind === 'bytes' ? joinChunks(response.body).toString() : undefined
    return { joined: body !== undefined, body, result: resultOf(response), sent }
  }
}

const run = async (query: string, bodies: Bodies, executions: number | 'never') =>
  (await prepare(query, executions))(bodies)

const withoutIds = (value: unknown) => JSON.stringify(value).replace(/"id":"[0-9a-f-]{36}"/g, '"id":"…"')

/** Runs an operation in both ways, which must give the same response from the same requests. */
async function both(query: string, bodies: Bodies) {
  const general = await run(query, bodies, 'never')
  const other = await run(query, bodies, 2)
  expect(general.joined).toBe(false)
  expect(withoutIds(other.result)).toBe(withoutIds(general.result))
  expect(other.sent).toEqual(general.sent)
  return other
}

const EVERYTHING = `{
  products { reviews { stars kind: __typename author { city id name } } name shown: __typename size { width height } id }
}`
const PRODUCTS = `{"data":{"products":[
  {"__typename":"Product","id":"1","name":"é😀\\"\\\\\\n","shown":"Product","size":{"width":1,"height":null}},null,
  {"__typename":"Product","id":2,"name":"","shown":"Product","size":null},
  {"__typename":"Product","id":"1","name":"again","shown":"Product","size":null}]}}`.replace(/\n */g, '')
const REVIEWS = `{"data":{"_entities":[
  {"reviews":[{"stars":5,"kind":"Review","author":{"__typename":"User","id":"7"}},
  {"stars":4,"kind":"Review","author":null},{"stars":3,"kind":"Review","author":{"__typename":"User","id":"8"}}]},
  {"reviews":null}]}}`.replace(/\n */g, '')
const USERS = '{"data":{"_entities":[{"city":"Bern","name":"Ann"},{"city":null,"name":"Bob"}]},"extensions":{"ms":1}}'
const BODIES = { products: PRODUCTS, reviews: REVIEWS, users: USERS }

test('the responses of several subgraphs are joined as bytes', async () => {
  const { joined, result } = await both(EVERYTHING, BODIES)
  expect(joined).toBe(true)
  expect(Object.keys(JSON.parse(JSON.stringify(result.data)).products[0])).toEqual([
    'reviews',
    'name',
    'shown',
    'size',
    'id',
  ])
})

test('an operation is joined as bytes only from its third execution', async () => {
  const joined = async (before: number) => (await run(EVERYTHING, BODIES, before)).joined
  expect([await joined(0), await joined(1), await joined(2), await joined(3)]).toEqual([false, false, true, true])
})

test('a subgraph without entities to fetch is not requested', async () => {
  const { joined, sent } = await both(EVERYTHING, { products: '{"data":{"products":[null]}}' })
  expect(joined).toBe(true)
  expect(sent).toHaveLength(1)
})

test('root fields of several subgraphs are joined', async () => {
  const { joined } = await both('{ __typename top { stars } products { name } }', {
    products: '{"data":{"products":[{"name":"a"}]}}',
    reviews: '{"data":{"top":{"stars":1}}}',
  })
  expect(joined).toBe(true)
})

test('large numbers and escapes are joined as the subgraph wrote them', async () => {
  const bodies = {
    products: '{"data":{"product":{"__typename":"Product","id":12345678901234567890,"price":1E400,"name":"\\u00e9"}}}',
    reviews: '{"data":{"_entities":[{"score":7}]}}',
  }
  const { body, sent } = await run('{ product(id: "1") { price id score name } }', bodies, 2)
  expect(body).toBe('{"data":{"product":{"price":1E400,"id":12345678901234567890,"score":7,"name":"\\u00e9"}}}')
  expect(sent[1]).toContain('{"__typename":"Product","id":12345678901234567890}')
})

test('a mutation is sent once, whether its responses are joined or not', async () => {
  const query = 'mutation { a: rename(id: "1", name: "x") { score } b: review(id: "1", stars: 2) { author { name } } }'
  const bodies = (user: string) => ({
    products: '{"data":{"a":{"__typename":"Product","id":"1"}}}',
    reviews: ({ body }: SubgraphFetch) =>
      body.includes('_entities')
        ? '{"data":{"_entities":[{"score":1}]}}'
        : '{"data":{"b":{"author":{"__typename":"User","id":"1"}}}}',
    users: user,
  })
  const users = (name: string) => bodies(`{"data":{"_entities":[{"name":${name}}]}}`)
  const respond = (name: string) => {
    const { products, users: user, reviews } = users(name)
    return { products: () => products, users: () => user, reviews }
  }
  expect((await both(query, respond('"Ann"'))).joined).toBe(true)
  expect((await both(query, respond('null'))).joined).toBe(false)
})

describe('a response that is not what the fetch selects is left to the general executor', () => {
  test.each([
    ['an entity that is not known', { ...BODIES, users: '{"data":{"_entities":[null,{"city":null,"name":"Bob"}]}}' }],
    ['too few entities', { ...BODIES, users: '{"data":{"_entities":[{"city":null,"name":"Bob"}]}}' }],
    ['too many entities', { ...BODIES, users: USERS.replace(']', ',{"city":null,"name":"Bob"}]') }],
    ['no entities', { ...BODIES, users: '{"data":{"_entities":null}}' }],
    ['null for a non-null field', { ...BODIES, users: USERS.replace('"Bob"', 'null') }],
    ['a value of another type', { ...BODIES, reviews: REVIEWS.replace('5', '"5"') }],
    ['an object of another type', { ...BODIES, reviews: REVIEWS.replace('"User"', '"Admin"') }],
    ['white space', { ...BODIES, products: PRODUCTS.replace(',', ', ') }],
    [
      'fields in another order',
      { ...BODIES, users: USERS.replace('"city":null,"name":"Bob"', '"name":"B","city":null') },
    ],
    ['another field', { ...BODIES, products: PRODUCTS.replace('"name"', '"x":1,"name"') }],
    ['a missing field', { ...BODIES, products: PRODUCTS.replace('"name":"",', '') }],
    [
      'errors beside data',
      { ...BODIES, users: USERS.replace(/.$/, ',"errors":[{"message":"m","path":["_entities",0]}]}') },
    ],
    ['errors before data', { ...BODIES, users: USERS.replace('{', '{"errors":[{"message":"m"}],') }],
    ['errors alone', { ...BODIES, reviews: '{"errors":[{"message":"m","extensions":{"code":"C"}}]}' }],
    ['a truncated body', { ...BODIES, users: USERS.slice(0, -1) }],
    ['a subgraph that is not available', { products: PRODUCTS, reviews: REVIEWS }],
  ])('%s', async (_name, bodies) => {
    expect(bodies).not.toEqual(BODIES)
    const asFault = { users: () => ({ fault: 'UNAVAILABLE', reason: 'down' }) }
    expect((await both(EVERYTHING, { ...asFault, ...bodies } as Bodies)).joined).toBe(false)
  })
})

test('a body with any byte changed is joined only if the general response is the same', async () => {
  const joining = await prepare(EVERYTHING, 2)
  const unjoined = await prepare(EVERYTHING, 'never')
  const check = async (name: keyof typeof BODIES, at: number, byte: string) => {
    const body = BODIES[name]
    const bodies = { ...BODIES, [name]: body.slice(0, at) + byte + body.slice(at + 1) }
    const general = await unjoined(bodies)
    const other = await joining(bodies)
    expect(withoutIds(other.result)).toBe(withoutIds(general.result))
    expect(other.sent.length).toBe(general.sent.length)
  }
  const byte = fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', '-', '.', 'e', 'n', 'x', '\n', '')
  const name = fc.constantFrom('products', 'reviews', 'users' as const)
  await fc.assert(fc.asyncProperty(name, fc.nat(PRODUCTS.length), byte, check), { numRuns: 600 })
})
