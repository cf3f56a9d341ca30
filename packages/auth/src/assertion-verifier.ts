import { Counter, type Metrics, sharedMetric } from '@travel-rule/service/metrics'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { ASSERTION_TYPE } from './assertion-signer.ts'
import { fetchKeys, type SignatureKeys } from './fetch-keys.ts'
import type { Identity } from './identity.ts'
import { observeKeys } from './key-metrics.ts'
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
  readonly metrics?: Metrics | undefined
}

export interface AssertionVerifier extends AsyncDisposable {
  /**
   * The caller; `undefined` when the assertion is missing or invalid. Throws `KeysUnavailable` when
   * there are no keys to verify it with.
   */
  verify(assertion: string | undefined): Promise<Identity | undefined>
}

/** Thrown when no assertion can be verified now. The caller is not at fault. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'

  constructor() {
    super('the keys of the issuer are unavailable')
  }
}

const assertionBytesMax = 16 * 1024
const cacheEntriesMax = 10_000
const keyDocumentBytesMax = 64 * 1024
const lifetimeSecondsMax = 300
const internalKeyLimits = { unknownKeyCoolDownMs: 1_000, retryAfterMaxMs: 5_000 }

/** Verifies identity assertions offline. The keys are fetched when the first assertion arrives. */
export function openAssertionVerifier(options: AssertionVerifierOptions): AssertionVerifier {
  const now = options.now ?? Date.now
  const verified = openTokenCache<VerifiedAssertion>({ entriesMax: cacheEntriesMax, now })
  const keySource = openKeySource({
    load: (signal) => fetchKeys(options.jwksUrl, { signal, bodyBytesMax: keyDocumentBytesMax }),
    now,
    onWithdrawn: () => verified.clear(),
    limits: { ...internalKeyLimits, ...options.keyLimits },
    logger: options.logger,
    observer: options.metrics && observeKeys(options.metrics, options.issuer),
  })

  const refusals = options.metrics && refusalCounter(options.metrics)

  function refuse(reason: Refusal): undefined {
    refusals?.inc({ issuer: options.issuer, reason })
  }

  async function check(assertion: string): Promise<VerifiedAssertion | Refusal> {
    const keys = await keySource.keys()
    if (!keys) return 'keys_unavailable'
    const first = await verifyWith(assertion, keys, options, now())
    if (first !== 'unknown_key') return first
    const newer = await keySource.keysAfter(keys)
    return newer ? verifyWith(assertion, newer, options, now()) : 'unknown_key'
  }

  return {
    async verify(assertion) {
      if (!assertion) return refuse('missing')
      if (Buffer.byteLength(assertion) > assertionBytesMax) return refuse('too_long')
      const cacheKey = verified.keyOf(assertion)
      const cached = verified.get(cacheKey)
      if (cached) return cached.identity
      const clears = verified.clears()
      const fresh = await check(assertion)
      if (fresh === 'keys_unavailable') {
        refuse(fresh)
        throw new KeysUnavailable()
      }
      if (typeof fresh === 'string') return refuse(fresh)
      if (verified.clears() === clears) verified.set(cacheKey, fresh, fresh.expiresAtSeconds * 1000)
      return fresh.identity
    },
    [Symbol.asyncDispose]: () => keySource[Symbol.asyncDispose](),
  }
}

/** Reasons for refusing an assertion; the response does not contain them. */
type Refusal = 'missing' | 'too_long' | 'keys_unavailable' | 'unknown_key' | 'expired' | 'invalid'

function refusalCounter({ registry }: Metrics): Counter<'issuer' | 'reason'> {
  const name = 'assertion_refusals_total'
  const help = 'Requests whose identity assertion was missing or refused, by reason'
  const labelNames = ['issuer', 'reason'] as const
  return sharedMetric(registry, name, () => new Counter({ name, help, labelNames, registers: [registry] }))
}

interface VerifiedAssertion {
  readonly identity: Identity
  readonly expiresAtSeconds: number
}

async function verifyWith(
  assertion: string,
  keys: SignatureKeys,
  options: AssertionVerifierOptions,
  nowMs: number,
): Promise<VerifiedAssertion | Refusal> {
  try {
    const { payload } = await jwtVerify(assertion, keys.find, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: ['EdDSA'],
      typ: ASSERTION_TYPE,
      clockTolerance: options.clockToleranceSeconds ?? 5,
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: lifetimeSecondsMax,
      currentDate: new Date(nowMs),
    })
    return readAssertion(payload) ?? 'invalid'
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key'
    return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
  }
}

function readAssertion(claims: JWTPayload): VerifiedAssertion | undefined {
  // A gateway of an earlier version does not state for whom its callers act.
  const { sub, azp, acts_for: actsFor = 'PERSON', name, roles, scopes, exp } = claims
  if (!sub || typeof azp !== 'string' || typeof name !== 'string' || exp === undefined) return undefined
  if (actsFor !== 'PERSON' && actsFor !== 'ITSELF') return undefined
  if (!isStringList(roles) || !isStringList(scopes)) return undefined
  return { identity: { subject: sub, clientId: azp, actsFor, name, roles, scopes }, expiresAtSeconds: exp }
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
