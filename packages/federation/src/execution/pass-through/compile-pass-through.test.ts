import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dataBytes } from './compile-pass-through.ts'

const read = (body: string, status = 200) => string(dataBytes({ status, framed: true, body: [Buffer.from(body)] }))
const string = (chunks: readonly Buffer[] | undefined) => chunks && Buffer.concat(chunks).toString('utf8')

test.each([
  '{"data":{}}',
  '{"data":{"a":{"b":1}}}',
  '{"data":{"a":"}}","b":"{\\"errors\\":[]}"}}',
  '{"data":{"errors":[{"message":"a field"}],"extensions":{"a":{}}}}',
  '{"data":{"a":"caf\\u00e9 \\\\"}}',
  '{"data":{"a":1.0,"b":12345678901234567890,"c":1e3}}',
])('the body %s passes through unchanged', (body) => {
  expect(read(body)).toBe(body)
  expect(read(`${body}\r\n \t`)).toBe(body)
})

test.each([
  ['{"data":{"a":1},"extensions":{"cost":{"x":{}}}}', '{"data":{"a":1}}'],
  ['{"data":{"a":{}},"extensions":{"ftv1":"GgwI"}}', '{"data":{"a":{}}}'],
  ['{"data":{"a":{}},"extensions":{"note":"}}"}}\n', '{"data":{"a":{}}}'],
])('the extensions of the body %s are removed', (body, expected) => {
  expect(read(body)).toBe(expected)
})

test.each([
  ['errors after the data', '{"data":{"a":null},"errors":[{"message":"no"}]}'],
  ['errors after the extensions', '{"data":{"a":null},"extensions":{},"errors":[{"message":"no"}]}'],
  ['errors that are followed by extensions', '{"data":{"a":{}},"errors":[],"extensions":{"a":{}}}'],
  ['errors under an escaped key', '{"data":{"a":{}},"\\u0065rrors":[{}],"extensions":{"a":{}}}'],
  ['extensions under an escaped key', '{"data":{"a":{}},"\\u0065xtensions":{"a":{}}}'],
  ['errors before the data', '{"errors":[],"data":{"a":1}}'],
  ['data that is null', '{"data":null,"errors":[{"message":"no"}]}'],
  ['data that is a list', '{"data":[{}]}'],
  ['space before the data', '{"data": {"a":1}}'],
  ['a byte order mark', '\ufeff{"data":{"a":1}}'],
  ['truncated JSON', '{"data":{"_ent'],
  ['errors that are an object', '{"data":{"a":{}},"errors":{"message":"SELECT 1","x":{}}}'],
  ['a truncated string', '{"data":{"a":"'],
  ['trailing data', '{"data":{"a":1}}{}'],
  ['HTML', '<h1>oops</h1>'],
  ['no bytes', ''],
])('a body with %s does not pass through', (_name, body) => {
  expect(read(body)).toBeUndefined()
})

test('a response with a status other than 200 does not pass through', () => {
  expect(read('{"data":{"a":1}}', 500)).toBeUndefined()
})

test('a long body gives the same result wherever it is split into chunks', () => {
  const list = `{"data":{"a":["${'a'.repeat(70)}"]}`
  const bodies = [
    `${list}}`,
    `${list},"extensions":{"b":{}}}`,
    `${list},"errors":[],"extensions":{"b":{}}}`,
    `${list}} \n`,
  ]
  for (const complete of bodies) {
    for (let at = 64; at < complete.length; at += 1) {
      const body = [Buffer.from(complete.slice(0, at)), Buffer.from(complete.slice(at))] as const
      expect(string(dataBytes({ status: 200, framed: true, body })), `cut at ${at}`).toBe(read(complete))
    }
  }
})

test('a body without framing does not pass through, since it may be truncated', () => {
  const truncated = '{"data":{"people":{"first":{"id":"a"}}'
  expect(dataBytes({ status: 200, framed: false, body: [Buffer.from(truncated)] })).toBeUndefined()
  expect(dataBytes({ status: 200, framed: false, body: [Buffer.from('{"data":{}}')] })).toBeUndefined()
})

test('a framed body is not parsed, so a key that GraphQL does not define passes through', () => {
  const body = '{"data":{"a":{}},"debug":{"sql":{}}}'
  expect(read(body)).toBe(body)
})

const key = fc.constantFrom('errors', 'extensions', 'data', 'email', 'e"\\', '__proto__')
const leaf = fc.constantFrom<unknown>(null, 1, 'errors', '},"errors":{', '}}', '"extensions":{}', [], {}, [{}])
const object = fc.dictionary(key, fc.oneof(leaf, fc.array(fc.dictionary(key, leaf)), fc.dictionary(key, leaf)))
const orders = fc.constantFrom(['data', 'errors', 'extensions'], ['data', 'extensions', 'errors'])

test('only the data of a well-formed response passes through, and no part of a response with errors', () => {
  const parts = fc.record({ data: object, errors: object, extensions: object }, { requiredKeys: ['data'] })
  const check = ({ data, ...others }: Record<string, object>, order: readonly string[]) => {
    const members = { data, ...others } as Record<string, object>
    const present = order.filter((name) => Object.hasOwn(members, name))
    const passed = read(`{${present.map((name) => `"${name}":${JSON.stringify(members[name])}`).join()}}`)
    if ('errors' in members) expect(passed).toBeUndefined()
    else if (passed !== undefined) expect(passed).toBe(`{"data":${JSON.stringify(data)}}`)
  }
  fc.assert(fc.property(parts, orders, check), { numRuns: 500 })
})
