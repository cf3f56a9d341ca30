import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Graph } from '../../planning/build-graph.ts'
import { graphOf } from '../../testing/graph-of.ts'
import { runOperation } from '../../testing/run-operation.ts'
import { resultOf } from '../execute-plan.ts'

let graph: Graph
beforeAll(() => {
  graph = graphOf(`
    scalar JSON
    enum Shade { LIGHT DARK }
    interface Pet { id: ID! name: String }
    type Cat implements Pet { id: ID! name: String lives: Int! }
    type Dog implements Pet { id: ID! name: String owner: Order }
    type Order { id: ID! count: Int! weight: Float paid: Boolean item: String! shade: Shade next: Order any: JSON tags: [[String!]] lines: [Order!]! }
    interface Node { next: Node text: String }
    type Leaf implements Node { next: Node text: String }
    type Query { node: Node one: Order list: [Order!]! pets: [Pet!]! pet: Pet self: Query }
  `)
})

const run = async (query: string, body: string, passThrough: 'trusted' | 'checked' | 'off') => {
  const { response } = await runOperation(graph, query, { only: () => body }, { passThrough })
  return { passed: response.kind === 'bytes', result: resultOf(response) }
}
const withoutIds = (value: unknown) => JSON.stringify(value).replace(/"id":"[0-9a-f-]{36}"/g, '"id":"…"')

const one = (fields: string) => `{"data":{"one":{${fields}}}}`

describe('a response that differs from what the operation selects does not pass through checked', () => {
  test.each([
    ['null for a nested Int!', '{ one { next { count } } }', one('"next":{"count":null}')],
    ['null for a non-null object', '{ list { id } }', '{"data":{"list":null}}'],
    ['null in a list of non-null items', '{ list { id } }', '{"data":{"list":[{"id":"1"},null]}}'],
    ['null in a nested list', '{ one { tags } }', one('"tags":[["a",null]]')],
    ['a string for an Int', '{ one { count } }', one('"count":"seven"')],
    ['a fraction for an Int', '{ one { count } }', one('"count":1.5')],
    ['a number beyond 32 bits for an Int', '{ one { count } }', one('"count":2147483648')],
    ['a number below 32 bits for an Int', '{ one { count } }', one('"count":-2147483649')],
    ['a number for a String', '{ one { item } }', one('"item":7')],
    ['a string for a Float', '{ one { weight } }', one('"weight":"1.5"')],
    ['a string for a Boolean', '{ one { paid } }', one('"paid":"true"')],
    ['a fraction for an ID', '{ one { id } }', one('"id":1.5')],
    ['a boolean for an ID', '{ one { id } }', one('"id":true')],
    ['an unknown enum value', '{ one { shade } }', one('"shade":"PINK"')],
    ['an object for a String', '{ one { item } }', one('"item":{}')],
    ['a string for an object', '{ one { next { id } } }', one('"next":"x"')],
    ['a list for an object', '{ one { next { id } } }', one('"next":[{"id":"1"}]')],
    ['an object for a list', '{ one { lines { id } } }', one('"lines":{"id":"1"}')],
    ['a value for a list', '{ one { tags } }', one('"tags":"a"')],
    ['a field that was not asked for', '{ one { id } }', one('"id":"1","secret":"x"')],
    ['a root field that was not asked for', '{ one { id } }', '{"data":{"one":{"id":"1"},"two":{}}}'],
    ['a missing nullable field', '{ one { id item weight } }', one('"id":"1","item":"a"')],
    ['a missing non-null field', '{ one { next { id item } } }', one('"next":{"id":"1"}')],
    ['a missing root field', '{ one { id } pet { id } }', one('"id":"1"')],
    ['fields in another order', '{ one { id item } }', one('"item":"a","id":"1"')],
    ['a field twice', '{ one { id count } }', one('"id":"1","count":"seven","count":7')],
    ['an unknown type', '{ pets { __typename id } }', '{"data":{"pets":[{"__typename":"Cow","id":"1"}]}}'],
    ['another type', '{ one { __typename id } }', one('"__typename":"Cat","id":"1"')],
    [
      'a field of another type',
      '{ pet { __typename ...on Cat { lives } } }',
      '{"data":{"pet":{"__typename":"Dog","lives":9}}}',
    ],
    [
      'a wrong field in one type',
      '{ pet { id ...on Cat { lives } __typename } }',
      '{"data":{"pet":{"id":"1","lives":null,"__typename":"Cat"}}}',
    ],
  ])('%s', async (_name, query, body) => {
    const checked = await run(query, body, 'checked')
    expect(checked.passed).toBe(false)
    expect(withoutIds(checked.result)).toBe(withoutIds((await run(query, body, 'off')).result))
    expect((await run(query, body, 'trusted')).passed).toBe(true)
  })
})

const EVERYTHING = `{
  one { __typename id count weight paid item shade next { id } any tags lines { id count } }
  list { id x: item y: item }
  pets { __typename id ... on Cat { lives } ... on Dog { owner { item } name } }
  pet { id name }
}`
const valid = {
  one: {
    __typename: 'Order',
    id: 'a"\\\u0001é😀',
    count: -2_147_483_648,
    weight: 1.5e-7,
    paid: true,
    item: '',
    shade: 'DARK',
    next: null,
    any: { a: [1, -0.5, 'x', null, true, false, {}, []] },
    tags: [['a', 'b'], [], null],
    lines: [
      { id: 1, count: 2_147_483_647 },
      { id: '2', count: 0 },
    ],
  },
  list: [],
  pets: [
    { __typename: 'Cat', id: '1', lives: 9 },
    { __typename: 'Dog', id: '2', owner: null, name: 'Rex' },
    { __typename: 'Dog', id: '3', owner: { item: 'bone' }, name: null },
  ],
  pet: { id: '4', name: null },
}

test('a response that is exactly what the operation selects passes through checked', async () => {
  const body = JSON.stringify({ data: valid })
  const { passed, result } = await run(EVERYTHING, body, 'checked')
  expect(passed).toBe(true)
  expect(JSON.stringify(result)).toBe(body)
  expect((await run('{ one { any } }', '{"data":{"one":null}}', 'checked')).passed).toBe(true)
  expect((await run('{ pet { id name __typename } }', '{"data":{"pet":null}}', 'checked')).passed).toBe(true)
})

test('numbers pass through checked as the subgraph wrote them', async () => {
  const body = '{"data":{"one":{"id":12345678901234567890,"weight":1E+400,"any":[1e21,0.10]}}}'
  const { response } = await runOperation(
    graph,
    '{ one { id weight any } }',
    { only: () => body },
    { passThrough: 'checked' },
  )
  expect(response).toEqual({ kind: 'bytes', body: [Buffer.from(body)], exclusive: true })
})

/** A copy in which one value, chosen by a number, is replaced or removed, or gets another field. */
function damaged(data: unknown, place: number, value: unknown): unknown {
  let index = 0
  const copy = (from: unknown): unknown => {
    index += 1
    if (index === place) return value
    if (Array.isArray(from)) return from.map(copy)
    if (typeof from !== 'object' || from === null) return from
    const entries = Object.entries(from).map(([key, each]) => [key, copy(each)] as const)
    return Object.fromEntries(index === -place ? [...entries, ['extra', value]] : entries)
  }
  return copy(data)
}

test('a response that passes through checked equals the general response', async () => {
  const values = [
    undefined,
    null,
    'seven',
    'DARK',
    'Cat',
    7,
    1.5,
    true,
    [],
    {},
    [null],
    { id: '1' },
    { __typename: 'Dog' },
  ]
  const check = async (place: number, value: unknown) => {
    const body = JSON.stringify({ data: damaged(valid, place, value) })
    const checked = await run(EVERYTHING, body, 'checked')
    const general = await run(EVERYTHING, body, 'off')
    expect(withoutIds(checked.result)).toBe(withoutIds(general.result))
    expect(checked.passed).toBe(JSON.stringify(general.result) === body)
  }
  await fc.assert(fc.asyncProperty(fc.integer({ min: -60, max: 60 }), fc.constantFrom(...values), check), {
    numRuns: 400,
  })
})

test('a body with any byte changed passes through checked only if it still equals the general response', async () => {
  const body = JSON.stringify({ data: valid })
  const check = async (at: number, byte: string) => {
    const changed = body.slice(0, at) + byte + body.slice(at + 1)
    const checked = await run(EVERYTHING, changed, 'checked')
    if (!checked.passed) return
    expect(JSON.stringify(checked.result)).toBe(JSON.stringify((await run(EVERYTHING, changed, 'off')).result))
  }
  const byte = fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', '-', '.', 'e', 'n', 'x', '\n', '')
  await fc.assert(fc.asyncProperty(fc.nat(body.length), byte, check), { numRuns: 600 })
})

test.each([
  [3, true],
  [25, false],
])('with __typename last in %i nested objects, a long response passes through checked: %s', async (depth, passes) => {
  let [query, data] = ['text', `"text":"${'x'.repeat(100_000)}"`]
  for (let level = 0; level < depth; level += 1) {
    query = `next { ${query} } __typename`
    data = `"next":{${data}},"__typename":"Leaf"`
  }
  const body = `{"data":{"node":{${data}}}}`
  const { passed, result } = await run(`{ node { ${query} } }`, body, 'checked')
  expect(passed).toBe(passes)
  expect(JSON.stringify(result)).toBe(body)
})
