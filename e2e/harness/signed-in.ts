import { openBrowser } from '@travel-rule/identity-provider/testing/browser'
import { createClient } from 'graphql-ws'
import * as oidc from 'openid-client'
import { WebSocket } from 'ws'
import type { NodeAccess } from './shared-node.ts'

/** A session of a person at the identity provider. */
export interface SignedIn {
  readonly token: string
  /** Resolves when the identity provider has notified the gateway. */
  signOut(): Promise<void>
}

/** Signs the observer in to the dashboard, in a separate browser. */
export async function signIn({ baseUrl, realm, people }: NodeAccess): Promise<SignedIn> {
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

/** How a live subscription ends. */
export interface Followed {
  readonly connected: Promise<void>
  /** The close event of its socket. */
  readonly closed: Promise<unknown>
  /** The errors of the subscription. */
  readonly failed: Promise<unknown>
}

/** Follows transactions with this token, without reconnecting. */
export function follow({ baseUrl }: NodeAccess, token: string): Followed {
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
