import { beforeAll, expect, test } from 'vitest'
import type { Graph } from '../planning/build-graph.ts'
import { graphOf } from '../testing/graph-of.ts'
import { publishedDifference } from './published-difference.ts'

const SHOP = `
  type Query { one: Order pets: [Pet] found: Found shade: Shade }
  type Order @key(fields: "id") { id: ID! count: Int! old: Int @external total: Int @requires(fields: "old") }
  interface Pet { id: ID! }
  type Cat implements Pet { id: ID! }
  type Dog implements Pet { id: ID! }
  union Found = Cat | Dog
  enum Shade { LIGHT DARK }
`
const STOCK =
  'type Query { two: Int } type Order @key(fields: "id") { id: ID! old: Int two: Int @override(from: "shop") }'

let graph: Graph
beforeAll(() => {
  graph = graphOf({ shop: SHOP, stock: STOCK })
})

test.each([
  ['the schema that was composed', SHOP],
  ['one with another order', SHOP.trim().split('\n').reverse().join('\n')],
  ['one with extensions', `${SHOP.replace('count: Int!', '')} extend type Order { count: Int! }`],
  ['one with more fields and types', `${SHOP.replace('one: Order', 'one: Order three: Int')} type New { a: Int }`],
  ['one with more arguments', SHOP.replace('one: Order', 'one(id: ID = "1"): Order')],
  ['one with descriptions and directives', SHOP.replace('count: Int!', '"How many" count: Int! @deprecated')],
  ['one that still has an overridden field', SHOP.replace('count: Int!', 'count: Int! two: String')],
  ['one with its own names of root types', `schema { query: Root } ${SHOP.replace('type Query', 'type Root')}`],
])('a subgraph publishes what was composed: %s', (_name, sdl) => {
  expect(publishedDifference(graph, 'shop', sdl)).toBeUndefined()
})

test.each([
  ['count: Int!', 'count: Int', 'Order.count is Int, but composed as Int!'],
  ['count: Int!', 'count: String!', 'Order.count is String!, but composed as Int!'],
  ['count: Int!', '', 'Order.count is missing, but composed as Int!'],
  ['[Pet]', '[Pet!]', 'Query.pets is [Pet!], but composed as [Pet]'],
  ['LIGHT', 'LIGHT PINK', 'the value Shade.PINK is not composed'],
  ['Cat | Dog', 'Cat | Dog | Order', 'Order is not composed as a Found'],
  ['type Dog', 'type Cow implements Pet { id: ID! } type Dog', 'Cow is not composed as a Pet'],
  ['type Query', 'type', 'the published schema is not valid GraphQL'],
])('a subgraph with %s changed to %s publishes a different schema', (composed, published, difference) => {
  expect(publishedDifference(graph, 'shop', SHOP.replace(composed, published))).toBe(difference)
})
