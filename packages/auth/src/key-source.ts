import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { JWTVerifyGetKey } from 'jose'
import type { KeyObserver } from './key-metrics.ts'

/** The logger of this package. It never receives a token, a key or an assertion. */
export interface AuthLogger {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
}

export interface KeySourceLimits {
  /** Age at which keys are fetched again in the background. */
  readonly refreshAfterMs: number
  /** Age at which keys that could not be renewed are no longer trusted. */
  readonly lastGoodMs: number
  /** Time within which unknown key ids cause at most one fetch. */
  readonly unknownKeyCoolDownMs: number
  /** First and longest delay after a failed fetch, before jitter. */
  readonly retryAfterMs: number
  readonly retryAfterMaxMs: number
  /** Time limit of one fetch, discovery included. */
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
  /** Fetches the keys once. Throws when they are unavailable. */
  readonly load: (signal: AbortSignal) => Promise<JWTVerifyGetKey>
  readonly now: () => number
  readonly limits?: Partial<KeySourceLimits> | undefined
  readonly logger?: AuthLogger | undefined
  readonly observer?: KeyObserver | undefined
}

export interface KeySource extends AsyncDisposable {
  /** The cached keys if any, else fetched now; `undefined` when they are unavailable. */
  keys(): Promise<JWTVerifyGetKey | undefined>
  /** Keys newer than `seen`; `undefined` when there are none, or during the cool-down. */
  keysAfter(seen: JWTVerifyGetKey): Promise<JWTVerifyGetKey | undefined>
  /** Whether a token can be verified without a fetch. */
  ready(): boolean
}

/**
 * Caches the published keys of an issuer: fetched on first use, renewed in the background, and kept
 * for hours while the issuer is down. One fetch runs at a time, and failed attempts back off.
 */
export function openKeySource(options: KeySourceOptions): KeySource {
  const limits = { ...keySourceLimits, ...options.limits }
  const { load, now, logger, observer } = options
  const closing = new AbortController()
  let cached: { readonly keys: JWTVerifyGetKey; readonly atMs: number } | undefined
  let fetching: Promise<void> | undefined
  let attemptedAtMs = Number.NEGATIVE_INFINITY
  let retryAtMs = Number.NEGATIVE_INFINITY
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const trusted = () => (cached && now() - cached.atMs < limits.lastGoodMs ? cached : undefined)

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
      cached = { keys, atMs: now() }
      observer?.fetched(cached.atMs)
      if (failures > 0) logger?.info({ failures }, 'signature keys are available again')
      failures = 0
    } catch (error) {
      if (closing.signal.aborted) return
      failures += 1
      observer?.failed()
      pauseMs = backoffDelayMs(failures, { firstDelayMs: limits.retryAfterMs, delayMaxMs: limits.retryAfterMaxMs })
      retryAtMs = now() + pauseMs
      logger?.warn({ err: error, failures, retryInMs: pauseMs }, 'fetching signature keys failed')
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
      if (cached?.keys === seen) {
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
