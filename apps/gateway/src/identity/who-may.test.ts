import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const query = '{ people { all { id } } orders { list { id } } }'
const ask = async (claims: Record<string, unknown>) =>
  gateway.query(query, { token: await gateway.issuer.token(claims) })

const person = { sid: 'session-1', client_id: undefined, sub: 'ada', name: 'Ada' }

describe('a person', () => {
  test.each([
    ['no role', undefined],
    ['the roles of every account', { roles: ['offline_access', 'uma_authorization'] }],
    ['a role whose name differs in case', { roles: ['Clerk', 'VISITOR'] }],
    ['a role with a space', { roles: ['clerk ', ' visitor'] }],
  ])('a person with %s has no scope, and the error names the roles that grant it', async (_, realm_access) => {
    const { data, errors } = await ask({ ...person, realm_access })
    expect(data).toEqual({ people: { all: expect.any(Array) }, orders: null })
    expect(errors).toEqual([
      {
        message:
          'You are not authorized to use Query.orders: it requires orders:read. Ask an administrator for one of the roles clerk, visitor.',
        path: ['orders'],
        extensions: { code: 'FORBIDDEN' },
      },
    ])
  })

  test('a person with a known role has its scopes', async () => {
    const { data, errors } = await ask({ ...person, realm_access: { roles: ['visitor'] } })
    expect(errors).toEqual([])
    expect(data).toMatchObject({ orders: { list: expect.any(Array) } })
  })

  test('a person is not a client, even if the token names one', async () => {
    const { data } = await ask({ ...person, client_id: 'test-client' })
    expect(data).toMatchObject({ orders: null })
  })
})

test("a client's own token without a known role acts as the default role", async () => {
  expect(await ask({})).toMatchObject({ data: { orders: { list: expect.any(Array) } } })
  expect(await ask({ realm_access: { roles: ['nobody'] } })).toMatchObject({ data: { orders: null } })
})

test("configured claims say which tokens are a client's own", async () => {
  await using other = await openTestGateway({ env: { GATEWAY_OIDC_OWN_TOKEN_CLAIMS: 'gty=client-credentials' } })
  const dataFor = async (claims: Record<string, unknown>) =>
    (await other.query(query, { token: await other.issuer.token(claims) })).data
  expect(await dataFor({ gty: 'client-credentials', sub: 'x@clients' })).toMatchObject({
    orders: { list: expect.any(Array) },
  })
  expect(await dataFor({})).toMatchObject({ orders: null })
})

test('a token that is valid for longer than the setting allows is refused', async () => {
  await using other = await openTestGateway({ env: { GATEWAY_OIDC_TOKEN_SECONDS_MAX: '299' } })
  const { errors } = await other.query(query, { token: await other.issuer.token() })
  expect(errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', reason: 'TOKEN_LIFETIME_TOO_LONG' })
})
