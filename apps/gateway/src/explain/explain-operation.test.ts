import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { graphOf } from '@travel-rule/federation/testing/graph-of'
import { expect, test } from 'vitest'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import type { Explanation } from './explain-operation.ts'
import { type ExplainedRequest, explainOperation } from './explain-operation.ts'
import { printExplanation } from './print-explanation.ts'

const graph = buildGraph(testSubgraphs().supergraph)

function explain(request: ExplainedRequest): Explanation {
  const explanation = explainOperation(graph, request, { introspection: true })
  if ('errors' in explanation) throw new Error(explanation.errors.map(({ message }) => message).join('\n'))
  return explanation
}

const JOIN = 'query Orders { orders { list { id address notes placedBy { name } } } }'

test('an explanation lists all subgraphs of a join', () => {
  const explanation = explain({ query: JOIN })
  expect(explanation).toMatchObject({
    operation: { type: 'query', name: 'Orders' },
    graph: graph.hash,
    subgraphs: ['orders', 'people'],
    fetches: { count: 3, atMost: false },
    cost: expect.any(Number),
    needs: [
      { field: 'Query.orders', scopes: [[['orders:read']]] },
      { field: 'Order.address', scopes: [[['pii:read']]] },
    ],
    passThrough: { possible: false, reason: expect.any(String) },
  })
  expect(explanation.plan).toMatch(/^QueryPlan \{[\s\S]*Fetch\(service: "people"\)/)
})

test('an operation that one subgraph resolves can pass through', () => {
  expect(explain({ query: '{ people { all { name } } }' })).toMatchObject({
    subgraphs: ['people'],
    fetches: { count: 1 },
    needs: [],
    passThrough: { possible: true },
  })
})

test('an explanation lists the overrides of its fields, and its plan follows those that are active', () => {
  const moving = graphOf({
    old: 'type Query { item: Item } type Item @key(fields: "id") { id: ID! price: Int name: String }',
    new: 'type Item @key(fields: "id") { id: ID! price: Int @override(from: "old", label: "move-prices") }',
  })
  const explained = (query: string, active: boolean) => {
    const explanation = explainOperation(moving, { query }, { introspection: true }, { overrides: () => active })
    if ('errors' in explanation) throw new Error('refused')
    return explanation
  }
  const query = '{ item { price } }'
  expect(explained(query, true)).toMatchObject({
    subgraphs: ['old', 'new'],
    overrides: [{ label: 'move-prices', active: true }],
  })
  expect(explained(query, false).subgraphs).toEqual(['old'])
  expect(printExplanation(explained(query, false))).toMatch(/^overrides +move-prices: not active$/m)
  expect(explained('{ item { name } }', true).overrides).toEqual([])
})

test('an explanation shows the trust mode of each subgraph of the operation', () => {
  const passThrough = (subgraph: string) => (subgraph === 'orders' ? 'trusted' : 'checked')
  const explanation = explainOperation(graph, { query: JOIN }, { introspection: true }, { passThrough })
  if ('errors' in explanation) throw new Error('refused')
  expect(explanation.passThroughModes).toEqual([
    { subgraph: 'orders', mode: 'trusted' },
    { subgraph: 'people', mode: 'checked' },
  ])
  expect(printExplanation(explanation)).toMatch(/^trust +orders: trusted\n +people: checked$/m)
  expect(printExplanation(explain({ query: JOIN }))).not.toContain('trust')
})

test('fetches that depend on variables are counted with their values, or as an upper bound', () => {
  const query = 'query ($deep: Boolean!) { orders { list { id } } people @include(if: $deep) { all { name } } }'
  expect(explain({ query }).fetches).toEqual({ count: 2, atMost: true })
  expect(explain({ query, variables: { deep: false } }).fetches).toEqual({ count: 1, atMost: false })
})

test('the explanation of a subscription includes the fetches for each event', () => {
  const { operation, fetches } = explain({ query: 'subscription { orderChanged { id notes } }' })
  expect([operation.type, fetches.count]).toEqual(['subscription', 2])
})

test('explaining an invalid operation returns its validation errors', () => {
  for (const [query, code] of [
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{', 'GRAPHQL_PARSE_FAILED'],
  ] as const) {
    expect(explainOperation(graph, { query }, { introspection: true })).toMatchObject({
      errors: [{ extensions: { code } }],
    })
  }
  const search = { query: 'query ($limit: Int!) { orders { search(limit: $limit) } }', variables: { limit: 'two' } }
  expect(explainOperation(graph, search, { introspection: true })).toMatchObject({ errors: [expect.anything()] })
})

test("explaining an operation that the planner refuses returns the planner's error", () => {
  const link =
    'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@interfaceObject"])'
  const implementing = ['Book', 'Film', 'Song'].map(
    (name) => `type ${name} implements Media @key(fields: "id") { id: ID! title: String }`,
  )
  const manyWays = graphOf({
    books: `${link} type Query { shelf: [Media!] }
      interface Media @key(fields: "id") { id: ID! title: String } ${implementing.join(' ')}`,
    ratings: `${link} type Query { topRated: [Media!] }
      type Media @key(fields: "id") @interfaceObject { id: ID! similar: [Media!] }`,
  })
  const query = '{ topRated { similar { similar { similar { title } } } } }'
  expect(explainOperation(manyWays, { query }, { introspection: true })).toMatchObject({
    errors: [{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'planPaths' } }],
  })
})

test('a printed explanation has one line per property, followed by the plan', () => {
  const text = printExplanation(explain({ query: JOIN }))
  expect(text).toMatch(/^operation {5}query Orders\n/)
  expect(text).toContain('needs         orders:read (Query.orders)\n              pii:read (Order.address)\n')
  expect(text).toContain('\n\nQueryPlan {')
})
