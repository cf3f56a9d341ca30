import { expect, test } from 'vitest'
import { isRawInteger, isRawNumber, parseExact, parseVerbatim } from './data-object.ts'

test.each([
  '12345678901234567890',
  '-9007199254740993',
  '12345.12345678901234567890',
  '0.1234567890123456789',
  '1e400',
  '-1E+400',
  '1e-400',
  '123456789012345678e2',
])('the number %s is kept as written', (text) => {
  for (const json of [`[${text}]`, `[1,${text}]`, `{"a": ${text} }`, `{"a":\n${text}}`]) {
    expect(JSON.stringify(parseExact(json))).toBe(json.replace(/\s/g, ''))
  }
  const [value] = parseExact(`[${text}]`) as unknown[]
  expect(isRawNumber(value)).toBe(true)
  expect(isRawInteger(value)).toBe(/^-?\d+$/.test(text))
})

test.each([
  ['1.0', 1],
  ['1.10', 1.1],
  ['-0', -0],
  ['0e999', 0],
  ['1e3', 1000],
  ['1E-7', 1e-7],
  ['0.000000000000000001', 1e-18],
  ['100000000000000000000', 1e20],
  ['1.0000000000000000000000', 1],
  ['0.30000000000000004', 0.1 + 0.2],
  ['1.7976931348623157e308', Number.MAX_VALUE],
  ['5e-324', Number.MIN_VALUE],
])('the number %s is parsed to a JavaScript number', (text, value) => {
  expect(parseExact(`{"a":[${text}]}`)).toEqual({ a: [value] })
})

test('digits in strings are not numbers', () => {
  const text = '{"a":"x: 12345678901234567890, 1e400","12345678901234567890":[" 1e400"],"b":1}'
  expect(parseExact(text)).toEqual(JSON.parse(text))
})

test.each([
  '9007199254740993',
  '12345678901234567890',
  '1.0',
  '-1.50',
  '1e3',
  '1E-7',
  '1e400',
  '-0',
  '-0.0',
  '0.1000000000000000055511151231257827',
  '100000000000000000000000',
])('a verbatim parse keeps %s so that it is written back as sent', (text) => {
  for (const json of [`[${text}]`, `[1,${text}]`, `{"a": ${text} }`, `{"a":\n${text}}`, `{"a":{"b":[[${text}]]}}`]) {
    expect(JSON.stringify(parseVerbatim(json))).toBe(json.replace(/\s/g, ''))
  }
})

test.each(['0', '-1', '1.5', '0.30000000000000004', '1e+21', '9007199254740991', '"1.0"', '"-0 :1e400,"'])(
  'a verbatim parse keeps %s as JSON.parse does',
  (text) => {
    expect(parseVerbatim(`{"a":[${text}]}`)).toEqual(JSON.parse(`{"a":[${text}]}`))
  },
)

test('a verbatim parse finds numbers among strings with quotes, duplicate keys and __proto__, at any depth', () => {
  const json = String.raw`{"a":"\\\",1.0","b":2.0,"a":["\\",1.0,"1.0",1],"__proto__":{"1":-0,"0":1e3}}`
  expect(JSON.stringify(parseVerbatim(json))).toBe(
    String.raw`{"a":["\\",1.0,"1.0",1],"b":2.0,"__proto__":{"0":1e3,"1":-0}}`,
  )
  let value = parseVerbatim(`${'['.repeat(20_000)}1.0${']'.repeat(20_000)}`)
  while (Array.isArray(value)) value = value[0]
  expect(isRawNumber(value)).toBe(true)
  expect(() => parseVerbatim('[1.0,x]')).toThrow(/x/)
})
