import { expect, test } from 'vitest'
import { selectedOperation } from './selected-operation.ts'

test.each([
  ['query A { a } subscription B { b }', 'B', 'B'],
  ['query A { a }', 'Before', 'A'],
  ['query A { a }', null, 'A'],
  ['query A { a } query B { b }', 'C', undefined],
  ['fragment F on T { a }', 'F', undefined],
  ['query A {', 'A', undefined],
])('of %j with the name %j it is %j', (query, name, expected) => {
  expect(selectedOperation(query, name)?.name?.value).toBe(expected)
})
