import { expect, test } from 'vitest'
import { mergeInto } from './merge-data.ts'

test.each<[string, string, string, string]>([
  ['objects become one', '{"a":{"b":1}}', '{"a":{"c":2}}', '{"a":{"b":1,"c":2}}'],
  [
    'lists of one length become one item by item',
    '{"a":[{"b":1},null]}',
    '{"a":[{"c":1},{"d":2}]}',
    '{"a":[{"b":1,"c":1},{"d":2}]}',
  ],
  ['lists of lists do so too', '{"a":[[{"b":1}]]}', '{"a":[[{"c":2}]]}', '{"a":[[{"b":1,"c":2}]]}'],
  ['a list of another length replaces', '{"a":[{"b":1}]}', '{"a":[]}', '{"a":[]}'],
  ['null replaces', '{"a":{"b":1}}', '{"a":null}', '{"a":null}'],
  ['an object replaces null', '{"a":null}', '{"a":{"b":1}}', '{"a":{"b":1}}'],
  [
    'prototypes are keys like others',
    '{}',
    '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
    '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
  ],
])('%s', (_name, target, source, expected) => {
  for (const copied of [false, true]) {
    const merged = JSON.parse(target)
    mergeInto(merged, JSON.parse(source), copied)
    expect(JSON.stringify(merged)).toBe(expected)
    expect({}).not.toHaveProperty('x')
  }
})

test('what is copied is shared with nobody', () => {
  const source = { a: { b: [{ c: 1 }] } }
  const target: { a?: { b: { c: number }[] } } = {}
  mergeInto(target, source, true)
  mergeInto(target, { a: { b: [{ c: 2 }] } })
  expect(source).toEqual({ a: { b: [{ c: 1 }] } })
})
