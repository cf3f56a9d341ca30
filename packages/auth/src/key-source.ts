import type { JWTVerifyGetKey } from 'jose'
import type { AuthLogger } from './auth-logger.ts'

export interface KeySourceLimits {
  /** Keys older than this are fetched again in the background. */
  readonly refreshAfterMs: number
  /** Keys that could not be renewed for this long are no longer trusted. */
  readonly lastGoodMs: number
  /** An unknown key id causes at most one fetch in this time. */
  readonly unknownKeyCoolDownMs: number
  /** First and longest pause after a failed fetch; each pause is shortened at random by up to a half. */
  readonly retryAfterMs: number
  readonly retryAfterMaxMs: number
  /** Time for one fetch, discovery included. */
  readonly fetchTimeoutMs: number
}

export const keySourceLimits: KeySourceLimits = {
  refreshAfterMs: 10 * 60_000,
  lastGoodMs: 12 * 3_600_000,
  unknownKeyCoolDownMs: 10_000,
  retryAfterMs: 250,
  retryAfterMaxMs: 30_000,
  fetchTimeoutMs: 5_000,
}

export interface KeySourceOptions {
  /** Fetches the keys once; throws when they cannot be had. */
  readonly load: (signal: AbortSignal) => Promise<JWTVerifyGetKey>
  readonly now: () => number
  readonly limits?: Partial<KeySourceLimits> | undefined
  readonly logger?: AuthLogger | undefined
}

export interface KeySource extends AsyncDisposable {
  /** The keys to verify with, from memory whenever there are any; `undefined` when there are none and none can be had. */
  keys(): Promise<JWTVerifyGetKey | undefined>
  /** Keys newer than `seen`, which did not know a key id; `undefined` when there are none or it is too early to ask. */
  keysAfter(seen: JWTVerifyGetKey): Promise<JWTVerifyGetKey | undefined>
  /** Whether a token could be verified now without waiting. */
  ready(): boolean
}

/**
 * Keeps the published keys of an issuer: fetched on first use, renewed in the background, kept for hours while the issuer
 * is down, with one fetch at a time and growing pauses between attempts that fail.
 */
export function openKeySource(options: KeySourceOptions): KeySource {
  const limits = { ...keySourceLimits, ...options.limits }
  const { load, now, logger } = options
  const closing = new AbortController()
  let held: { readonly keys: JWTVerifyGetKey; readonly atMs: number } | undefined
  let fetching: Promise<void> | undefined
  let attemptedAtMs = Number.NEGATIVE_INFINITY
  let retryAtMs = Number.NEGATIVE_INFINITY
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const trusted = () => (held && now() - held.atMs < limits.lastGoodMs ? held : undefined)

  function fetchKeys(): Promise<void> {
    fetching ??= attempt().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  async function attempt(): Promise<void> {
    if (closing.signal.aborted) return
    attemptedAtMs = now()
    let pauseMs = limits.refreshAfterMs
    try {
      const keys = await load(AbortSignal.any([closing.signal, AbortSignal.timeout(limits.fetchTimeoutMs)]))
      held = { keys, atMs: now() }
      if (failures > 0) logger?.info({ failures }, 'signature keys can be fetched again')
      failures = 0
    } catch (error) {
      if (closing.signal.aborted) return
      failures += 1
      pauseMs = pauseAfter(failures, limits)
      retryAtMs = now() + pauseMs
      logger?.warn({ err: error, failures, retryInMs: Math.round(pauseMs) }, 'signature keys could not be fetched')
    }
    clearTimeout(timer)
    timer = setTimeout(fetchKeys, pauseMs).unref()
  }

  return {
    async keys() {
      const current = trusted()
      if (!current) {
        if (fetching || now() >= retryAtMs) await fetchKeys()
        return trusted()?.keys
      }
      if (now() - current.atMs >= limits.refreshAfterMs && now() >= retryAtMs) void fetchKeys()
      return current.keys
    },
    async keysAfter(seen) {
      if (held?.keys === seen) {
        const allowedAtMs = Math.max(retryAtMs, attemptedAtMs + limits.unknownKeyCoolDownMs)
        if (!fetching && now() < allowedAtMs) return undefined
        await fetchKeys()
      }
      const keys = trusted()?.keys
      return keys === seen ? undefined : keys
    },
    ready: () => trusted() !== undefined,
    async [Symbol.asyncDispose]() {
      closing.abort()
      clearTimeout(timer)
      await fetching
    },
  }
}

function pauseAfter(failures: number, limits: KeySourceLimits): number {
  const longest = Math.min(limits.retryAfterMaxMs, limits.retryAfterMs * 2 ** Math.min(failures - 1, 20))
  return longest * (1 - Math.random() / 2)
}
