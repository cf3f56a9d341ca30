import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'
import { countFetches } from './make-plan.ts'

const graph = graphOf({
  items: `
    type Query { item: Item shop: Shop any: Any plain: Plain }
    type Item @key(fields: "id") { id: ID! next: Item plain: Plain }
    type Shop @key(fields: "id") { id: ID! item: Item }
    type Plain { text: String item: Item }
    union Any = Item | Shop`,
  prices: `type Item @key(fields: "id") { id: ID! price: Int }`,
  stock: `type Item @key(fields: "id") { id: ID! stock: Int } type Shop @key(fields: "id") { id: ID! open: Int }`,
  // This subgraph references shops without resolving them.
  links: `type Item @key(fields: "id") { id: ID! shop: Shop } type Shop @key(fields: "id", resolvable: false) { id: ID! }`,
})
const count = (query: string) => countFetches(graph.schema, graph.facts, parse(query))

test.each([
  ['{ plain { text } }', 0],
  ['{ item { id } }', 3],
  ['{ item { id } again: item { id } }', 6],
  ['{ item { next { next { id } } } }', 9],
  ['{ shop { id } }', 1],
  ['{ plain { item { plain { text } } } }', 3],
  ['{ any { ... on Item { next { id } } } }', 6],
  ['{ ...F ... on Query { ...F } } fragment F on Query { item { ...G } } fragment G on Item { next { id } }', 12],
])('%s may need %i fetches', (query, expected) => {
  expect(count(query)).toBe(expected)
})

test('a fragment is counted for each of its spreads, but visited once', () => {
  const fragments = Array.from({ length: 60 }, (_, level) => {
    const inner = level === 59 ? 'id' : `...F${level + 1} ...F${level + 1}`
    return `fragment F${level} on Item { ${inner} }`
  })
  expect(count(`{ item { ...F0 } } ${fragments.join(' ')} fragment N on Item { next { id } }`)).toBe(3)
  const doubled = fragments.with(59, 'fragment F59 on Item { next { id } }')
  expect(count(`{ item { ...F0 } } ${doubled.join(' ')}`)).toBe(3 + 3 * 2 ** 59)
})
