import fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import {
  canonicalJson,
  encodeJson,
  fieldOf,
  isJsonObject,
  JSON_DEPTH_MAX,
  JSON_LENGTH_MAX,
  JSON_VALUES_MAX,
  parseJson,
} from './json.ts'

function codeOf(body: string | Uint8Array): string {
  const json = parseJson(body)
  return json.ok ? 'accepted' : json.refusal.code
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

describe('a JSON document from outside', () => {
  it('parsed JSON preserves every digit of its numbers', () => {
    const json = parseJson('{"amount":0.123456789012345678901}')
    expect(json).toEqual({ ok: true, value: { amount: new LosslessNumber('0.123456789012345678901') } })
    expect(json.ok && isJsonObject(json.value) && encodeJson(json.value)).toBe('{"amount":0.123456789012345678901}')
  })

  it('JSON is parsed from UTF-8 bytes, with or without a byte order mark', () => {
    expect(parseJson(Buffer.from('{"a":"ü"}'))).toEqual({ ok: true, value: { a: 'ü' } })
    expect(parseJson(Buffer.from('\uFEFF{"a":"ü"}'))).toEqual({ ok: true, value: { a: 'ü' } })
    expect(codeOf(Buffer.from([0x22, 0xff, 0x22]))).toBe('JSON_ENCODING')
    expect(codeOf(Buffer.from('{"a":1}', 'utf16le'))).toBe('JSON_MALFORMED')
  })

  it.each([
    '',
    ' ',
    '{',
    '{"a":1}{"b":2}',
    '{} x',
    "{'a':1}",
    '{"a":1,}',
    '[1,]',
    '01',
    '.5',
    '+1',
    'NaN',
    '"\n"',
    '"\\x"',
    'undefined',
  ])('malformed JSON is refused: %j', (text) => {
    expect(codeOf(text)).toBe('JSON_MALFORMED')
  })

  it('JSON is refused when an object has a key twice', () => {
    expect(codeOf('{"txid":"a","txid":"b"}')).toBe('JSON_MALFORMED')
    expect(codeOf('[{"txid":"a","txid":"a"}]')).toBe('JSON_MALFORMED')
    expect(codeOf('{"0":"a","\\":":\\":","0":"a"}')).toBe('JSON_MALFORMED')
    expect(codeOf('{"a:\\":":"\\\\:","b":{"a:\\":":[":"]}}')).toBe('accepted')
    expect(codeOf('{"a":{"amount":1,"amount":2}}')).toBe('JSON_MALFORMED')
    expect(codeOf('{"a":1,"\\u0061":2}')).toBe('JSON_MALFORMED')
  })

  it.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])(
    'JSON is refused with the key %s at any depth',
    (key) => {
      expect(codeOf(`{"${key}":{"polluted":true}}`)).toBe('JSON_KEY')
      expect(codeOf(`[{"a":[{"${key}":1}]}]`)).toBe('JSON_KEY')
      expect(Reflect.get({}, 'polluted')).toBeUndefined()
    },
  )

  it.each(['"\\u0000"', '"a\\ud800"', '"\\udc00\\ud800"', '{"\\u0000":1}', '["\\ud83d"]'])(
    'JSON is refused with the string %s',
    (text) => {
      expect(codeOf(text)).toBe('JSON_TEXT')
    },
  )

  it('JSON strings may contain every other character', () => {
    expect(parseJson('"\\ud83d\\ude00 \\u0001"')).toEqual({ ok: true, value: '😀 \u0001' })
  })

  it('deeply nested JSON is refused, regardless of its depth', () => {
    expect(codeOf(nested(JSON_DEPTH_MAX))).toBe('accepted')
    expect(codeOf(nested(JSON_DEPTH_MAX + 1))).toBe('JSON_TOO_DEEP')
    expect(codeOf(nested(JSON_LENGTH_MAX / 2))).toBe('JSON_TOO_DEEP')
    expect(codeOf('{"a":'.repeat(40_000))).toBe('JSON_TOO_DEEP')
  })

  it('a document with too many values is refused before it is parsed', () => {
    const list = (length: number, item: string) => `[${Array.from({ length }, () => item).join(',')}]`
    expect(codeOf(list(JSON_VALUES_MAX - 1, '1'))).toBe('accepted')
    expect(codeOf(list(JSON_VALUES_MAX - 2, '{}'))).toBe('accepted')
    expect(codeOf(list(JSON_VALUES_MAX + 1, '1'))).toBe('JSON_TOO_MANY_VALUES')
    expect(codeOf(list(JSON_VALUES_MAX + 1, '[]'))).toBe('JSON_TOO_MANY_VALUES')
    expect(
      codeOf(
        list(JSON_VALUES_MAX + 1, '"a":1')
          .replace('[', '{')
          .replace(']', '}'),
      ),
    ).toBe('JSON_TOO_MANY_VALUES')
    expect(codeOf(JSON.stringify(list(JSON_VALUES_MAX + 1, '1')))).toBe('accepted')
  })

  it('brackets in JSON strings do not count as nesting', () => {
    expect(codeOf(JSON.stringify(`${'['.repeat(100)}\\"${'{'.repeat(100)}`))).toBe('accepted')
    expect(codeOf(`"${'\\"'.repeat(100_000)}`)).toBe('JSON_MALFORMED')
  })

  it('JSON is refused when it or one of its numbers is too long', () => {
    expect(codeOf(`"${'a'.repeat(JSON_LENGTH_MAX)}"`)).toBe('JSON_TOO_LONG')
    expect(codeOf(`[1${'0'.repeat(1_000)}]`)).toBe('JSON_NUMBER_TOO_LONG')
    expect(codeOf('[1e400]')).toBe('accepted')
  })

  it('JSON is parsed as by JSON.parse, where that is lossless', () => {
    const value = fc.jsonValue({ maxDepth: 5, noUnicodeString: false })
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json)
        const read = parseJson(text)
        fc.pre(read.ok || !['JSON_KEY', 'JSON_TEXT'].includes(read.refusal.code))
        expect(read.ok && JSON.parse(encodeJson({ json: read.value }))).toEqual({ json: JSON.parse(text) })
      }),
    )
  })

  it('JSON is refused with a code when JSON.parse would throw', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.uint8Array(),
      fc.json().map((json) => json.slice(0, -1)),
    )
    fc.assert(
      fc.property(text, (body) => {
        const read = parseJson(body)
        const isJson = isParsable(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
        expect({ body, code: read.ok ? 'accepted' : read.refusal.code }).toEqual({
          body,
          code: isJson ? expect.any(String) : expect.stringMatching(/^JSON_/),
        })
      }),
    )
  })

  it('parsed JSON never exposes a field of the prototype', () => {
    expect(fieldOf({}, 'toString')).toBeUndefined()
    expect(fieldOf({ a: null }, 'a')).toBeUndefined()
  })
})

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

  it('the canonical form does not depend on the order of keys, and is its own canonical form', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(object))
        expect(canonicalJson(JSON.parse(JSON.stringify(object)))).toBe(canonicalJson(object))
      }),
    )
  })

  it('the canonical form exists only for JSON values', () => {
    expect(() => canonicalJson(undefined)).toThrow(TypeError)
    expect(() => canonicalJson([() => 1])).toThrow(TypeError)
  })
})

function isParsable(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
