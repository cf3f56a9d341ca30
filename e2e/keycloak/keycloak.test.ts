import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { eventually } from '../harness/eventually.ts'
import { openLiveClient, PROTOCOLS } from '../harness/live-client.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { follow } from '../harness/signed-in.ts'
import { sharedKeycloak, skipWithout } from '../real-parts/shared-keycloak.ts'
import { type Admin, addAudience, createClient, createPerson, openAdmin, PASSWORD, removeScopes } from './admin.ts'
import { type Front, openFront } from './front.ts'
import { grant, ownToken } from './grants.ts'

const START_MS_MAX = 1_800_000
const QUERY = '{ trpd { vasps { name } } autod { me { name roles scopes } } }'
const READS = ['trpd:read', 'aopd:read', 'autod:read']
const keycloak = await sharedKeycloak()
const isAvailable = 'access' in keycloak

async function query(url: string, token: string, document = QUERY) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
  })
  const { data, errors } = (await response.json()) as {
    readonly data?: { readonly autod?: { readonly me: { readonly roles: string[]; readonly scopes: string[] } } }
    readonly errors: readonly { readonly extensions: Readonly<Record<string, unknown>> }[]
  }
  return { status: response.status, headers: response.headers, data, errors }
}

describe('a real Keycloak', () => {
  const stack = new AsyncDisposableStack()
  let node: NodeAccess
  let front: Front
  let admin: Admin
  beforeAll(async () => {
    if (!isAvailable) return
    admin = await openAdmin(keycloak.access)
    front = stack.use(await openFront(await sharedNode(), keycloak.access))
    node = front.node
  }, START_MS_MAX)
  beforeEach((context) => skipWithout(keycloak, context))
  afterAll(() => stack.disposeAsync())

  const personTokens = (username: string) => grant(node, node, { grant_type: 'password', username, password: PASSWORD })

  test('a client created by the published guide queries the API and follows transactions', async () => {
    const client = await createClient(admin, 'guide-client')
    await addAudience(admin, client)
    const token = await ownToken(node, client)
    const { status, data, errors } = await query(node.baseUrl, token)
    expect({ status, errors }).toEqual({ status: 200, errors: [] })
    expect(data?.autod?.me.scopes).toEqual(expect.arrayContaining([...READS, 'trpd:write', 'aopd:write', 'pii:read']))
    for (const protocol of PROTOCOLS) {
      await using live = openLiveClient(node, protocol, { bearer_token: token })
      expect(await live.execute({ query: QUERY })).toMatchObject({ data: { trpd: { vasps: expect.any(Array) } } })
    }
    const followed = follow(node, token)
    await followed.connected
  })

  test('the client of the imported realm works like one created by the guide', async () => {
    const { errors } = await query(node.baseUrl, await ownToken(node, node))
    expect(errors).toEqual([])
  })

  test('a client without the audience scope is refused with the audience that it needs', async () => {
    const client = await createClient(admin, 'forgetful-client')
    const { status, headers } = await query(node.baseUrl, await ownToken(node, client))
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", error_description=".*travel-rule/)
  })

  test('a client whose scopes an operator removed, except for the audience, still acts for itself', async () => {
    const client = await createClient(admin, 'bare-client')
    await addAudience(admin, client)
    await removeScopes(admin, client)
    const { data, errors } = await query(node.baseUrl, await ownToken(node, client))
    expect(errors).toEqual([])
    expect(data?.autod?.me.scopes).toEqual(expect.arrayContaining(READS))
  })

  test('a person with the name of a service account is not mistaken for a client', async () => {
    const client = await createClient(admin, 'lookalike', {
      serviceAccountsEnabled: false,
      authorizationServicesEnabled: false,
      attributes: { 'standard.token.exchange.enabled': 'true' },
    })
    await addAudience(admin, client)
    await createPerson(admin, 'service-account-lookalike')
    const form = { grant_type: 'password', username: 'service-account-lookalike', password: PASSWORD }
    const { access_token: own } = await grant(node, client, form)
    const { access_token: exchanged } = await grant(node, client, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: own,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    })
    for (const token of [own, exchanged]) {
      const { errors } = await query(node.baseUrl, token, '{ trpd { vasps { name } } }')
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    }
  })

  test('each role of the realm has its scopes, and a person without a role has none', async () => {
    const scopes: Record<string, string[] | undefined> = {}
    for (const role of ['observer', 'compliance-officer', 'administrator', 'integration', undefined]) {
      const username = `person-${role ?? 'without-role'}`
      await createPerson(admin, username, role)
      const { access_token: token } = await personTokens(username)
      const { data } = await query(node.baseUrl, token, '{ autod { me { roles scopes } } }')
      scopes[role ?? 'none'] = data?.autod?.me.scopes.toSorted()
    }
    expect(scopes).toEqual({
      observer: ['aopd:read', 'autod:read', 'trpd:read'],
      'compliance-officer': ['aopd:read', 'aopd:write', 'autod:read', 'pii:read', 'trpd:read', 'trpd:write'],
      administrator: ['aopd:read', 'aopd:write', 'autod:read', 'autod:write', 'trpd:read', 'trpd:write'],
      integration: ['aopd:read', 'aopd:write', 'autod:read', 'pii:read', 'trpd:read', 'trpd:write'],
      none: [],
    })
  })

  test('a refreshed token is accepted, and a refresh token is valid only once', async () => {
    await createPerson(admin, 'refreshing', 'observer')
    const { refresh_token } = await personTokens('refreshing')
    const refresh = () => grant(node, node, { grant_type: 'refresh_token', refresh_token })
    const { access_token: token } = await refresh()
    expect((await query(node.baseUrl, token)).errors).toEqual([])
    expect((await refresh()).status).toBe(400)
  })

  test('tokens signed with a new key are accepted immediately, and those signed with the old key still are', async () => {
    const before = await ownToken(node, node)
    expect((await query(node.baseUrl, before)).errors).toEqual([])
    const { id: parentId } = await admin.call<{ id: string }>('GET', '')
    await admin.create('/components', {
      name: 'rotated',
      providerId: 'rsa-generated',
      providerType: 'org.keycloak.keys.KeyProvider',
      parentId,
      config: { priority: ['200'], enabled: ['true'], active: ['true'], algorithm: ['RS256'] },
    })
    const after = await ownToken(node, node)
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid)
    for (const token of [after, before]) {
      for (const gateway of front.gateways) expect((await query(gateway, token)).status).toBe(200)
    }
  })

  test('a disabled client gets no token', async () => {
    const client = await createClient(admin, 'disabled-client')
    await addAudience(admin, client)
    expect((await query(node.baseUrl, await ownToken(node, client))).errors).toEqual([])
    const representation = await admin.call<object>('GET', `/clients/${client.id}`)
    await admin.call('PUT', `/clients/${client.id}`, { ...representation, enabled: false })
    expect((await grant(node, client, { grant_type: 'client_credentials' })).status).toBe(401)
  })

  test.skipIf(CHROMIUM === undefined)(
    'a person signs in to the dashboard, and an administrator signs them out on every gateway',
    async () => {
      const person = await createPerson(admin, 'ada', 'compliance-officer')
      await using opened = new AsyncDisposableStack()
      const browser = await sharedBrowser()
      const { page, requests } = opened.use(await openTab(browser, node.baseUrl))
      await page.goto(node.baseUrl)
      await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
      await page.locator('#username').fill('ada')
      await page.locator('#password').fill(PASSWORD)
      const tokenResponse = page.waitForResponse((response) => response.url().endsWith('/token'))
      await page.keyboard.press('Enter')
      const { access_token: token } = (await (await tokenResponse).json()) as { access_token: string }
      await page.locator('.account').waitFor()
      expect(requests.some((request) => request.includes('code_challenge_method=S256'))).toBe(true)

      const followed = front.gateways.map((baseUrl) => follow({ ...node, baseUrl }, token))
      for (const { connected } of followed) await connected
      await admin.call('POST', `/users/${person}/logout`)
      for (const { closed } of followed) expect(await closed).toMatchObject({ code: 4403, reason: 'Token revoked' })
      for (const gateway of front.gateways) {
        const { status } = await eventually(
          () => query(gateway, token),
          ({ status }) => status !== 200,
        )
        expect(status).toBe(401)
      }
      await page.getByText('Your session has ended.').first().waitFor()
    },
  )
})
