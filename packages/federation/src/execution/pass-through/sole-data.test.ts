import { expect, test } from 'vitest'
import { soleData } from './sole-data.ts'

const read = (body: string, status = 200) => text(soleData({ status, body: [Buffer.from(body)] }))
const text = (pieces: readonly Buffer[] | undefined) => pieces && Buffer.concat(pieces).toString('utf8')

test.each([
  '{"data":{}}',
  '{"data":{"a":{"b":1}}}',
  '{"data":{"a":"}}","b":"{\\"errors\\":[]}"}}',
  '{"data":{"errors":[{"message":"a field"}],"extensions":{"a":{}}}}',
  '{"data":{"a":"caf\\u00e9 \\\\"}}',
  '{"data":{"a":1.0,"b":12345678901234567890,"c":1e3}}',
])('%s goes through untouched', (body) => {
  expect(read(body)).toBe(body)
  expect(read(`${body}\r\n \t`)).toBe(body)
})

test.each([
  ['{"data":{"a":1},"extensions":{"cost":{"x":{}}}}', '{"data":{"a":1}}'],
  ['{"data":{"a":{}},"extensions":{"note":"}}"}}\n', '{"data":{"a":{}}}'],
])('the extensions of %s are left out', (body, expected) => {
  expect(read(body)).toBe(expected)
})

test.each([
  ['errors after the data', '{"data":{"a":null},"errors":[{"message":"no"}]}'],
  ['errors after the extensions', '{"data":{"a":null},"extensions":{},"errors":[{"message":"no"}]}'],
  ['errors that end as a map does', '{"data":{"a":{}},"errors":[],"extensions":{"a":{}}}'],
  ['errors under a written-out key', '{"data":{"a":{}},"\\u0065rrors":[{}],"extensions":{"a":{}}}'],
  ['extensions under a written-out key', '{"data":{"a":{}},"\\u0065xtensions":{"a":{}}}'],
  ['errors before the data', '{"errors":[],"data":{"a":1}}'],
  ['data that is null', '{"data":null,"errors":[{"message":"no"}]}'],
  ['data that is a list', '{"data":[{}]}'],
  ['space before the data', '{"data": {"a":1}}'],
  ['a byte order mark', '\ufeff{"data":{"a":1}}'],
  ['half a JSON', '{"data":{"_ent'],
  ['half a JSON that ends as a whole one does', '{"data":{"people":{"first":{"id":"a"}}'],
  ['errors that are a map', '{"data":{"a":{}},"errors":{"message":"SELECT 1","x":{}}}'],
  ['a key that no answer has', '{"data":{"a":{}},"debug":{"sql":{}}}'],
  ['half a text', '{"data":{"a":"'],
  ['something after it', '{"data":{"a":1}}{}'],
  ['HTML', '<h1>oops</h1>'],
  ['nothing', ''],
])('a body with %s does not', (_name, body) => {
  expect(read(body)).toBeUndefined()
})

test('an answer with another status than 200 does not go through', () => {
  expect(read('{"data":{"a":1}}', 500)).toBeUndefined()
})

test('it is the same wherever the network cut a long answer', () => {
  const list = `{"data":{"a":["${'a'.repeat(70)}"]}`
  const answers = [
    `${list}}`,
    `${list},"extensions":{"b":{}}}`,
    `${list},"errors":[],"extensions":{"b":{}}}`,
    `${list}} \n`,
  ]
  for (const answer of answers) {
    for (let at = 64; at < answer.length; at += 1) {
      const body = [Buffer.from(answer.slice(0, at)), Buffer.from(answer.slice(at))] as const
      expect(text(soleData({ status: 200, body })), `cut at ${at}`).toBe(read(answer))
    }
  }
})
