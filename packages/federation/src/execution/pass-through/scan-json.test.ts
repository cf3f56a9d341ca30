import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanValue } from './scan-json.ts'

const accepts = (json: string) => scanValue(Buffer.from(json), 0) === Buffer.byteLength(json)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('every JSON value without space between its tokens is accepted', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => accepts(JSON.stringify(value))))
})

test.each([
  '0',
  '-0',
  '10',
  '-1.5',
  '1e3',
  '1E+3',
  '0.1e-10',
  '"\\u00e9\\n\\/"',
  '"\u007f"',
  'true',
  'null',
  '{}',
  '[[]]',
])('the JSON value %s is accepted', (json) => {
  expect(accepts(json)).toBe(true)
})

test.each([
  ['', '01', '-', '+1', '.5', '1.', '1e', '1e+', '1.e3', '0x1', 'NaN', 'Infinity', 'nul', 'True', "'a'", '"a', '"\\x"'],
  ['"\\u12g4"', '"\n"', '"\t"', '{"a"}', '{a:1}', '{"a":1,}', '[1,]', '[,]', '{,}', '[1', '{"a":1', '1 ', ' 1', '[1 ]'],
])('malformed JSON is not accepted', (...texts) => {
  for (const text of texts) expect(accepts(text), text).toBe(false)
})

test('a text of JSON characters is accepted if and only if it is JSON', () => {
  const token = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    '\\u00e9',
    '-',
    '0',
    '12',
    '.',
    'e',
    '+',
    'null',
    'true',
  )
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
      expect(accepts(tokens.join(''))).toBe(isJson(tokens.join('')))
    }),
    { numRuns: 20_000 },
  )
})

test('a value that is nested too deeply for the stack is not accepted', () => {
  const depth = 1_000_000
  expect(accepts('['.repeat(depth) + ']'.repeat(depth))).toBe(false)
  expect(accepts('{"a":'.repeat(depth) + 1 + '}'.repeat(depth))).toBe(false)
})
