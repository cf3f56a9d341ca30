import { print, stripIgnoredCharacters } from 'graphql'
import { expect, test } from 'vitest'
import { planVariables } from '../../operation/plan-cache.ts'
import { checkedIn, graphOf } from '../../testing/graph-of.ts'
import { planOperation } from '../plan-operation.ts'

const graph = graphOf({
  shop: 'type Query { one: Order } type Order @key(fields: "id") { id: ID! }',
  people: 'type Order @key(fields: "id") { id: ID! name(as: String): String }',
})

test('a client variable named $representations is renamed in the plan', () => {
  const query =
    'query ($representations: String, $representations_: String) { one { a: name(as: $representations) b: name(as: $representations_) } }'
  const planned = planOperation(graph, checkedIn(graph, query), () => true)
  expect([...planned.renamedVariables]).toEqual([['representations__', 'representations']])
  const plan = JSON.stringify(planned.plan)
  expect(plan).toContain('a:name(as:$representations__)b:name(as:$representations_)')
  expect(plan).toContain('_entities(representations:$representations)')
  expect(stripIgnoredCharacters(print(planned.document))).toContain('a:name(as:$representations)')
  const variables = { representations: 'x', representations_: 'y' }
  expect(planVariables(planned, variables)).toEqual({ ...variables, representations__: 'x' })
})

test('variables with other names are unchanged in the plan', () => {
  const planned = planOperation(graph, checkedIn(graph, 'query ($x: String) { one { name(as: $x) } }'), () => true)
  const variables = { x: 'y' }
  expect(planVariables(planned, variables)).toBe(variables)
})
