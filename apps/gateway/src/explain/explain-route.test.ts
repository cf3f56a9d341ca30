import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway({ env: { GATEWAY_ROLE_SCOPES: 'admin=autod:write,clerk=orders:read,visitor=none' } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function explain(role: string | undefined, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const token = role && (await gateway.token({ realm_access: { roles: [role] } }))
  const response = await fetch(`${gateway.url}/graphql/explain`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('content-type'), text, json: () => JSON.parse(text) }
}

const QUERY = { query: '{ orders { list { id notes } } }' }

test('POST /graphql/explain shows administrators the plan without calling a subgraph', async () => {
  const response = await explain('admin', QUERY)
  expect([response.status, response.json()]).toMatchObject([
    200,
    {
      subgraphs: ['orders', 'people'],
      fetches: { count: 2 },
      passThroughModes: [{ subgraph: 'orders' }, { subgraph: 'people' }],
    },
  ])
  expect(gateway.journal.entries).toEqual([])
})

test('POST /graphql/explain responds with text to a client that accepts text', async () => {
  const { status, type, text } = await explain('admin', QUERY, { accept: 'text/plain' })
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(/^operation[\s\S]*subgraphs {5}orders, people/)
})

test('POST /graphql/explain refuses callers who are not administrators', async () => {
  expect((await explain(undefined, QUERY)).status).toBe(401)
  const refused = await explain('clerk', QUERY)
  expect([refused.status, refused.json()]).toMatchObject([403, { errors: [{ extensions: { code: 'FORBIDDEN' } }] }])
  expect(refused.text).toContain('requires autod:write')
})

test('POST /graphql/explain responds to an invalid operation with its errors', async () => {
  const response = await explain('admin', { query: '{ nothing }' })
  expect([response.status, response.json()]).toMatchObject([400, { errors: [{ locations: [{ line: 1, column: 3 }] }] }])
  expect((await explain('admin', { query: 7 })).status).toBe(400)
})
