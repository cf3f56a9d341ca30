import { openOidcVerifier } from '@travel-rule/auth/oidc-verifier'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './testing/browser.ts'
import { openTestRealm, type TestRealm } from './testing/test-realm.ts'

let realm: TestRealm
beforeAll(async () => {
  realm = await openTestRealm()
})
afterAll(() => realm[Symbol.asyncDispose]())

const application = 'http://localhost:5173/signed-in'
const discover = () =>
  client.discovery(new URL(realm.issuer), 'dashboard', undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  })

async function begin(more: Record<string, string> = {}) {
  const config = await discover()
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: application,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  })
  const finish = (returned: string) =>
    client.authorizationCodeGrant(config, new URL(returned), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    })
  return { config, url: url.href, finish }
}

const officer = () => {
  const found = realm.data.people.find((person) => person.role === 'compliance-officer')
  if (!found) throw new Error('no person is compliance officer')
  return found
}
const rightFields = () => ({ username: officer().username, password: officer().password })

describe('the sign-in of a person', () => {
  test('a sign-in redirects to the application with a code that is exchanged for tokens with PKCE', async () => {
    const browser = openBrowser(realm.baseUrl)
    const flow = await begin()
    const shown = await browser.open(flow.url)
    expect(shown.status).toBe(200)
    const returned = await browser.submit(shown.url, rightFields())
    expect(returned.url).toMatch(/^http:\/\/localhost:5173\/signed-in\?code=/)
    const tokens = await flow.finish(returned.url)
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: officer().id,
      azp: 'dashboard',
      aud: 'travel-rule',
      typ: 'Bearer',
      name: officer().name,
      realm_access: { roles: expect.arrayContaining(['compliance-officer']) },
    })
    expect(tokens.claims()).toMatchObject({ sub: officer().id, preferred_username: 'compliance-officer' })
  })

  test('a sign-in is remembered: the next application needs no password unless it sends prompt=login', async () => {
    const browser = openBrowser(realm.baseUrl)
    const first = await begin()
    await browser.submit((await browser.open(first.url)).url, rightFields())
    const second = await begin({ redirect_uri: `${realm.baseUrl}/graphql` })
    expect((await browser.open(second.url)).url).toMatch(/\/graphql\?code=/)
    const third = await begin()
    expect((await browser.open(third.url)).url).toMatch(/code=/)
    const again = await browser.open((await begin({ prompt: 'login' })).url)
    expect(again.html).toContain('name="password"')
    expect((await browser.submit(again.url, rightFields())).url).toMatch(/code=/)
  })

  test('a sign-in works with the e-mail address and when consent is requested', async () => {
    const browser = openBrowser(realm.baseUrl)
    const flow = await begin({ prompt: 'consent', scope: 'openid offline_access' })
    const shown = await browser.open(flow.url)
    const fields = { username: officer().email, password: officer().password }
    const tokens = await flow.finish((await browser.submit(shown.url, fields)).url)
    expect(tokens.refresh_token).toBeDefined()
  })

  test('a sign-in yields refresh tokens for single use; using one twice ends the session', async () => {
    const browser = openBrowser(realm.baseUrl)
    const flow = await begin()
    const shown = await browser.open(flow.url)
    const first = await flow.finish((await browser.submit(shown.url, rightFields())).url)
    const second = await client.refreshTokenGrant(flow.config, first.refresh_token ?? '')
    expect(decodeJwt(second.access_token)).toMatchObject({ sub: officer().id, azp: 'dashboard', aud: 'travel-rule' })
    await expect(client.refreshTokenGrant(flow.config, first.refresh_token ?? '')).rejects.toThrow()
    await expect(client.refreshTokenGrant(flow.config, second.refresh_token ?? '')).rejects.toThrow()
  })

  test('a sign-out ends the session, revokes the refresh tokens and notifies the gateway', async () => {
    const browser = openBrowser(realm.baseUrl)
    const flow = await begin()
    const shown = await browser.open(flow.url)
    const tokens = await flow.finish((await browser.submit(shown.url, rightFields())).url)
    const leave = client.buildEndSessionUrl(flow.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: application,
    })
    const question = await browser.open(leave.href)
    expect(question.html).toContain('Sign out?')
    const action = /action="([^"]+)"/.exec(question.html)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.html)?.[1] ?? ''
    expect((await browser.submit(action, { xsrf, logout: 'yes' })).url).toBe(application)
    await expect(client.refreshTokenGrant(flow.config, tokens.refresh_token ?? '')).rejects.toThrow()
    expect((await browser.open((await begin()).url)).html).toContain('name="password"')
    await using verifier = openOidcVerifier({
      issuer: realm.issuer,
      audience: 'travel-rule',
      logoutClients: ['dashboard'],
    })
    const { sid } = decodeJwt(tokens.access_token)
    expect(sid).toEqual(expect.any(String))
    expect(await verifier.verifyLogout(realm.logoutTokens.at(-1) ?? '')).toMatchObject({
      ok: true,
      logout: { subject: officer().id, sessionId: sid },
    })
  })
})

describe('the sign-in page', () => {
  test('the sign-in page allows no scripts, external content or framing, and names the application', async () => {
    const shown = await openBrowser(realm.baseUrl).open((await begin({ login_hint: '<b>"ada"' })).url)
    const policy = shown.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://localhost:5173;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.html).toContain('Travel Rule dashboard')
    expect(shown.html).not.toContain('<b>')
    expect(shown.html).not.toMatch(/<script|<style|style=/)
    const sheet = /href="([^"]+style\.css)"/.exec(shown.html)?.[1] ?? ''
    const response = await fetch(new URL(sheet, shown.url))
    expect(response.headers.get('content-type')).toContain('text/css')
  })

  test.each([
    { name: 'a wrong password', fields: { username: 'compliance-officer', password: 'wrong' } },
    { name: 'an unknown name', fields: { username: 'unknown', password: 'wrong' } },
    { name: 'an empty form', fields: {} },
  ])('the sign-in page is shown again for $name, with the same message', async ({ fields }) => {
    const browser = openBrowser(realm.baseUrl)
    const shown = await browser.open((await begin()).url)
    const again = await browser.submit(shown.url, fields)
    expect(again.status).toBe(400)
    expect(again.html).toContain('role="alert"')
    expect(again.html).toContain('Wrong user name or password.')
    expect((await browser.submit(shown.url, rightFields())).url).toMatch(/code=/)
  })

  test('the sign-in page refuses an address after ten wrong passwords, like the token endpoint', async () => {
    const browser = openBrowser(realm.baseUrl)
    const shown = await browser.open((await begin()).url)
    const fields = { username: 'observer', password: 'wrong' }
    for (let i = 0; i < 10; i++) expect((await browser.submit(shown.url, fields)).status).toBe(400)
    const paused = await browser.submit(shown.url, fields)
    expect(paused.status).toBe(429)
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(paused.html).toContain('Too many wrong passwords. Try again in')
    // The observer shares the guesser's address, and has a generated password.
    const own = openBrowser(realm.baseUrl)
    const observer = realm.data.people.find(({ username }) => username === 'observer')
    const signIn = await own.open((await begin()).url)
    const right = { username: 'observer', password: observer?.password ?? '' }
    expect((await own.submit(signIn.url, right)).url).toMatch(/code=/)
    const { id, secret } = realm.data.client
    const form = { grant_type: 'password', client_id: id, client_secret: secret, ...fields }
    const body = new URLSearchParams(form)
    const response = await fetch(`${realm.issuer}/protocol/openid-connect/token`, { method: 'POST', body })
    expect(response.status).toBe(429)
    expect(response.headers.has('retry-after')).toBe(true)
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await browser.submit(shown.url, rightFields())).url).toMatch(/code=/)
  })

  test('a sign-in can be cancelled', async () => {
    const browser = openBrowser(realm.baseUrl)
    const shown = await browser.open((await begin()).url)
    expect((await browser.submit(shown.url, { action: 'cancel' })).url).toContain('error=access_denied')
  })

  test('a sign-in page cannot be submitted from a different browser', async () => {
    const shown = await openBrowser(realm.baseUrl).open((await begin()).url)
    const stolen = await openBrowser(realm.baseUrl).submit(shown.url, rightFields())
    expect(stolen.status).toBe(400)
    expect(stolen.html).toContain('start again')
  })

  test.each([20_000, 3_000_000])('the sign-in page refuses a form of %i characters', async (length) => {
    const browser = openBrowser(realm.baseUrl)
    const shown = await browser.open((await begin()).url)
    const response = await browser.submit(shown.url, { username: 'x'.repeat(length), password: 'y' })
    expect(response.status).toBe(400)
    expect(response.html).toContain('The form could not be read')
  })

  test('the cookies of the sign-in page are hidden from scripts and from forms of other sites', async () => {
    const { headers } = await fetch((await begin()).url, { redirect: 'manual' })
    const cookies = headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; path=\/auth\/realms\/.*; samesite=lax; httponly/i)
  })
})

describe('an authorization request is refused', () => {
  test.each([
    { name: 'with a redirect to another site', more: { redirect_uri: 'https://evil.example/' } },
    {
      name: 'with a redirect to a host that starts with localhost',
      more: { redirect_uri: 'http://localhost.evil.example/' },
    },
    { name: 'with a redirect to another port of this machine', more: { redirect_uri: 'http://localhost:9999/' } },
    { name: 'with a redirect to another path', more: { redirect_uri: `${application}/x` } },
    { name: 'with a redirect to 127.0.0.1 instead', more: { redirect_uri: 'http://127.0.0.1:5173/signed-in' } },
    { name: 'of an unknown client', more: { client_id: 'unknown' } },
    { name: 'of the client for programs', more: { client_id: 'travel-rule-client' } },
  ])('$name', async ({ more }) => {
    const shown = await openBrowser(realm.baseUrl).open((await begin(more)).url)
    expect(shown.status).toBe(400)
    expect(shown.html).toContain('Something went wrong')
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('an authorization request without PKCE is refused', async () => {
    const config = await discover()
    const url = client.buildAuthorizationUrl(config, { redirect_uri: application, scope: 'openid' })
    expect((await openBrowser(realm.baseUrl).open(url.href)).url).toContain('error=invalid_request')
  })

  test('the token endpoint refuses the verifier of a different authorization request', async () => {
    const browser = openBrowser(realm.baseUrl)
    const mine = await begin()
    const returned = await browser.submit((await browser.open(mine.url)).url, rightFields())
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'dashboard',
      redirect_uri: application,
      code: new URL(returned.url).searchParams.get('code') ?? '',
      code_verifier: client.randomPKCECodeVerifier(),
    })
    const response = await fetch(`${realm.issuer}/protocol/openid-connect/token`, { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('scripts in a browser (CORS)', () => {
  const post = (origin: string) =>
    fetch(`${realm.issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'dashboard', refresh_token: 'x' }),
    })

  test("scripts on the dashboard's origin may use the token endpoint", async () => {
    const response = await post('http://localhost:5173')
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  })

  test('scripts on any other origin may not use the token endpoint', async () => {
    const response = await post('https://evil.example')
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})
