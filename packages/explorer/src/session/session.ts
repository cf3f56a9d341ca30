import { type Caller, CallerError, fetchCaller, renewalDelayMs } from '@travel-rule/web-app/caller'
import { type Grant, openIdentityProvider } from '@travel-rule/web-app/identity-provider'
import { type PageSettings, urlBesidePage } from '../page-settings.ts'
import { problemMessage } from './problem-message.ts'
import { load, remove, removeAll, removeWork, store } from './tab-memory.ts'

export interface Notice {
  readonly tone: 'PROBLEM' | 'NEWS'
  readonly message: string
}

/** The state of the sign-in. */
export type SessionState =
  | { readonly kind: 'WORKING'; readonly message: string }
  | { readonly kind: 'SIGNED_OUT'; readonly notice?: Notice }
  | SignedIn

export interface SignedIn {
  readonly kind: 'SIGNED_IN'
  readonly caller: Caller
  /** `OPEN`: the gateway requires no token. */
  readonly by: 'PROVIDER' | 'PASTED' | 'OPEN'
  readonly token: string | undefined
  readonly expiresAtMs: number
  readonly isRenewable: boolean
  /** The token is no longer accepted; the editor stays open. */
  readonly isExpired: boolean
  readonly notice?: Notice
}

export interface Session {
  current(): SessionState
  subscribe(listener: () => void): () => void
  /** Restores the session after a redirect from the provider or a reload. */
  resume(): Promise<void>
  signIn(): Promise<void>
  acceptToken(pasted: string): Promise<void>
  signOut(): Promise<void>
  /** Called when the gateway has refused the token. */
  refused(): void
}

const RETRY_MS = 10_000
const TIMER_MS_MAX = 12 * 3_600_000

export function openSession({ baseUrl, signIn }: PageSettings): Session {
  const listeners = new Set<() => void>()
  const provider =
    signIn && openIdentityProvider({ ...signIn, returnTo: `${baseUrl}/graphql`, storePrefix: 'explorer:oidc:' })
  const messageFor = (error: unknown) => problemMessage(error, signIn ?? { issuer: baseUrl, clientId: '' })
  let state: SessionState = { kind: 'WORKING', message: 'Loading …' }
  let timer: ReturnType<typeof setTimeout> | undefined

  function change(next: SessionState): void {
    state = next
    clearTimeout(timer)
    if (next.kind === 'SIGNED_IN' && !next.isExpired) watchExpiry(next)
    for (const listener of listeners) listener()
  }

  function problem(error: unknown): void {
    change({ kind: 'SIGNED_OUT', notice: { tone: 'PROBLEM', message: messageFor(error) } })
  }

  async function enter(by: SignedIn['by'], token: string | undefined, isRenewable = false): Promise<void> {
    const caller = await fetchCaller(urlBesidePage('graphql/caller'), token)
    const expiresAtMs = Date.now() + caller.expiresInSeconds * 1_000
    change({ kind: 'SIGNED_IN', caller, by, token, expiresAtMs, isRenewable, isExpired: false })
  }

  async function enterWithGrant({ token, isRenewable }: Grant): Promise<void> {
    await enter('PROVIDER', token, isRenewable)
    remove('pasted')
  }

  function watchExpiry(signedIn: SignedIn): void {
    const remainingMs = signedIn.expiresAtMs - Date.now()
    const delayMs = signedIn.isRenewable ? renewalDelayMs(remainingMs) : remainingMs
    timer = setTimeout(() => void onTimer(), Math.min(Math.max(delayMs, 0), TIMER_MS_MAX))
  }

  async function onTimer(): Promise<void> {
    if (state.kind !== 'SIGNED_IN' || state.isExpired) return
    if (state.isRenewable) return renew(state)
    if (Date.now() >= state.expiresAtMs) return end(state, 'Your token has expired.')
    watchExpiry(state)
  }

  async function renew(before: SignedIn): Promise<void> {
    try {
      if (provider === undefined) return
      const grant = await provider.renew()
      if (state === before) await enterWithGrant(grant)
    } catch (error) {
      if (state !== before) return
      const message = `Your sign-in could not be renewed. ${messageFor(error)}`
      if (Date.now() >= before.expiresAtMs || isRefused(error)) return end(before, message)
      const again = { ...before, notice: { tone: 'PROBLEM', message } as const }
      change(again)
      clearTimeout(timer)
      timer = setTimeout(() => void renew(again), Math.min(RETRY_MS, Math.max(0, before.expiresAtMs - Date.now())))
    }
  }

  function end(before: SignedIn, message: string): void {
    change({ ...before, isExpired: true, notice: { tone: 'PROBLEM', message } })
  }

  async function resume(): Promise<void> {
    const url = location.href
    const { searchParams } = new URL(url)
    const isRedirect = searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))
    // Keeps the code out of the address bar and the history.
    if (location.search !== '') history.replaceState(null, '', location.pathname)
    try {
      if (provider === undefined) return await enter('OPEN', undefined)
      if (isRedirect) return await enterWithGrant(await provider.finish(url))
      if (load('leaving') !== undefined) {
        remove('leaving')
        return change({ kind: 'SIGNED_OUT', notice: { tone: 'NEWS', message: 'You are signed out of the explorer.' } })
      }
      const pasted = load('pasted')
      if (pasted !== undefined) return await enter('PASTED', pasted)
      const grant = await provider.stored()
      if (grant === undefined) return change({ kind: 'SIGNED_OUT' })
      await enterWithGrant(grant.isExpired && grant.isRenewable ? await provider.renew() : grant)
    } catch (error) {
      if (isRefused(error)) remove('pasted')
      problem(error)
    }
  }

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume,
    async signIn() {
      change({ kind: 'WORKING', message: 'Opening the identity provider …' })
      try {
        await provider?.begin()
      } catch (error) {
        problem(error)
      }
    },
    async acceptToken(pasted) {
      const token = pasted.trim().replace(/^bearer\s+/i, '')
      change({ kind: 'WORKING', message: 'Checking the token …' })
      try {
        await enter('PASTED', token)
        store('pasted', token)
      } catch (error) {
        problem(error)
      }
    },
    async signOut() {
      const before = state
      change({ kind: 'WORKING', message: 'Signing out …' })
      try {
        if (before.kind === 'SIGNED_IN' && before.by === 'PROVIDER') {
          removeWork()
          store('leaving', 'yes')
          await provider?.leave()
          return
        }
        removeAll()
        change({ kind: 'SIGNED_OUT', notice: { tone: 'NEWS', message: 'The token was removed.' } })
      } catch (error) {
        removeAll()
        const message = `You are signed out of the explorer, but maybe not at the identity provider. ${messageFor(error)}`
        change({ kind: 'SIGNED_OUT', notice: { tone: 'PROBLEM', message } })
      }
    },
    refused() {
      if (state.kind === 'SIGNED_IN' && !state.isExpired) end(state, 'The gateway no longer accepts your token.')
    },
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof CallerError && error.problem === 'TOKEN_REFUSED'
}
