import { createHmac } from 'node:crypto'
import { openOidcVerifier } from '@travel-rule/auth/oidc-verifier'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestRealm, type TestRealm } from './testing/test-realm.ts'

let realm: TestRealm
beforeAll(async () => {
  realm = await openTestRealm()
})
afterAll(() => realm[Symbol.asyncDispose]())

const insecure = { execute: [client.allowInsecureRequests] }
const discover = () =>
  client.discovery(new URL(realm.issuer), realm.data.client.id, realm.data.client.secret, undefined, insecure)

async function requestToken(form: Record<string, string>, headers: Record<string, string> = {}) {
  const url = `${realm.issuer}/protocol/openid-connect/token`
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const clientForm = () => ({ client_id: realm.data.client.id, client_secret: realm.data.client.secret })
const person = (role: string) => {
  const found = realm.data.people.find((each) => each.role === role)
  if (!found) throw new Error(`no person is ${role}`)
  return found
}

describe('discovery', () => {
  test("discovery uses Keycloak's paths below the issuer, independent of the requested host name", async () => {
    const url = `http://127.0.0.1:${realm.port()}/auth/realms/travel-rule/.well-known/openid-configuration`
    for (const headers of [{}, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }]) {
      const document = await (await fetch(url, { headers })).json()
      expect(document).toMatchObject({
        issuer: realm.issuer,
        token_endpoint: `${realm.issuer}/protocol/openid-connect/token`,
        authorization_endpoint: `${realm.issuer}/protocol/openid-connect/auth`,
        jwks_uri: `${realm.issuer}/protocol/openid-connect/certs`,
        userinfo_endpoint: `${realm.issuer}/protocol/openid-connect/userinfo`,
        end_session_endpoint: `${realm.issuer}/protocol/openid-connect/logout`,
      })
    }
  })

  test('discovery publishes only public keys', async () => {
    const response = await fetch(`${realm.issuer}/protocol/openid-connect/certs`)
    const { keys } = (await response.json()) as { keys: [object] }
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })
})

describe('client credentials', () => {
  test('client credentials as in the published guide yield an access token that our verifier accepts, without our roles', async () => {
    const response = await requestToken({ ...clientForm(), grant_type: 'client_credentials', scope: 'openid' })
    expect(response).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 900, scope: 'openid' } })
    await using verifier = openOidcVerifier({ issuer: realm.issuer, audience: 'travel-rule' })
    expect(await verifier.verify(response.body.access_token ?? '')).toMatchObject({
      ok: true,
      token: {
        subject: realm.data.client.serviceAccountId,
        clientId: 'travel-rule-client',
        roles: ['default-roles-travel-rule', 'offline_access', 'uma_authorization'],
        actsFor: 'ITSELF',
        sessionId: undefined,
      },
    })
  })

  test("client credentials yield an access token in Keycloak's format", async () => {
    const response = await requestToken({ ...clientForm(), grant_type: 'client_credentials' })
    const token = response.body.access_token ?? ''
    const claims = decodeJwt(token)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) })
    expect(claims).toMatchObject({
      iss: realm.issuer,
      aud: 'travel-rule',
      azp: 'travel-rule-client',
      typ: 'Bearer',
      preferred_username: 'service-account-travel-rule-client',
      jti: expect.any(String),
    })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(900)
  })

  test.each([{ scope: '' }, { scope: 'openid profile email' }, { scope: 'openid unheard-of' }])(
    'client credentials accept the scope "$scope"',
    async ({ scope }) => {
      const form = { ...clientForm(), grant_type: 'client_credentials', ...(scope && { scope }) }
      expect((await requestToken(form)).status).toBe(200)
    },
  )

  test('client credentials accept the client and secret in the authorization header', async () => {
    const { id, secret } = realm.data.client
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    expect((await requestToken({ grant_type: 'client_credentials' }, { authorization })).status).toBe(200)
  })

  test('client credentials satisfy the checks of openid-client', async () => {
    const tokens = await client.clientCredentialsGrant(await discover(), { scope: 'openid' })
    expect(tokens.expires_in).toBe(900)
  })

  test.each([
    { name: 'a wrong secret', form: { client_secret: 'x'.repeat(32) }, status: 401, error: 'invalid_client' },
    { name: 'no secret', form: { client_secret: '' }, status: 401, error: 'invalid_client' },
    { name: 'an unknown client', form: { client_id: 'unknown' }, status: 401, error: 'invalid_client' },
    {
      name: 'the public client',
      form: { client_id: 'dashboard', client_secret: '' },
      status: 400,
      error: 'invalid_request',
    },
    { name: 'an unknown grant', form: { grant_type: 'magic' }, status: 400, error: 'unsupported_grant_type' },
    { name: 'another resource', form: { resource: 'urn:other' }, status: 400, error: 'invalid_target' },
  ])('client credentials are refused for $name', async ({ form, status, error }) => {
    const response = await requestToken({ ...clientForm(), grant_type: 'client_credentials', ...form })
    expect(response).toMatchObject({ status, body: { error } })
  })

  test('client credentials are refused for a body that is not a form', async () => {
    const url = `${realm.issuer}/protocol/openid-connect/token`
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'POST', body: '{}', headers })).status).toBe(400)
  })
})

describe('direct access grants', () => {
  test.each(['observer', 'compliance-officer', 'administrator', 'integration'])(
    "direct access grants yield the %s's token for user name and password",
    async (role) => {
      const { username, password, id, name } = person(role)
      const form = { username, password, scope: 'openid' }
      const tokens = await client.genericGrantRequest(await discover(), 'password', form)
      const claims = decodeJwt(tokens.access_token)
      expect(claims).toMatchObject({ sub: id, name, preferred_username: username, azp: 'travel-rule-client' })
      expect(claims.realm_access).toMatchObject({ roles: expect.arrayContaining([role]) })
      expect(tokens.claims()).toMatchObject({ sub: id, preferred_username: username })
      await using verifier = openOidcVerifier({ issuer: realm.issuer, audience: 'travel-rule' })
      expect(await verifier.verify(tokens.access_token)).toMatchObject({
        token: { actsFor: 'PERSON', sessionId: expect.any(String) },
      })
    },
  )

  test('direct access grants yield a refresh token for a new access token of the same person', async () => {
    const { username, password, id } = person('observer')
    const config = await discover()
    const first = await client.genericGrantRequest(config, 'password', { username, password, scope: 'openid' })
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.access_token).not.toBe(first.access_token)
    expect(decodeJwt(second.access_token)).toMatchObject({ sub: id, aud: 'travel-rule', typ: 'Bearer' })
  })

  test('direct access grants without the scope openid yield no ID token, but a working refresh token', async () => {
    const { username, password } = person('observer')
    const first = await requestToken({ ...clientForm(), grant_type: 'password', username, password })
    expect(first.body.id_token).toBeUndefined()
    const form = { ...clientForm(), grant_type: 'refresh_token', refresh_token: first.body.refresh_token ?? '' }
    expect((await requestToken(form)).status).toBe(200)
  })

  test.each([
    { name: 'a wrong password', username: 'observer', password: 'wrong' },
    { name: 'an empty password', username: 'observer', password: '' },
    { name: 'an unknown name', username: 'unknown', password: '' },
    { name: 'no name', username: '', password: '' },
  ])('direct access grants are refused for $name, always with the same error', async ({ username, password }) => {
    const response = await requestToken({ ...clientForm(), grant_type: 'password', username, password })
    expect(response).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid user credentials' },
    })
  })

  test('direct access grants are refused for the public client', async () => {
    const { username, password } = person('observer')
    const response = await requestToken({ client_id: 'dashboard', grant_type: 'password', username, password })
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })
})

describe('userinfo', () => {
  const requestUserinfo = (token?: string) =>
    fetch(`${realm.issuer}/protocol/openid-connect/userinfo`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  test("userinfo returns the claims of a token's person", async () => {
    const { username, password, id, name, email } = person('administrator')
    const config = await discover()
    const tokens = await client.genericGrantRequest(config, 'password', { username, password, scope: 'openid' })
    expect(await client.fetchUserInfo(config, tokens.access_token, id)).toMatchObject({ sub: id, name, email })
  })

  test('userinfo returns the claims of a service account', async () => {
    const response = await requestToken({ ...clientForm(), grant_type: 'client_credentials' })
    expect(await (await requestUserinfo(response.body.access_token ?? '')).json()).toMatchObject({
      sub: realm.data.client.serviceAccountId,
    })
  })

  test('userinfo refuses a request without a token, with a challenge without an error code', async () => {
    const response = await requestUserinfo()
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="[^"]+"$/)
  })

  test('userinfo refuses anything but an access token of this realm', async () => {
    const { username, password } = person('observer')
    const { body } = await requestToken({
      ...clientForm(),
      grant_type: 'password',
      username,
      password,
      scope: 'openid',
    })
    const [header, payload] = (body.access_token ?? '').split('.')
    const forged = `${header}.${payload}.${createHmac('sha256', 'x').update('y').digest('base64url')}`
    for (const token of ['x', body.id_token ?? '', body.refresh_token ?? '', forged]) {
      const response = await requestUserinfo(token)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    }
  })
})

test('issued tokens, the client and the people are still valid after a restart', async () => {
  const before = await requestToken({ ...clientForm(), grant_type: 'client_credentials' })
  await realm.restart()
  await using verifier = openOidcVerifier({ issuer: realm.issuer, audience: 'travel-rule' })
  expect(await verifier.verify(before.body.access_token ?? '')).toMatchObject({ ok: true })
  expect((await requestToken({ ...clientForm(), grant_type: 'client_credentials' })).status).toBe(200)
})

test.each([
  '/',
  '/auth/realms/other/.well-known/openid-configuration',
  '/auth/realms/travel-rulex',
  '/auth/realms/travel-rule/nothing',
])('the path %s is not found', async (path) => {
  expect((await fetch(`http://127.0.0.1:${realm.port()}${path}`)).status).toBe(404)
})
