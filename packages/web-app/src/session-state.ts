import { renewalDelayMs } from './caller.ts'
import type { Grant, IdentityProvider } from './identity-provider.ts'

/** The validity of a signed-in person's token. */
export interface TokenValidity {
  readonly kind: 'SIGNED_IN'
  readonly expiresAtMs: number
  readonly isRenewable: boolean
  /** The token is no longer accepted; the page stays as it is. */
  readonly isExpired: boolean
}

interface NotSignedIn {
  readonly kind: 'WORKING' | 'SIGNED_OUT'
}

/** The state of a sign-in. It renews the token of a signed-in person, or notices that it has expired. */
export interface SessionState<SignedIn, Other> {
  current(): SignedIn | Other
  subscribe(listener: () => void): () => void
  change(next: SignedIn | Other): void
  /** Renews the token; concurrent calls share one renewal, because a refresh token may be used once. */
  renew(): Promise<void>
  /** Notes that the token is no longer accepted. */
  expire(details?: Partial<SignedIn>): void
}

export interface SessionStateOptions<SignedIn> {
  readonly provider: Pick<IdentityProvider, 'renew'> | undefined
  /** The state for a new grant. */
  readonly enter: (grant: Grant) => Promise<SignedIn>
  /** What a failed renewal changes. It is repeated until the token expires, unless `isExpired`. */
  readonly failed: (error: unknown) => Partial<SignedIn> & Pick<TokenValidity, 'isExpired'>
  /** What changes when a token that cannot be renewed has expired. */
  readonly expired?: Partial<SignedIn>
}

const TIMER_MS_MAX = 12 * 3_600_000
const RETRY_MS = 10_000

export function openSessionState<SignedIn extends TokenValidity, Other extends NotSignedIn>(
  initial: Other,
  { provider, enter, failed, expired }: SessionStateOptions<SignedIn>,
): SessionState<SignedIn, Other> {
  const listeners = new Set<() => void>()
  let state: SignedIn | Other = initial
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewal: Promise<void> | undefined

  function watchExpiry(token: TokenValidity): void {
    const { expiresAtMs, isRenewable } = token
    const remainingMs = expiresAtMs - Date.now()
    const delayMs = Math.max(0, isRenewable ? renewalDelayMs(remainingMs) : remainingMs)
    timer = setTimeout(
      () => {
        if (isRenewable) void renew()
        else if (Date.now() < expiresAtMs) watchExpiry(token)
        else expire(expired)
      },
      Math.min(delayMs, TIMER_MS_MAX),
    )
  }

  function change(next: SignedIn | Other): void {
    state = next
    clearTimeout(timer)
    if (next.kind === 'SIGNED_IN' && !next.isExpired) watchExpiry(next)
    for (const listener of listeners) listener()
  }

  function renew(): Promise<void> {
    renewal ??= renewOnce().finally(() => {
      renewal = undefined
    })
    return renewal
  }

  async function renewOnce(): Promise<void> {
    const before = state
    if (before.kind !== 'SIGNED_IN' || provider === undefined) return
    // The token may have been refused in the meantime, which the new one mends; a sign-out stays.
    const isSame = () => state.kind === 'SIGNED_IN' && state.expiresAtMs === before.expiresAtMs
    try {
      const grant = await provider.renew()
      if (!isSame()) return
      const next = await enter(grant)
      if (isSame()) change(next)
    } catch (error) {
      if (state !== before) return
      const remainingMs = before.expiresAtMs - Date.now()
      const failure = failed(error)
      const isExpired = failure.isExpired || remainingMs <= 0
      change({ ...before, ...failure, isExpired })
      if (isExpired) return
      clearTimeout(timer)
      timer = setTimeout(() => void renew(), Math.min(RETRY_MS, remainingMs))
    }
  }

  function expire(details?: Partial<SignedIn>): void {
    if (state.kind === 'SIGNED_IN' && !state.isExpired) change({ ...state, ...details, isExpired: true })
  }

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change,
    renew,
    expire,
  }
}
