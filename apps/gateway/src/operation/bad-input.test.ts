import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway({ env: { GATEWAY_BYTES_MAX: 'body=20 MB' } })
})
afterAll(async () => gateway[Symbol.asyncDispose]())

/** Sends an arbitrary body, including one that no serializer would write. */
async function send(body: string): Promise<{ status: number; result: { data?: unknown; errors: Refusal[] } }> {
  const authorization = `Bearer ${await gateway.token()}`
  const headers = { 'content-type': 'application/json', authorization }
  const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body })
  return { status: response.status, result: (await response.json()) as { errors: Refusal[] } }
}
interface Refusal {
  readonly message: string
  readonly extensions: Readonly<Record<string, unknown>>
}

const PLACE = 'mutation ($item: String!) { orders { place(item: $item) { item } } }'
const ORDER = 'query ($id: ID!) { orders { order(id: $id) { id } } }'

describe('bad input, after which the gateway stays available', () => {
  afterEach(async () => {
    expect(await gateway.query('{ orders { list { id } } }')).toHaveProperty('data.orders.list.length', 2)
  })

  test.each([
    ['3,000 __typename', `{ ${'__typename '.repeat(3_000)}}`, 'rootFields'],
    ['10,000 aliases', `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`, 'tokens'],
    ['200 levels', `${'{ orders '.repeat(200)}${'}'.repeat(200)}`, 'nesting'],
    ['20,000 open brackets', '{ a(b: '.concat('['.repeat(20_000)), 'tokens'],
    ['a 5 MB query', `{ orders { list { id } } } # ${'x'.repeat(5_000_000)}`, 'bytes'],
  ])('%s exceeds a limit', async (_, query, limit) => {
    const { result } = await send(JSON.stringify({ query }))
    expect(result.errors[0]?.extensions).toMatchObject({ code: 'OPERATION_LIMIT_EXCEEDED', limit })
    expect(result.errors).toHaveLength(1)
  })

  test('circular fragments are invalid', async () => {
    const { result } = await send(
      JSON.stringify({ query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }' }),
    )
    expect(result.errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  test('a list variable with a million entries exceeds a limit', async () => {
    const { result } = await send(`{"query":${JSON.stringify(ORDER)},"variables":{"id":[${'1,'.repeat(999_999)}1]}}`)
    const exceeded = { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'variableList', max: 10_000, value: 1_000_000 }
    expect(result.errors[0]?.extensions).toEqual(exceeded)
  })

  test('variables as a string, a list, a number or a boolean are refused with 400', async () => {
    for (const variables of ['"{\\"id\\":\\"1\\"}"', '["1"]', '1', 'true']) {
      const { status, result } = await send(`{"query":${JSON.stringify(ORDER)},"variables":${variables}}`)
      expect([status, result.errors[0]?.extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    }
  })

  test('prototype keys as variables: only __proto__ is refused', async () => {
    const { result } = await send(`{"query":${JSON.stringify(ORDER)},"variables":{"__proto__":{"id":"1"},"id":"2"}}`)
    expect(result.errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    const query = 'query ($constructor: ID!) { orders { order(id: $constructor) { id } } }'
    expect((await send(JSON.stringify({ query, variables: {} }))).result.errors[0]?.extensions.code).toBe(
      'BAD_USER_INPUT',
    )
    const found = await send(JSON.stringify({ query, variables: { constructor: '2' } }))
    expect(found.result).toHaveProperty('data.orders.order.id', '2')
  })

  test('a prototype key within a value', async () => {
    const { result } = await send(`{"query":${JSON.stringify(ORDER)},"variables":{"id":{"__proto__":"1"}}}`)
    expect(result.errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })

  test('aliases that are prototype keys: only __proto__ is refused', async () => {
    const query = '{ orders { constructor: list { toString: id hasOwnProperty: item } } }'
    const { result } = await send(JSON.stringify({ query }))
    expect(JSON.stringify(result.data)).toContain('"constructor":[{"toString":"1","hasOwnProperty":"tea"}')
    const refused = await send(JSON.stringify({ query: '{ orders { __proto__: list { id } } }' }))
    expect(refused.result.errors[0]?.message).toBe('The name __proto__ cannot be used.')
  })

  test('NUL is refused in the document, and reaches the subgraph unchanged in a variable', async () => {
    const { result } = await send(JSON.stringify({ query: '{ orders\u0000 { list { id } } }' }))
    expect(result.errors[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED')
    const placed = await send(JSON.stringify({ query: PLACE, variables: { item: 'a\u0000b' } }))
    expect(placed.result).toHaveProperty('data.orders.place.item', 'a\u0000b')
    expect(gateway.journal.entries).toContain('place a\u0000b ends')
  })

  test('an unpaired surrogate is refused without a request to a subgraph', async () => {
    gateway.journal.entries.length = 0
    const variable = await send(`{"query":${JSON.stringify(PLACE)},"variables":{"item":"\\ud800"}}`)
    expect(variable.result.errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    const literal = await send(JSON.stringify({ query: 'mutation { orders { place(item: "\\ud800") { item } } }' }))
    expect(literal.result.errors[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED')
    expect(gateway.journal.entries).toEqual([])
  })

  test('an error does not quote a very long invalid value', async () => {
    const { result } = await send(JSON.stringify({ query: ORDER, variables: { id: { x: 'y'.repeat(100_000) } } }))
    expect(result.errors[0]?.message.length).toBeLessThan(2_000)
  })
})
