import { beforeAll, describe, expect, test } from 'vitest'
import type { Graph } from '../../planning/build-graph.ts'
import { graphOf } from '../../testing/graph-of.ts'
import { plannedFor, runOperation } from '../../testing/run-operation.ts'
import { findObstacle } from './find-obstacle.ts'

let graph: Graph
beforeAll(() => {
  graph = graphOf({
    shop: `
      type Query { items: [Item] things: [Thing] colors: [Color] media: [Media] plain: Plain some: Either open: Open }
      type Mutation { add(name: String, more: String): Item }
      interface Item { id: ID! name: String }
      interface Named { name: String }
      type Book implements Item & Named @key(fields: "id") { id: ID! name: String @shareable pages: Int find(name: ID): Int }
      type Film implements Item @key(fields: "id") { id: ID! name: String @shareable length: Int }
      union Thing = Book | Secret
      type Secret @inaccessible { code: String }
      union Either = Book | Film
      enum Color { RED BLACK @inaccessible }
      interface Media @key(fields: "id") { id: ID! title: String }
      type Song implements Media @key(fields: "id") { id: ID! title: String }
      type Plain { id: ID! strict: Int! @shareable loose: Int @shareable self: Plain query: Query items: [Item] }
      interface Open { id: ID! }
      type Door implements Open { id: ID! }
    `,
    stock: `
      type Query { rated: [Media] stocked: [Film] }
      type Film @key(fields: "id") { id: ID! count: Int }
      interface Named { name: String }
      type Film2 implements Named { name: String }
      type Media @interfaceObject @key(fields: "id") { id: ID! stars: Int }
    `,
  })
})

const obstacle = (query: string, variables = {}) => findObstacle(graph, plannedFor(graph, query, { variables }).planned)

test.each([
  '{ plain { id strict loose self { __typename id } } }',
  '{ items { __typename id ... on Book { pages } ...F } } fragment F on Film { length }',
  'query A($id: Boolean!) { plain @include(if: $id) { id } stay: plain { id } }',
  '{ ...R } fragment R on Query { plain { id } ... on Query { items { id } } }',
  'mutation M($n: String = "x") { add(name: $n) { id } }',
  '{ items { __typename id ... on Named { name } } }',
  '{ rated { id stars } }',
  '{ some { __typename ... on Film { length } } }',
])('the operation %s passes through', (query) => {
  expect(obstacle(query, { id: true })).toBeUndefined()
})

test.each([
  ['{ plain { id } rated { stars } }', 'the plan has several fetches'],
  ['{ media { title stars } }', 'the plan has several fetches'],
  ['{ __typename }', 'the plan has no fetch'],
  ['{ plain { id } __typename }', 'the operation selects Query.__typename'],
  ['{ plain { query { __typename } } }', 'the operation selects Query.__typename'],
  ['{ plain { id } __schema { queryType { name } } }', 'the operation selects Query.__schema'],
  ['{ ...R } fragment R on Query { plain { id } __type(name: "A") { name } }', 'the operation selects Query.__type'],
  ['{ things { __typename ... on Book { id } } }', 'Thing has hidden members'],
  ['{ colors }', 'Color has hidden values'],
  ['{ items { ... on Book { pages } } }', 'Query.items does not select __typename'],
  ['{ items { t: __typename id } }', 'Query.items does not select __typename'],
  ['query ($no: Boolean = false) { plain { id @include(if: $no) } }', 'conditions remove all selections of a field'],
  ['{ plain { __own: id } }', 'Plain.id has a reserved alias'],
  ['{ plain { __typename: id } }', 'a response name is also that of a key or of a required field'],
])('the operation %s does not pass through: %s', (query, expected) => {
  expect(obstacle(query)).toBe(expected)
})

test.each([
  ['{ node(id: "1") { __typename ... on Query { id } } }', 'Node may be a root type'],
  ['{ node(id: "1") { __typename id } }', 'Node may be a root type'],
  ['{ ... on Node { ... on Query { plain } } }', 'Node may be a root type'],
  ['{ ... on Query { plain self { ... on Query { plain } } } }', undefined],
])('the operation %s on an interface of a root type has the obstacle %s', (query, expected) => {
  const rooted = graphOf({
    shop: `
      type Query implements Node { id: ID! node(id: ID!): Node self: Query plain: Int }
      interface Node { id: ID! }
      type Thing implements Node { id: ID! }
    `,
  })
  expect(findObstacle(rooted, plannedFor(rooted, query).planned)).toBe(expected)
})

describe('the pass-through operation', () => {
  const body = '{"data":{"plain":{"id":"1"}}}'

  test('the pass-through operation omits other operations, excluded fields and unused variables', async () => {
    const query = `
      query Mine($no: Boolean!, $name: ID) { ...R stay: items @include(if: $no) { ... on Book { find(name: $name) } } }
      fragment R on Query { plain { ...P } }
      fragment P on Plain { id }
    `
    const { response, sent } = await runOperation(graph, query, { shop: () => body }, { variables: { no: false } })
    expect(response).toMatchObject({ kind: 'bytes' })
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      query: 'query Mine{...{plain{...P}}}fragment P on Plain{id}',
      variables: {},
      operationName: 'Mine',
    })
  })

  test('the pass-through operation is sent once, even when its response has errors', async () => {
    const subgraphs = { shop: () => ({ data: { add: null }, errors: [{ message: 'x', path: ['add'] }] }) }
    const { response, sent } = await runOperation(graph, 'mutation { add { id } }', subgraphs)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.idempotent).toBe(false)
    expect(response).toMatchObject({ kind: 'result', result: { data: { add: null }, errors: [{ path: ['add'] }] } })
  })

  test.each([
    ['{"extensions":{},"data":{"items":[{"__typename":"Book","id":"1","pages":2}]}}'],
    [' {"data" : {"items":[{"pages":2,"id":"1","__typename":"Book"}]}}'],
  ])('the pass-through operation has the same result when its response must be parsed: %s', async (body) => {
    const query = '{ items { __typename id ... on Book { pages } } }'
    const { response } = await runOperation(graph, query, { shop: () => body })
    expect(JSON.stringify(response)).toBe(
      '{"kind":"result","result":{"data":{"items":[{"__typename":"Book","id":"1","pages":2}]}}}',
    )
  })
})
