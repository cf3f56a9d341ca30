import { expect, test } from 'vitest'
import { checkedIn, composeSdl, graphOf } from '../../testing/graph-of.ts'
import { buildGraph } from '../build-graph.ts'
import { planOperation } from '../plan-operation.ts'

const items = `type Query { item: Item } type Subscription { sold: Item }
  type Item @key(fields: "id") { id: ID! price(in: String = "CHF"): Int price__required0: Int }`
const sales = (...fields: string[]) =>
  `type Item @key(fields: "id") { id: ID! price(in: String = "CHF"): Int @external stars: Int ${fields.join(' ')} }`
const IN_USD = '@requires(fields: "price(in: \\"USD\\")")'
const IN_EUR = '@requires(fields: "price(in: \\"EUR\\")")'
const graph = graphOf({ items, sales: sales(`a: Int ${IN_USD}`, `b: Int ${IN_EUR}`, `c: Int ${IN_USD}`) })

function fetchesOf(query: string, of = graph): readonly string[] {
  const { plan } = planOperation(of, checkedIn(of, query), () => true)
  const found: string[] = []
  JSON.stringify(plan, (key, value) => {
    if (key === 'operation') found.push(String(value))
    return value
  })
  return found
}

test('a required field is fetched under an alias that is neither a field nor an alias of the client', () => {
  const [first = ''] = fetchesOf('{ item { price__required0 price__required1: price a } }')
  expect(first).toContain('price__required1:price(in:"USD")')
  expect(first).toContain('price__required0 price__required1__as0:price')
})

test('fields that require one field with different arguments are fetched separately', () => {
  const [first = '', ...others] = fetchesOf('{ item { a b c stars } }')
  expect(first).toContain('price__required1:price(in:"USD")price__required2:price(in:"EUR")')
  expect(others.map((fetch) => fetch.split('...on Item')[1])).toEqual(['{a c stars}}}', '{b}}}'])
})

test('the fetch of a subscription selects required fields with their arguments', () => {
  const [primary = ''] = fetchesOf('subscription { sold { price a } }')
  expect(primary).toContain('price price__required1:price(in:"USD")')
})

test('a required field is fetched with a mandatory argument', () => {
  const mandatory = (sdl: string) => sdl.replace('in: String = "CHF"', 'in: String!')
  const strict = graphOf({ items: mandatory(items), sales: mandatory(sales(`a: Int ${IN_USD}`)) })
  const [first = ''] = fetchesOf('{ item { a price(in: "EUR") } }', strict)
  expect(first).toContain('price__required1:price(in:"USD")price(in:"EUR")')
})

test('clients do not see the fields that are added for the planner', () => {
  const fields = graph.schema.getType('Item')
  expect(fields?.toConfig()).toMatchObject({
    fields: expect.not.objectContaining({ price__required1: expect.anything() }),
  })
  expect(() => checkedIn(graph, '{ item { price__required1 } }')).toThrow('Cannot query field')
})

test('a supergraph whose @requires names one field twice with different arguments cannot be served', () => {
  const twice = '@requires(fields: "price(in: \\"USD\\") price(in: \\"EUR\\")")'
  expect(() => buildGraph(composeSdl({ items, sales: sales(`a: Int ${twice}`) }))).toThrow(
    'cannot be served: a @requires of type Item names "price" with different arguments',
  )
})
