import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { ASSERTION_TYPE } from './assertion-signer.ts'
import { fetchKeys } from './fetch-keys.ts'
import type { Identity } from './identity.ts'
import { type AuthLogger, type KeySourceLimits, openKeySource } from './key-source.ts'
import { openTokenCache } from './token-cache.ts'

export interface AssertionVerifierOptions {
  /** The service whose assertions are accepted. */
  readonly issuer: string
  /** The name of this service; an assertion for another audience is refused. */
  readonly audience: string
  readonly jwksUrl: string
  readonly clockToleranceSeconds?: number | undefined
  readonly keyLimits?: Partial<KeySourceLimits> | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  readonly logger?: AuthLogger | undefined
}

export interface AssertionVerifier extends AsyncDisposable {
  /** The caller; `undefined` when the assertion is invalid or the keys are unavailable. */
  verify(assertion: string | undefined): Promise<Identity | undefined>
}

const assertionBytesMax = 16 * 1024
const cacheEntriesMax = 10_000
const keyDocumentBytesMax = 64 * 1024
const lifetimeSecondsMax = 300
const internalKeyLimits = { unknownKeyCoolDownMs: 1_000, retryAfterMaxMs: 5_000 }

/** Verifies identity assertions offline, with keys that the first assertion fetches. */
export function openAssertionVerifier(options: AssertionVerifierOptions): AssertionVerifier {
  const now = options.now ?? Date.now
  const verified = openTokenCache<VerifiedAssertion>({ entriesMax: cacheEntriesMax, now })
  const keySource = openKeySource({
    load: (signal) => fetchKeys(options.jwksUrl, { signal, bodyBytesMax: keyDocumentBytesMax }),
    now,
    limits: { ...internalKeyLimits, ...options.keyLimits },
    logger: options.logger,
  })

  async function check(assertion: string): Promise<VerifiedAssertion | undefined> {
    const keys = await keySource.keys()
    if (!keys) return undefined
    const first = await verifyWith(assertion, keys, options, now())
    if (first !== 'UNKNOWN_KEY') return first
    const newer = await keySource.keysAfter(keys)
    const second = newer ? await verifyWith(assertion, newer, options, now()) : undefined
    return second === 'UNKNOWN_KEY' ? undefined : second
  }

  return {
    async verify(assertion) {
      if (!assertion || Buffer.byteLength(assertion) > assertionBytesMax) return undefined
      const cacheKey = verified.keyOf(assertion)
      const cached = verified.get(cacheKey)
      if (cached) return cached.identity
      const fresh = await check(assertion)
      if (fresh) verified.set(cacheKey, fresh, fresh.expiresAtSeconds * 1000)
      return fresh?.identity
    },
    [Symbol.asyncDispose]: () => keySource[Symbol.asyncDispose](),
  }
}

interface VerifiedAssertion {
  readonly identity: Identity
  readonly expiresAtSeconds: number
}

async function verifyWith(
  assertion: string,
  keys: JWTVerifyGetKey,
  options: AssertionVerifierOptions,
  nowMs: number,
): Promise<VerifiedAssertion | 'UNKNOWN_KEY' | undefined> {
  try {
    const { payload } = await jwtVerify(assertion, keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: ['EdDSA'],
      typ: ASSERTION_TYPE,
      clockTolerance: options.clockToleranceSeconds ?? 5,
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: lifetimeSecondsMax,
      currentDate: new Date(nowMs),
    })
    return readAssertion(payload)
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey ? 'UNKNOWN_KEY' : undefined
  }
}

function readAssertion(claims: JWTPayload): VerifiedAssertion | undefined {
  const { sub, azp, name, roles, scopes, exp } = claims
  if (!sub || typeof azp !== 'string' || typeof name !== 'string' || exp === undefined) return undefined
  if (!isStringList(roles) || !isStringList(scopes)) return undefined
  return { identity: { subject: sub, clientId: azp, name, roles, scopes }, expiresAtSeconds: exp }
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
