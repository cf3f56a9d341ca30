import { renewalDelayMs } from './caller.ts'

/** The validity of a signed-in person's token. */
export interface TokenValidity {
  readonly kind: 'SIGNED_IN'
  readonly expiresAtMs: number
  readonly isRenewable: boolean
  /** The token is no longer accepted; the page stays as it is. */
  readonly isExpired: boolean
}

type AnyState = TokenValidity | { readonly kind: 'WORKING' | 'SIGNED_OUT' }

/** The state of a sign-in, which watches the token of a signed-in person. */
export interface SessionState<State> {
  current(): State
  subscribe(listener: () => void): () => void
  change(next: State): void
  /** Renews after this time instead, unless the state changes before. */
  renewIn(delayMs: number): void
}

export interface SessionStateOptions {
  /** Called when a renewable token is about to expire. */
  readonly renew: () => void
  /** Called when another token has expired. */
  readonly expire: () => void
}

const TIMER_MS_MAX = 12 * 3_600_000

export function openSessionState<State extends AnyState>(
  initial: State,
  { renew, expire }: SessionStateOptions,
): SessionState<State> {
  const listeners = new Set<() => void>()
  let state = initial
  let timer: ReturnType<typeof setTimeout> | undefined

  function watchExpiry(token: TokenValidity): void {
    const { expiresAtMs, isRenewable } = token
    const remainingMs = expiresAtMs - Date.now()
    const delayMs = Math.max(0, isRenewable ? renewalDelayMs(remainingMs) : remainingMs)
    timer = setTimeout(
      () => {
        if (isRenewable) renew()
        else if (Date.now() < expiresAtMs) watchExpiry(token)
        else expire()
      },
      Math.min(delayMs, TIMER_MS_MAX),
    )
  }

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(next) {
      state = next
      clearTimeout(timer)
      const token: AnyState = next
      if (token.kind === 'SIGNED_IN' && !token.isExpired) watchExpiry(token)
      for (const listener of listeners) listener()
    },
    renewIn(delayMs) {
      clearTimeout(timer)
      timer = setTimeout(renew, delayMs)
    },
  }
}
