import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { type CurlResponse, curl } from '../harness/curl.ts'
import { sharedNode } from '../harness/shared-node.ts'

const node = await sharedNode()
const { token } = await openApi(node)
const url = `${node.baseUrl}/graphql`
const GOOD = JSON.stringify({ query: '{ __typename }' })
const LIMIT_BYTES = 1_000_000

const send = (args: readonly string[], stdin?: string | Uint8Array, target = url) =>
  curl([target, '--header', `authorization: Bearer ${token}`, ...args], stdin)
const post = (body: string, contentType = 'application/json', args: readonly string[] = []) =>
  send(['--header', `content-type: ${contentType}`, '--data-binary', '@-', ...args], body)

function expectRefusal(response: CurlResponse, status: number, message: RegExp): void {
  expect(response.status).toBe(status)
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  const { data, errors, ...rest } = JSON.parse(response.body)
  expect(rest).toEqual({})
  expect(data).toBeNull()
  expect(errors).toHaveLength(1)
  expect(errors[0].message).toMatch(message)
  expect(errors[0].extensions.code).toEqual(expect.stringMatching(/^[A-Z_]+$/))
  expect(response.body).not.toMatch(/\bat .*\.ts:\d+|node_modules|stacktrace/)
}

describe('a malformed request gets a GraphQL error response', () => {
  it.each([
    '{',
    '',
    'query { __typename }',
    '{"query":"{ __typename }"',
    '{"query":"{ __typename }"}}',
    "{'query':'{ __typename }'}",
    '\u0000',
  ])('invalid JSON: 400 (%j)', async (body) => expectRefusal(await post(body), 400, /JSON/))

  it.each([
    '{}',
    'null',
    '5',
    '"{ __typename }"',
    '[]',
    '[{"query":"{ __typename }"}]',
    '{"query":""}',
    '{"query":null}',
    '{"mutation":"x"}',
  ])('no query: 400 (%s)', async (body) => expectRefusal(await post(body), 400, /query|one operation/))

  it('invalid UTF-8: 400', async () => {
    expectRefusal(
      await send(
        ['--header', 'content-type: application/json', '--data-binary', '@-'],
        Buffer.from('{"query":"{ __typename \xff }"}', 'latin1'),
      ),
      400,
      /UTF-8/,
    )
  })

  it.each([
    'text/plain',
    'application/graphql',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/json; charset=latin1',
  ])('wrong content type: 415 (%s)', async (contentType) =>
    expectRefusal(await post(GOOD, contentType), 415, /application\/json/),
  )

  it('no content type: 415', async () => {
    expectRefusal(await send(['--header', 'content-type:', '--data-binary', '@-'], GOOD), 415, /application\/json/)
  })

  it('body over the limit: 413, with and without content-length', async () => {
    const long = JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(LIMIT_BYTES) } })
    expectRefusal(await post(long), 413, /./)
    expectRefusal(await post(long, 'application/json', ['--header', 'transfer-encoding: chunked']), 413, /./)
  })

  it('body just under the limit: 200', async () => {
    const overhead = JSON.stringify({ query: '{ __typename }', variables: { text: '' } }).length
    const { status } = await post(
      JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(LIMIT_BYTES - overhead) } }),
    )
    expect(status).toBe(200)
  })

  it('GET with a mutation: 405 with Allow, and the mutation is not executed', async () => {
    const name = `by-get-${crypto.randomUUID()}`
    const query = `mutation { trpd { registerOrUpdateVasp(vasp: { name: "${name}", url: "https://${name}.example" }) { id } } }`
    const response = await send([], undefined, `${url}?query=${encodeURIComponent(query)}`)
    expectRefusal(response, 405, /POST/)
    expect(response.headers.allow).toBe('POST')
    const count = await post(JSON.stringify({ query: `{ trpd { vaspsCount(search: "${name}") } }` }))
    expect(JSON.parse(count.body)).toEqual({ data: { trpd: { vaspsCount: 0 } }, errors: [] })
  })

  it.each(['PUT', 'PATCH', 'DELETE'])('%s: 405 with Allow', async (method) => {
    const response = await send(
      ['--request', method, '--header', 'content-type: application/json', '--data-binary', '@-'],
      GOOD,
    )
    expectRefusal(response, 405, /./)
    expect(response.headers.allow).toMatch(/POST/)
  })

  it('a subscription over plain HTTP: an error that names /graphql-ws', async () => {
    const response = await post(JSON.stringify({ query: 'subscription { trpdTransactions { id } }' }))
    expect(JSON.parse(response.body)).toEqual({
      data: null,
      errors: [expect.objectContaining({ message: expect.stringContaining('/graphql-ws') })],
    })
  })
})
