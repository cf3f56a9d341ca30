import { expect, test } from 'vitest'
import { type AnswerShape, writeContent, writeEventData } from './answer-content.ts'

const JSON_ALWAYS: AnswerShape = { mediaType: 'application/json', errorsAlways: true }
const JSON_SPEC: AnswerShape = { mediaType: 'application/json', errorsAlways: false }
const GRAPHQL: AnswerShape = { mediaType: 'application/graphql-response+json', errorsAlways: true }

const error = { message: 'No.' }

test.each([
  [{ data: { a: 1 } }, '{"data":{"a":1},"errors":[]}', '{"data":{"a":1}}'],
  [{ errors: [error] }, '{"data":null,"errors":[{"message":"No."}]}', '{"errors":[{"message":"No."}]}'],
  [
    { data: null, errors: [error] },
    '{"data":null,"errors":[{"message":"No."}]}',
    '{"errors":[{"message":"No."}],"data":null}',
  ],
  [
    { data: {}, extensions: { e: 1 } },
    '{"data":{},"errors":[],"extensions":{"e":1}}',
    '{"data":{},"extensions":{"e":1}}',
  ],
])(
  'a result %j carries data and errors for the published interface, and what the specification says elsewhere',
  (result, always, spec) => {
    expect(writeContent(result, JSON_ALWAYS)).toBe(always)
    expect(writeContent(result, JSON_SPEC)).toBe(spec)
    expect(writeContent(result, GRAPHQL)).toBe(spec)
    expect(writeContent({ kind: 'result', result }, JSON_ALWAYS)).toBe(always)
  },
)

test.each(['{"data":{"a":"}"}}', '{"data":{"a":"ž"}} \n', '{"extensions":{"b":{}},"data":null}'])(
  'the bytes of a subgraph %j get the array at their end and are else as they were',
  (text) => {
    const body = new TextEncoder().encode(text)
    const written = writeContent({ kind: 'bytes', body }, JSON_ALWAYS).toString()
    expect(JSON.parse(written)).toEqual({ ...JSON.parse(text), errors: [] })
    expect(written.startsWith(text.trimEnd().slice(0, -1))).toBe(true)
    expect(writeContent({ kind: 'bytes', body }, JSON_SPEC).toString()).toBe(text)
    expect(writeContent({ kind: 'bytes', body }, GRAPHQL).toString()).toBe(text)
    expect(writeEventData({ kind: 'bytes', body })).toBe(text)
  },
)

test('bytes in the middle of a larger buffer are written without their neighbours', () => {
  const pool = Buffer.from('xx{"data":1}yy')
  expect(writeContent({ kind: 'bytes', body: pool.subarray(2, -2) }, JSON_ALWAYS).toString()).toBe(
    '{"data":1,"errors":[]}',
  )
})
