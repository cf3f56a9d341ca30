import { expect, test } from 'vitest'
import { type AnswerShape, writeContent, writeEventData } from './answer-content.ts'

const JSON_ALWAYS: AnswerShape = { mediaType: 'application/json', errorsAlways: true }
const JSON_SPEC: AnswerShape = { mediaType: 'application/json', errorsAlways: false }
const GRAPHQL: AnswerShape = { mediaType: 'application/graphql-response+json', errorsAlways: true }

const textOf = (content: string | readonly Buffer[]) =>
  typeof content === 'string' ? content : Buffer.concat(content).toString()

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
    const body = [Buffer.from(text)]
    const written = textOf(writeContent({ kind: 'bytes', body }, JSON_ALWAYS))
    expect(JSON.parse(written)).toEqual({ ...JSON.parse(text), errors: [] })
    expect(written.startsWith(text.trimEnd().slice(0, -1))).toBe(true)
    expect(textOf(writeContent({ kind: 'bytes', body }, JSON_SPEC))).toBe(text)
    expect(textOf(writeContent({ kind: 'bytes', body }, GRAPHQL))).toBe(text)
    expect(writeEventData({ kind: 'bytes', body })).toBe(text)
  },
)

test('bytes in the middle of a larger buffer are written without their neighbours', () => {
  const pool = Buffer.from('xx{"data":1}yy')
  expect(textOf(writeContent({ kind: 'bytes', body: [pool.subarray(2, -2)] }, JSON_ALWAYS))).toBe(
    '{"data":1,"errors":[]}',
  )
})

test('the pieces of a long answer are written as they are', () => {
  const body = [Buffer.from(`{"data":{"a":"${'a'.repeat(20_000)}`), Buffer.from('"}}')]
  const written = writeContent({ kind: 'bytes', body }, JSON_ALWAYS)
  expect(written[0]).toBe(body[0])
  expect(textOf(written)).toBe(`{"data":{"a":"${'a'.repeat(20_000)}"},"errors":[]}`)
})
