import { describe, expect, test } from 'vitest'
import { checkOperation } from '../operation/check-operation.ts'
import { DEFAULT_VARIABLE_LIMITS, readVariables } from '../operation/read-variables.ts'
import { checkedIn, graphOf } from '../testing/graph-of.ts'

const graph = graphOf(`
  scalar DateTime @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339")
  scalar Instant @specifiedBy(url: "https://scalars.graphql.org/andimarek/date-time.html")
  scalar UUID @specifiedBy(url: "https://tools.ietf.org/html/rfc4122")
  scalar Date @specifiedBy(url: "https://datatracker.ietf.org/doc/html/rfc3339")
  scalar JSON @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc8259")
  scalar Plain
  input Filter { at: [DateTime!] not: Filter id: UUID }
  type Query { find(at: DateTime, instant: Instant, id: UUID, date: Date, json: JSON, plain: Plain, filter: Filter): Int }
`)
const TIME = '2026-01-31T12:00:00Z'

function check(query: string, variables: Record<string, unknown> = {}) {
  const checked = checkOperation(graph, query, undefined, { introspection: true })
  if (!('definition' in checked)) return checked.map((error) => error.toJSON())
  const read = readVariables(graph.schema, checked, variables, { ...DEFAULT_VARIABLE_LIMITS, introspection: true })
  return 'coerced' in read ? read.coerced : read.map((error) => error.toJSON())
}

describe('a literal that violates the specification of its scalar is refused with its location', () => {
  test.each([
    ['an argument', '{ find(at: "2025-01-01") }', 12],
    ['an integer', '{ find(at: 1700000000) }', 12],
    ['a scalar under another address of its specification', '{ find(instant: "tomorrow") }', 17],
    ['a UUID', '{ find(id: "17") }', 12],
    ['a list in nested input objects', `{ find(filter: {not: {at: ["${TIME}", "now"]}}) }`, 52],
    ['one value in place of a list', '{ find(filter: {at: "now"}) }', 21],
    ['the default of a variable', 'query ($at: DateTime = "now") { find(at: $at) }', 24],
    ['the default of an input object', 'query ($f: Filter = {id: false}) { find(filter: $f) }', 26],
  ])('%s', (_, query, column) => {
    expect(check(query)).toEqual([
      expect.objectContaining({
        locations: [{ line: 1, column }],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      }),
    ])
  })
})

describe('a variable that violates the specification of its scalar is refused with the path of its value', () => {
  test.each([
    ['DateTime', '2025-01-01', 'find(at: $v)', '$v'],
    ['UUID', 17, 'find(id: $v)', '$v'],
    ['Filter', { not: { at: [TIME, 'now'] } }, 'find(filter: $v)', 'v.not.at[1]'],
    ['[DateTime!]', [TIME, 'now'], 'find(filter: {at: $v})', 'v[1]'],
  ])('%s', (type, v, field, path) => {
    expect(check(`query ($v: ${type}) { ${field} }`, { v })).toEqual([
      {
        message: expect.stringContaining(path),
        locations: [{ line: 1, column: 8 }],
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ])
  })
})

test('the refusal states the required form', () => {
  expect(JSON.stringify(check('{ find(at: "2025-01-01") }'))).toContain('such as \\"2026-01-31T12:00:00Z\\"')
  expect(JSON.stringify(check('{ find(id: "17") }'))).toContain('such as \\"f81d4fae-7dec-41d0-a765-00a0c91e6bf6\\"')
})

test('a value that conforms is sent as the client wrote it', () => {
  const v = { at: ['2026-01-31t12:00:00.5+01:00'], id: 'F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6', not: null }
  expect(check('query ($v: Filter) { find(filter: $v) }', { v })).toEqual({ v })
  expect(checkedIn(graph, `{ find(at: "${TIME}", id: "${v.id}") }`).query).toContain(TIME)
})

test('a scalar value is left to the subgraph if the specification is missing or unknown', () => {
  const values = { date: '2025-01-01', json: { a: [1, null] }, plain: 7 }
  const query = 'query ($date: Date, $json: JSON, $plain: Plain) { find(date: $date, json: $json, plain: $plain) }'
  expect(check(query, values)).toEqual(values)
})
