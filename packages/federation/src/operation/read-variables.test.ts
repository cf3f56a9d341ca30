import { expect, test } from 'vitest'
import { checkVariables, DEFAULT_VARIABLE_LIMITS } from './read-variables.ts'

const check = (variables: unknown, limits = {}) =>
  checkVariables(variables as Record<string, unknown>, { ...DEFAULT_VARIABLE_LIMITS, ...limits })

test('ordinary variables are accepted', () => {
  expect(check({ id: '1', filter: { tags: ['a', 'b'], deep: { list: [[1], [2]] } }, none: null })).toBeUndefined()
})

test.each([
  ['a list with a million entries', { list: Array(1_000_000).fill(1) }, 'variableList', 10_000, 1_000_000],
  ['many lists', { lists: Array(10_000).fill(Array(20).fill(1)) }, 'variableBytes', 1_000_000, 1_000_004],
  ['a long string', { text: 'x'.repeat(1_100_000) }, 'variableBytes', 1_000_000, 1_100_010],
  ['a long key', { ['k'.repeat(1_100_000)]: 1 }, 'variableBytes', 1_000_000, 1_100_003],
  ['objects within objects', { a: nested(40) }, 'variableDepth', 30, 31],
])('%s is refused with the limit and the measured value', (_, variables, limit, max, value) => {
  expect(check(variables)?.extensions).toEqual({ code: 'OPERATION_LIMIT_EXCEEDED', limit, max, value })
})

test('an unpaired surrogate is refused in a value and in a key, because UTF-8 cannot encode it', () => {
  for (const variables of [{ a: '\ud800' }, { a: [{ '\udc00': 1 }] }, { '\ud800': 1 }]) {
    expect(check(variables)?.extensions.code).toBe('BAD_USER_INPUT')
  }
  expect(check({ a: '\ud83d\ude00' })).toBeUndefined()
})

test('NUL is allowed in a string', () => {
  expect(check({ a: 'x\u0000y' })).toBeUndefined()
})

test('a variable named __proto__ is refused, and a key of that name inside a value is measured', () => {
  expect(check(JSON.parse('{"__proto__": {"admin": true}}'))?.extensions.code).toBe('BAD_USER_INPUT')
  expect(check({ a: JSON.parse(`{"__proto__": "${'x'.repeat(1_100_000)}"}`) })?.extensions.limit).toBe('variableBytes')
  expect(check({ constructor: { prototype: 1 } })).toBeUndefined()
})

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) }
}
