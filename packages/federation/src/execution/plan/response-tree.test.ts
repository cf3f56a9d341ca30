import { expect, test } from 'vitest'
import { mergeInto } from './response-tree.ts'

test.each<[string, string, string, string]>([
  ['objects are merged field by field', '{"a":{"b":1}}', '{"a":{"c":2}}', '{"a":{"b":1,"c":2}}'],
  [
    'lists of equal length are merged item by item',
    '{"a":[{"b":1},null]}',
    '{"a":[{"c":1},{"d":2}]}',
    '{"a":[{"b":1,"c":1},{"d":2}]}',
  ],
  ['nested lists are merged item by item', '{"a":[[{"b":1}]]}', '{"a":[[{"c":2}]]}', '{"a":[[{"b":1,"c":2}]]}'],
  ['a list of another length replaces the value', '{"a":[{"b":1}]}', '{"a":[]}', '{"a":[]}'],
  ['null replaces an object', '{"a":{"b":1}}', '{"a":null}', '{"a":null}'],
  ['an object replaces null', '{"a":null}', '{"a":{"b":1}}', '{"a":{"b":1}}'],
  [
    '__proto__ and constructor are ordinary keys',
    '{}',
    '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
    '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
  ],
])('merged data: %s', (_name, target, source, expected) => {
  for (const copied of [false, true]) {
    const merged = JSON.parse(target)
    mergeInto(merged, JSON.parse(source), copied)
    expect(JSON.stringify(merged)).toBe(expected)
    expect({}).not.toHaveProperty('x')
  }
})

test('data merged as a copy shares nothing with its source', () => {
  const source = { a: { b: [{ c: 1 }] } }
  const target: { a?: { b: { c: number }[] } } = {}
  mergeInto(target, source, true)
  mergeInto(target, { a: { b: [{ c: 2 }] } })
  expect(source).toEqual({ a: { b: [{ c: 1 }] } })
})
