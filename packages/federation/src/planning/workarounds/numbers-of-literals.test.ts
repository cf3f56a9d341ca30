import { expect, test } from 'vitest'
import { checkedIn, graphOf } from '../../testing/graph-of.ts'
import { planOperation } from '../plan-operation.ts'

const graph = graphOf({
  ledger: `scalar Long scalar Json
    type Query { find(long: Long, json: Json, id: ID, float: Float, text: String): Record }
    type Subscription { moved(long: Long): Record }
    type Record @key(fields: "id") { id: ID! }`,
  notes: `scalar Long type Record @key(fields: "id") { id: ID! note(long: Long): String }`,
})

const planOf = (query: string) => JSON.stringify(planOperation(graph, checkedIn(graph, query), () => true).plan)

test.each([
  'find(long:9007199254740993)',
  'find(json:{a:[9007199254740993 1.0{b:-0}]})',
  'find(json:[1e400 12.50 1E3]id:9007199254740993)',
])('the plan of %s has the numbers as they were written', (field) => {
  expect(planOf(`{ ${field} { note(long: 9007199254740993) } }`)).toContain(field)
  expect(planOf(`{ ${field} { note(long: 9007199254740993) } }`)).toContain('note(long:9007199254740993)')
})

test('the plan of a subscription has the numbers as they were written', () => {
  expect(planOf('subscription { moved(long: 9007199254740993) { note } }')).toContain('moved(long:9007199254740993)')
})

test('a default value has its numbers as they were written', () => {
  const query = 'query ($long: Long = 9007199254740993) { find(long: $long) { id note } }'
  expect(planOf(query)).toContain('query($long:Long=9007199254740993)')
})

test('a Float literal beyond the range of a double is bad input', () => {
  expect(() => planOf('{ find(float: 1e400) { id } }')).toThrow('Float cannot represent non numeric value: 1e400')
})
