import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, parseJson } from './json.ts'

function canonical(text: string): string {
  const json = parseJson(text)
  if (!json.ok) throw new Error(json.refusal.code)
  return canonicalJson(json.value)
}

describe('the canonical form of a JSON value', () => {
  it.each([
    ['{"b":1,"a":{"d":[],"c":null}}', ' { "a" : { "c" : null , "d" : [ ] } , "b" : 1 } '],
    ['{"a":1}', '{"a":1.0}'],
    ['{"a":100}', '{"a":1e2}'],
    ['{"a":0.000021}', '{"a":2.1E-5}'],
    ['[0]', '[-0.0]'],
    ['"\\u00fc/"', '"ü\\/"'],
  ])('%s equals %s', (left, right) => {
    expect(canonical(left)).toBe(canonical(right))
  })

  it.each([
    ['[1,2]', '[2,1]'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', '{}'],
    ['[0.1234567890123456789]', '[0.1234567890123456788]'],
    ['[9007199254740993]', '[9007199254740992]'],
    ['[1e400]', '[1e401]'],
    ['[1e99999999999999999999]', '[1e99999999999999999998]'],
    ['[-1]', '[1]'],
    ['{"a":{"value":"1"}}', '{"a":1}'],
  ])('%s differs from %s', (left, right) => {
    expect(canonical(left)).not.toBe(canonical(right))
  })

  it('does not depend on the order of keys, and is its own canonical form', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(object))
        expect(canonicalJson(JSON.parse(JSON.stringify(object)))).toBe(canonicalJson(object))
      }),
    )
  })

  it('exists only for JSON values', () => {
    expect(() => canonicalJson(undefined)).toThrow(TypeError)
    expect(() => canonicalJson([() => 1])).toThrow(TypeError)
  })
})
