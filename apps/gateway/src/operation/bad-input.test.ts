import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway({ env: { GATEWAY_BODY_BYTES_MAX: '20 MB' } })
})
afterAll(async () => gateway[Symbol.asyncDispose]())

/** The response to an arbitrary body, even one that no serialiser writes. */
async function send(body: string): Promise<{ status: number; answer: { data?: unknown; errors: Refusal[] } }> {
  const authorization = `Bearer ${await gateway.token()}`
  const headers = { 'content-type': 'application/json', authorization }
  const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body })
  return { status: response.status, answer: (await response.json()) as { errors: Refusal[] } }
}
interface Refusal {
  readonly message: string
  readonly extensions: Readonly<Record<string, unknown>>
}

const PLACE = 'mutation ($item: String!) { orders { place(item: $item) { item } } }'
const ORDER = 'query ($id: ID!) { orders { order(id: $id) { id } } }'

describe('the gateway responds, and stays available, after', () => {
  afterEach(async () => {
    expect(await gateway.query('{ orders { list { id } } }')).toHaveProperty('data.orders.list.length', 2)
  })

  test.each([
    ['3,000 __typename', `{ ${'__typename '.repeat(3_000)}}`, 'rootFields'],
    ['10,000 aliases', `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`, 'tokens'],
    ['200 levels', `${'{ orders '.repeat(200)}${'}'.repeat(200)}`, 'nesting'],
    ['20,000 open brackets', '{ a(b: '.concat('['.repeat(20_000)), 'tokens'],
    ['a 5 MB query', `{ orders { list { id } } } # ${'x'.repeat(5_000_000)}`, 'bytes'],
  ])('%s', async (_, query, limit) => {
    const { answer } = await send(JSON.stringify({ query }))
    expect(answer.errors[0]?.extensions).toMatchObject({ code: 'OPERATION_LIMIT_EXCEEDED', limit })
    expect(answer.errors).toHaveLength(1)
  })

  test('circular fragments', async () => {
    const { answer } = await send(
      JSON.stringify({ query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }' }),
    )
    expect(answer.errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  test('a list variable with a million entries', async () => {
    const { answer } = await send(`{"query":${JSON.stringify(ORDER)},"variables":{"id":[${'1,'.repeat(999_999)}1]}}`)
    const exceeded = { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'variableList', max: 10_000, value: 1_000_000 }
    expect(answer.errors[0]?.extensions).toEqual(exceeded)
  })

  test('variables as a string, a list or a number', async () => {
    for (const variables of ['"{\\"id\\":\\"1\\"}"', '["1"]', '1', 'true']) {
      const { status, answer } = await send(`{"query":${JSON.stringify(ORDER)},"variables":${variables}}`)
      expect([status, answer.errors[0]?.extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    }
  })

  test('prototype keys as variables: __proto__ is refused, others are names', async () => {
    const { answer } = await send(`{"query":${JSON.stringify(ORDER)},"variables":{"__proto__":{"id":"1"},"id":"2"}}`)
    expect(answer.errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    const query = 'query ($constructor: ID!) { orders { order(id: $constructor) { id } } }'
    expect((await send(JSON.stringify({ query, variables: {} }))).answer.errors[0]?.extensions.code).toBe(
      'BAD_USER_INPUT',
    )
    const found = await send(JSON.stringify({ query, variables: { constructor: '2' } }))
    expect(found.answer).toHaveProperty('data.orders.order.id', '2')
  })

  test('a prototype key within a value', async () => {
    const { answer } = await send(`{"query":${JSON.stringify(ORDER)},"variables":{"id":{"__proto__":"1"}}}`)
    expect(answer.errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })

  test('aliases that are prototype keys, of which only __proto__ is refused', async () => {
    const query = '{ orders { constructor: list { toString: id hasOwnProperty: item } } }'
    const { answer } = await send(JSON.stringify({ query }))
    expect(JSON.stringify(answer.data)).toContain('"constructor":[{"toString":"1","hasOwnProperty":"tea"}')
    const refused = await send(JSON.stringify({ query: '{ orders { __proto__: list { id } } }' }))
    expect(refused.answer.errors[0]?.message).toBe('The name __proto__ cannot be used.')
  })

  test('NUL in the document, which is refused, and in a variable, which reaches the subgraph unchanged', async () => {
    const { answer } = await send(JSON.stringify({ query: '{ orders\u0000 { list { id } } }' }))
    expect(answer.errors[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED')
    const placed = await send(JSON.stringify({ query: PLACE, variables: { item: 'a\u0000b' } }))
    expect(placed.answer).toHaveProperty('data.orders.place.item', 'a\u0000b')
    expect(gateway.journal.entries).toContain('place a\u0000b ends')
  })

  test('half of a surrogate pair, without a request to a subgraph', async () => {
    gateway.journal.entries.length = 0
    const variable = await send(`{"query":${JSON.stringify(PLACE)},"variables":{"item":"\\ud800"}}`)
    expect(variable.answer.errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    const literal = await send(JSON.stringify({ query: 'mutation { orders { place(item: "\\ud800") { item } } }' }))
    expect(literal.answer.errors[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED')
    expect(gateway.journal.entries).toEqual([])
  })

  test('a very long invalid value, which the refusal does not repeat', async () => {
    const { answer } = await send(JSON.stringify({ query: ORDER, variables: { id: { x: 'y'.repeat(100_000) } } }))
    expect(answer.errors[0]?.message.length).toBeLessThan(2_000)
  })
})
