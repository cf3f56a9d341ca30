import type { PageSettings } from '../page-settings.ts'
import { type CallerFacts, fetchCaller, TokenRefused } from './fetch-caller.ts'
import { type Grant, openIdentityProvider } from './identity-provider.ts'
import { problemMessage } from './problem-message.ts'
import { renewalDelayMs } from './renewal-delay.ts'
import { forget, forgetTab, forgetWork, recall, remember } from './tab-memory.ts'

export interface Notice {
  readonly tone: 'PROBLEM' | 'NEWS'
  readonly text: string
}

/** The state of the user's session. */
export type SessionState =
  | { readonly kind: 'WORKING'; readonly text: string }
  | { readonly kind: 'SIGNED_OUT'; readonly notice?: Notice }
  | SignedIn

export interface SignedIn {
  readonly kind: 'SIGNED_IN'
  readonly caller: CallerFacts
  /** `OPEN`: the gateway requires no token. */
  readonly by: 'PROVIDER' | 'PASTED' | 'OPEN'
  readonly token: string | undefined
  readonly expiresAtMs: number
  readonly isRenewable: boolean
  /** The token is no longer accepted; the editor keeps its contents. */
  readonly isExpired: boolean
  readonly notice?: Notice
}

export interface Session {
  current(): SessionState
  subscribe(listener: () => void): () => void
  /** Continues after a redirect from the provider or a reload. */
  resume(): Promise<void>
  signIn(): Promise<void>
  acceptToken(text: string): Promise<void>
  signOut(): Promise<void>
  /** Called when the gateway refused the token. */
  refused(): void
}

const RETRY_MS = 10_000
const TIMER_MS_MAX = 12 * 3_600_000

export function openSession({ baseUrl, signIn }: PageSettings): Session {
  const listeners = new Set<() => void>()
  const provider = signIn && openIdentityProvider({ ...signIn, returnTo: `${baseUrl}/graphql` })
  const messageFor = (error: unknown) => problemMessage(error, signIn ?? { issuer: baseUrl, clientId: '' })
  let state: SessionState = { kind: 'WORKING', text: 'Loading …' }
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: SessionState): void {
    state = next
    clearTimeout(timer)
    if (next.kind === 'SIGNED_IN' && !next.isExpired) watchExpiry(next)
    for (const listener of listeners) listener()
  }

  function problem(error: unknown): void {
    become({ kind: 'SIGNED_OUT', notice: { tone: 'PROBLEM', text: messageFor(error) } })
  }

  async function enter(by: SignedIn['by'], token: string | undefined, isRenewable = false): Promise<void> {
    const caller = await fetchCaller(token)
    const expiresAtMs = Date.now() + caller.expiresInSeconds * 1_000
    become({ kind: 'SIGNED_IN', caller, by, token, expiresAtMs, isRenewable, isExpired: false })
  }

  async function enterWithGrant({ token, isRenewable }: Grant): Promise<void> {
    await enter('PROVIDER', token, isRenewable)
    forget('pasted')
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
      const text = `Your sign-in could not be renewed. ${messageFor(error)}`
      if (Date.now() >= before.expiresAtMs || error instanceof TokenRefused) return end(before, text)
      const retrying = { ...before, notice: { tone: 'PROBLEM', text } as const }
      become(retrying)
      clearTimeout(timer)
      timer = setTimeout(() => void renew(retrying), Math.min(RETRY_MS, Math.max(0, before.expiresAtMs - Date.now())))
    }
  }

  function end(before: SignedIn, text: string): void {
    become({ ...before, isExpired: true, notice: { tone: 'PROBLEM', text } })
  }

  async function resume(): Promise<void> {
    const address = location.href
    const { searchParams } = new URL(address)
    const isRedirect = searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))
    // Removes the code from the address bar and the history.
    if (location.search !== '') history.replaceState(null, '', location.pathname)
    try {
      if (provider === undefined) return await enter('OPEN', undefined)
      if (isRedirect) return await enterWithGrant(await provider.finish(address))
      if (recall('leaving') !== undefined) {
        forget('leaving')
        return become({ kind: 'SIGNED_OUT', notice: { tone: 'NEWS', text: 'You are signed out of the explorer.' } })
      }
      const pasted = recall('pasted')
      if (pasted !== undefined) return await enter('PASTED', pasted)
      const grant = await provider.remembered()
      if (grant === undefined) return become({ kind: 'SIGNED_OUT' })
      await enterWithGrant(grant.isExpired && grant.isRenewable ? await provider.renew() : grant)
    } catch (error) {
      if (error instanceof TokenRefused) forget('pasted')
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
      become({ kind: 'WORKING', text: 'Taking you to the identity provider …' })
      try {
        await provider?.begin()
      } catch (error) {
        problem(error)
      }
    },
    async acceptToken(text) {
      const token = text.trim().replace(/^bearer\s+/i, '')
      become({ kind: 'WORKING', text: 'Checking the token …' })
      try {
        await enter('PASTED', token)
        remember('pasted', token)
      } catch (error) {
        problem(error)
      }
    },
    async signOut() {
      const before = state
      become({ kind: 'WORKING', text: 'Signing you out …' })
      try {
        if (before.kind === 'SIGNED_IN' && before.by === 'PROVIDER') {
          forgetWork()
          remember('leaving', 'yes')
          await provider?.leave()
          return
        }
        forgetTab()
        become({ kind: 'SIGNED_OUT', notice: { tone: 'NEWS', text: 'The token is forgotten.' } })
      } catch (error) {
        forgetTab()
        const text = `You are signed out of the explorer, but perhaps not at the identity provider. ${messageFor(error)}`
        become({ kind: 'SIGNED_OUT', notice: { tone: 'PROBLEM', text } })
      }
    },
    refused() {
      if (state.kind === 'SIGNED_IN' && !state.isExpired) end(state, 'The gateway no longer accepts your token.')
    },
  }
}
