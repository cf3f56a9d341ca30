import { openBrowser } from '@travel-rule/identity-provider/testing/browser'
import { createClient } from 'graphql-ws'
import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { curlGraphql } from '../harness/curl.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'

const node = await sharedNode()
const ME = { query: '{ autod { me { name roles } } }' }

/** Signs a person in to the explorer, in a browser of their own. */
async function signIn({ baseUrl, realm, people }: NodeAccess) {
  const person = people.find(({ role }) => role === 'observer')
  if (person === undefined) throw new Error('no person is observer')
  const provider = await oidc.discovery(
    new URL(`${baseUrl}/auth/realms/${realm}`),
    'dashboard',
    undefined,
    oidc.None(),
    { execute: [oidc.allowInsecureRequests] },
  )
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: `${baseUrl}/graphql`,
    scope: 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const browser = openBrowser(`${baseUrl}/auth/`)
  const page = await browser.open(url.href)
  const { username, password } = person
  const returned = await browser.submit(page.url, { username, password })
  const tokens = await oidc.authorizationCodeGrant(provider, new URL(returned.url), { pkceCodeVerifier })
  return {
    token: tokens.access_token,
    async signOut() {
      const leave = oidc.buildEndSessionUrl(provider, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: `${baseUrl}/graphql`,
      })
      const { html } = await browser.open(leave.href)
      const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
      await browser.submit(action, { xsrf, logout: 'yes' })
    },
  }
}

/** A live subscription: resolves how its socket closes. */
function follow({ baseUrl }: NodeAccess, token: string) {
  const connected = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<unknown>()
  const failed = Promise.withResolvers<unknown>()
  const client = createClient({
    url: `${baseUrl.replace(/^http/, 'ws')}/graphql-ws`,
    webSocketImpl: WebSocket,
    connectionParams: { bearer_token: token },
    retryAttempts: 0,
    on: { connected: () => connected.resolve(), closed: closed.resolve },
  })
  client.subscribe(
    { query: 'subscription { trpdTransactions { id } }' },
    { next: () => {}, error: failed.resolve, complete: () => failed.resolve('complete') },
  )
  return { connected: connected.promise, closed: closed.promise, failed: failed.promise }
}

it('a sign-out at the identity provider closes the WebSockets of the session and refuses its token', async () => {
  const mine = await signIn(node)
  const other = await signIn(node)
  const live = follow(node, mine.token)
  await live.connected
  for (const { token } of [mine, other]) {
    const { json } = await curlGraphql(node, { token, body: ME })
    expect(json).toMatchObject({ data: { autod: { me: { roles: expect.arrayContaining(['observer']) } } } })
  }

  await mine.signOut()
  expect(await live.failed).toMatchObject([{ extensions: { code: 'TOKEN_REVOKED' } }])
  expect(await live.closed).toMatchObject({ code: 4403, reason: 'Token revoked' })
  const refused = await curlGraphql(node, { token: mine.token, body: ME })
  expect([refused.status, refused.json]).toMatchObject([401, { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }])

  expect((await curlGraphql(node, { token: other.token, body: ME })).status).toBe(200)
})
