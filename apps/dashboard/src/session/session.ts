import { type Caller, fetchCaller } from '@travel-rule/web-app/caller'
import { type Grant, isSignInResult, openIdentityProvider } from '@travel-rule/web-app/identity-provider'
import { openSessionState, type TokenValidity } from '@travel-rule/web-app/session-state'
import type { PageSettings } from './page-settings.ts'
import { type SignInProblem, signInProblem } from './sign-in-problem.ts'

/** The state of the sign-in. */
export type SessionState = NotSignedIn | SignedIn

type NotSignedIn =
  | { readonly kind: 'WORKING' }
  | { readonly kind: 'SIGNED_OUT'; readonly notice?: SignInProblem | 'LEFT' }

export interface SignedIn extends TokenValidity {
  readonly caller: Caller
  readonly token: string | undefined
  /** The reason why the last renewal failed. */
  readonly problem?: SignInProblem
}

export interface Session {
  /** False without authentication: people are then signed in immediately. */
  readonly hasSignIn: boolean
  current(): SessionState
  subscribe(listener: () => void): () => void
  /** Restores the session after a redirect from the provider or a reload. */
  resume(): Promise<void>
  signIn(): Promise<void>
  /** Ends the session in all tabs and at the provider. */
  signOut(): Promise<void>
  /** A token that is not about to expire; waits for its renewal if necessary. */
  token(): Promise<string | undefined>
  /** Called when the gateway has refused the token. */
  refused(): void
}

/** A grant; without authentication, it has no token. */
type Access = Pick<Grant, 'isRenewable'> & { readonly token: string | undefined }

/** Minimum remaining validity. Otherwise, a token is renewed before it is sent. */
const FRESH_MS = 5_000
const STORE_PREFIX = 'dashboard:oidc:'
/** Set while any tab of this browser is signed in, so that a new tab signs in automatically. */
const SIGNED_IN = 'dashboard:signed-in'
const CHANNEL = 'dashboard:session'

export function openSession({ pageUrl, baseUrl, signIn }: PageSettings): Session {
  const root = new URL(`${pageUrl}/`)
  const provider = signIn && openIdentityProvider({ ...signIn, returnTo: root.href, storePrefix: STORE_PREFIX })
  const tabs = new BroadcastChannel(CHANNEL)
  const { current, subscribe, change, renew, expire } = openSessionState<SignedIn, NotSignedIn>(
    { kind: 'WORKING' },
    {
      provider,
      enter: stateFor,
      failed(error) {
        const problem = signInProblem(error)
        return { problem, isExpired: problem === 'EXPIRED' || problem === 'TOKEN_REFUSED' }
      },
    },
  )
  tabs.onmessage = () => {
    if (current().kind === 'SIGNED_IN') leaveTab()
  }

  async function stateFor({ token, isRenewable }: Access): Promise<SignedIn> {
    const caller = await fetchCaller(`${baseUrl}/graphql/caller`, token)
    const expiresAtMs = Date.now() + caller.expiresInSeconds * 1_000
    return { kind: 'SIGNED_IN', caller, token, expiresAtMs, isRenewable, isExpired: false }
  }

  async function enter(access: Access): Promise<void> {
    const next = await stateFor(access)
    localStorage.setItem(SIGNED_IN, 'yes')
    change(next)
  }

  function leaveTab(): void {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('dashboard:')) sessionStorage.removeItem(key)
    change({ kind: 'SIGNED_OUT', notice: 'LEFT' })
  }

  async function begin(): Promise<void> {
    change({ kind: 'WORKING' })
    if (provider === undefined) return resume()
    try {
      await provider.begin(location.href)
    } catch (error) {
      change({ kind: 'SIGNED_OUT', notice: signInProblem(error) })
    }
  }

  async function finish(url: string): Promise<void> {
    if (provider === undefined) return
    // Keeps the code out of the address bar and the history.
    history.replaceState(null, '', root.pathname)
    const grant = await provider.finish(url)
    const target = grant.state
    if (target !== undefined && URL.canParse(target) && new URL(target).href.startsWith(root.href)) {
      history.replaceState(null, '', target)
    }
    await enter(grant)
  }

  async function resume(): Promise<void> {
    const url = new URL(location.href)
    try {
      if (provider === undefined) return await enter({ token: undefined, isRenewable: false })
      if (isSignInResult(url)) return await finish(url.href)
      // The URL to which the provider returns after a sign-out.
      if (url.searchParams.has('state')) history.replaceState(null, '', root.pathname)
      const grant = await provider.stored()
      if (grant !== undefined) return await enter(grant)
      if (localStorage.getItem(SIGNED_IN) !== null) return await begin()
      change({ kind: 'SIGNED_OUT' })
    } catch (error) {
      const problem = signInProblem(error)
      // Without this, a provider that refuses would be contacted again on every reload.
      if (problem !== 'GATEWAY_UNREACHABLE') localStorage.removeItem(SIGNED_IN)
      change({ kind: 'SIGNED_OUT', notice: problem })
    }
  }

  return {
    hasSignIn: provider !== undefined,
    current,
    subscribe,
    resume,
    signIn: begin,
    async signOut() {
      change({ kind: 'WORKING' })
      localStorage.removeItem(SIGNED_IN)
      tabs.postMessage('left')
      await provider?.leave().catch(() => {})
      leaveTab()
    },
    async token() {
      const before = current()
      if (before.kind === 'SIGNED_IN' && before.isRenewable && before.expiresAtMs - Date.now() < FRESH_MS) await renew()
      const state = current()
      return state.kind === 'SIGNED_IN' ? state.token : undefined
    },
    refused: () => expire(),
  }
}
