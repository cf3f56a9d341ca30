import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { JWK } from 'jose'
import type { SignatureKeys } from './fetch-keys.ts'
import type { KeyObserver } from './key-metrics.ts'

/** The logger of this package. It never receives a token, a key or an assertion. */
export interface AuthLogger {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
}

export interface KeySourceLimits {
  /** Age at which keys are fetched again in the background. A withdrawn key may be used until then. */
  readonly refreshAfterMs: number
  /** Age at which keys that could not be renewed lose their trust. */
  readonly lastGoodMs: number
  /** Period in which unknown key ids cause at most one fetch. */
  readonly unknownKeyCoolDownMs: number
  /** First and maximum delay after a failed fetch, before jitter. */
  readonly retryAfterMs: number
  readonly retryAfterMaxMs: number
  /** Timeout of one fetch, including discovery. */
  readonly fetchTimeoutMs: number
}

export const keySourceLimits: KeySourceLimits = {
  refreshAfterMs: 30_000,
  lastGoodMs: 12 * 3_600_000,
  unknownKeyCoolDownMs: 10_000,
  // A fetch that fails late and the delay after it take less than 5 seconds together.
  retryAfterMs: 250,
  retryAfterMaxMs: 1_500,
  fetchTimeoutMs: 3_000,
}

/** Published keys, and when they were fetched, in milliseconds since 1970. */
export interface FetchedKeys {
  readonly keys: SignatureKeys
  readonly atMs: number
}

/** Stores the last fetched keys, for a start while the issuer is unavailable. */
export interface KeyStore {
  /** `undefined` when no stored keys may be trusted, which is logged. Never rejects. */
  read(): Promise<FetchedKeys | undefined>
  /** Never rejects: a failure is logged. */
  write(fetched: FetchedKeys): Promise<void>
}

export interface KeySourceOptions {
  /** Fetches the keys once. Throws when they are unavailable. */
  readonly load: (signal: AbortSignal) => Promise<SignatureKeys>
  readonly now: () => number
  /** Only read while the first fetch fails. */
  readonly store?: KeyStore | undefined
  /** Called when keys are no longer published, or were replaced under the same id. */
  readonly onWithdrawn?: ((keys: WithdrawnKeys) => void) | undefined
  readonly limits?: Partial<KeySourceLimits> | undefined
  readonly logger?: AuthLogger | undefined
  readonly observer?: KeyObserver | undefined
}

/** Keys that must no longer be trusted. */
export interface WithdrawnKeys {
  /** True if a token with this `kid` may be signed by a withdrawn key; always true without a `kid`. */
  mayHaveSigned(keyId: string | undefined): boolean
}

export interface KeySource extends AsyncDisposable {
  /** The cached keys, or else the result of a fetch; `undefined` when they are unavailable. */
  keys(): Promise<SignatureKeys | undefined>
  /** Keys newer than `seen`; `undefined` when there are none, or during the cool-down. */
  keysAfter(seen: SignatureKeys): Promise<SignatureKeys | undefined>
  /** True if a token can be verified without a fetch. */
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
  let cached: FetchedKeys | undefined
  let isStoreRead = false
  let fetching: Promise<void> | undefined
  let unknownKeyAtMs = Number.NEGATIVE_INFINITY
  let retryAtMs = Number.NEGATIVE_INFINITY
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const trusted = () => (cached && now() - cached.atMs < limits.lastGoodMs ? cached : undefined)

  function fetchKeys(): Promise<void> {
    fetching ??= attempt().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  async function attempt(): Promise<void> {
    if (closing.signal.aborted) return
    let pauseMs = limits.refreshAfterMs
    try {
      const keys = await load(AbortSignal.any([closing.signal, AbortSignal.timeout(limits.fetchTimeoutMs)]))
      replace({ keys, atMs: now() })
      observer?.fetched(now())
      if (failures > 0) logger?.info({ failures }, 'signature keys are available again')
      failures = 0
    } catch (error) {
      if (closing.signal.aborted) return
      failures += 1
      observer?.failed()
      pauseMs = backoffDelayMs(failures, { firstDelayMs: limits.retryAfterMs, delayMaxMs: limits.retryAfterMaxMs })
      retryAtMs = now() + pauseMs
      logger?.warn({ err: error, failures, retryInMs: pauseMs }, 'fetching signature keys failed')
      await restore()
    }
    clearTimeout(timer)
    timer = setTimeout(fetchKeys, pauseMs).unref()
  }

  function replace(next: FetchedKeys): void {
    const withdrawn = cached === undefined ? [] : withdrawnKeys(cached.keys, next.keys)
    cached = next
    writing = options.store?.write(next)
    if (withdrawn.length === 0) return
    const ids = new Set(withdrawn.map(({ kid }) => kid))
    logger?.warn({ keys: [...ids] }, 'signature keys were withdrawn')
    options.onWithdrawn?.({ mayHaveSigned: (keyId) => keyId === undefined || ids.has(keyId) || ids.has(undefined) })
  }

  async function restore(): Promise<void> {
    if (isStoreRead || cached !== undefined) return
    isStoreRead = true
    const stored = await options.store?.read()
    // Keys written while the clock was ahead must not be trusted for longer.
    if (stored === undefined || stored.atMs > now() || now() - stored.atMs >= limits.lastGoodMs) return
    cached = stored
    observer?.fetched(stored.atMs)
    logger?.info({ fetchedAt: new Date(stored.atMs).toISOString() }, 'stored signature keys are used')
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
        // Not counted from the last background fetch, since keys may be replaced just after it.
        const allowedAtMs = Math.max(retryAtMs, unknownKeyAtMs + limits.unknownKeyCoolDownMs)
        if (!fetching && now() < allowedAtMs) return undefined
        if (!fetching) unknownKeyAtMs = now()
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
      await writing
    },
  }
}

function withdrawnKeys({ jwks }: SignatureKeys, next: SignatureKeys) {
  const published = new Set(next.jwks.map(identityOf))
  return jwks.filter((key) => !published.has(identityOf(key)))
}

/** Equal for the same public key with the same id. */
function identityOf({ kid, kty, crv, x, y, n, e }: JWK): string {
  return JSON.stringify([kid, kty, crv, x, y, n, e])
}
