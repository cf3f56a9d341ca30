import { type Caller, CallerError, fetchCaller } from '@travel-rule/web-app/caller'
import { type Grant, isSignInResult, openIdentityProvider } from '@travel-rule/web-app/identity-provider'
import { openSessionState, type TokenValidity } from '@travel-rule/web-app/session-state'
import { type PageSettings, urlBesidePage } from './page-settings.ts'
import { problemMessage } from './problem-message.ts'
import { load, remove, removeAll, removeWork, store } from './tab-memory.ts'

export interface Notice {
  readonly tone: 'PROBLEM' | 'NEWS'
  readonly message: string
}

/** The state of the sign-in. */
export type SessionState = NotSignedIn | SignedIn

type NotSignedIn =
  | { readonly kind: 'WORKING'; readonly message: string }
  | { readonly kind: 'SIGNED_OUT'; readonly notice?: Notice }

export interface SignedIn extends TokenValidity {
  readonly caller: Caller
  /** `OPEN`: the gateway requires no token. */
  readonly by: 'PROVIDER' | 'PASTED' | 'OPEN'
  readonly token: string | undefined
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

export function openSession({ baseUrl, signIn }: PageSettings): Session {
  const provider =
    signIn && openIdentityProvider({ ...signIn, returnTo: `${baseUrl}/graphql`, storePrefix: 'explorer:oidc:' })
  const messageFor = (error: unknown) => problemMessage(error, signIn ?? { issuer: baseUrl, clientId: '' })
  const initial: NotSignedIn = { kind: 'WORKING', message: 'Loading …' }
  const { current, subscribe, change, expire } = openSessionState<SignedIn, NotSignedIn>(initial, {
    provider,
    enter: ({ token, isRenewable }) => stateFor('PROVIDER', token, isRenewable),
    failed: (error) => ({
      isExpired: isRefused(error),
      notice: { tone: 'PROBLEM', message: `Your sign-in could not be renewed. ${messageFor(error)}` },
    }),
    expired: { notice: { tone: 'PROBLEM', message: 'Your token has expired.' } },
  })

  function problem(error: unknown): void {
    change({ kind: 'SIGNED_OUT', notice: { tone: 'PROBLEM', message: messageFor(error) } })
  }

  async function stateFor(by: SignedIn['by'], token: string | undefined, isRenewable = false): Promise<SignedIn> {
    const caller = await fetchCaller(urlBesidePage('graphql/caller'), token)
    const expiresAtMs = Date.now() + caller.expiresInSeconds * 1_000
    return { kind: 'SIGNED_IN', caller, by, token, expiresAtMs, isRenewable, isExpired: false }
  }

  async function enter(...access: Parameters<typeof stateFor>): Promise<void> {
    change(await stateFor(...access))
  }

  async function enterWithGrant({ token, isRenewable }: Grant): Promise<void> {
    await enter('PROVIDER', token, isRenewable)
    remove('pasted')
  }

  async function resume(): Promise<void> {
    const url = location.href
    // Keeps the code out of the address bar and the history.
    if (location.search !== '') history.replaceState(null, '', location.pathname)
    try {
      if (provider === undefined) return await enter('OPEN', undefined)
      if (isSignInResult(new URL(url))) return await enterWithGrant(await provider.finish(url))
      if (load('leaving') !== undefined) {
        remove('leaving')
        return change({ kind: 'SIGNED_OUT', notice: { tone: 'NEWS', message: 'You are signed out of the explorer.' } })
      }
      const pasted = load('pasted')
      if (pasted !== undefined) return await enter('PASTED', pasted)
      const grant = await provider.stored()
      if (grant === undefined) return change({ kind: 'SIGNED_OUT' })
      await enterWithGrant(grant)
    } catch (error) {
      if (isRefused(error)) remove('pasted')
      problem(error)
    }
  }

  return {
    current,
    subscribe,
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
      const before = current()
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
    refused: () => expire({ notice: { tone: 'PROBLEM', message: 'The gateway no longer accepts your token.' } }),
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof CallerError && error.problem === 'TOKEN_REFUSED'
}
