import { expect, test } from 'vitest'
import { type ContentFormat, resultBytes, writeContent } from './response-content.ts'

const JSON_ALWAYS: ContentFormat = { mediaType: 'application/json', errorsAlways: true }
const JSON_SPEC: ContentFormat = { mediaType: 'application/json', errorsAlways: false }
const GRAPHQL: ContentFormat = { mediaType: 'application/graphql-response+json', errorsAlways: true }

const stringOf = (content: string | readonly Buffer[]) =>
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
  'a result %j has data and errors for the published interface, and the form of the specification otherwise',
  (result, always, spec) => {
    expect(writeContent(result, JSON_ALWAYS)).toBe(always)
    expect(writeContent(result, JSON_SPEC)).toBe(spec)
    expect(writeContent(result, GRAPHQL)).toBe(spec)
    expect(writeContent({ kind: 'result', result }, JSON_ALWAYS)).toBe(always)
  },
)

test.each(['{"data":{"a":"}"}}', '{"data":{"a":"ž"}} \n', '{"extensions":{"b":{}},"data":null}'])(
  'the bytes of a subgraph %j are unchanged but for the errors array appended to them',
  (json) => {
    const body = [Buffer.from(json)]
    const written = stringOf(writeContent({ kind: 'bytes', body }, JSON_ALWAYS))
    expect(JSON.parse(written)).toEqual({ ...JSON.parse(json), errors: [] })
    expect(written.startsWith(json.trimEnd().slice(0, -1))).toBe(true)
    expect(stringOf(writeContent({ kind: 'bytes', body }, JSON_SPEC))).toBe(json)
    expect(stringOf(writeContent({ kind: 'bytes', body }, GRAPHQL))).toBe(json)
    expect(resultBytes({ kind: 'bytes', body }).toString()).toBe(json)
  },
)

test('a slice of a larger buffer is written without its neighbours', () => {
  const pool = Buffer.from('xx{"data":1}yy')
  expect(stringOf(writeContent({ kind: 'bytes', body: [pool.subarray(2, -2)] }, JSON_ALWAYS))).toBe(
    '{"data":1,"errors":[]}',
  )
})

test('the chunks of a long response are written without copying', () => {
  const body = [Buffer.from(`{"data":{"a":"${'a'.repeat(20_000)}`), Buffer.from('"}}')]
  const written = writeContent({ kind: 'bytes', body }, JSON_ALWAYS)
  expect(written[0]).toBe(body[0])
  expect(stringOf(written)).toBe(`{"data":{"a":"${'a'.repeat(20_000)}"},"errors":[]}`)
})
