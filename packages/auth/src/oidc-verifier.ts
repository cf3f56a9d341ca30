import type { Metrics } from '@travel-rule/service/metrics'
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { discoverJwksUrl, fetchKeys } from './fetch-keys.ts'
import { observeKeys } from './key-metrics.ts'
import { type AuthLogger, type KeySourceLimits, openKeySource } from './key-source.ts'
import { openTokenCache } from './token-cache.ts'
import {
  type ClaimValue,
  issuedInFuture,
  readVerifiedToken,
  refusalBeforeSignature,
  type TokenRules,
  type VerifiedToken,
} from './token-claims.ts'

export type { VerifiedToken } from './token-claims.ts'

export interface OidcVerifierOptions {
  /** Exactly what `iss` of every token must be. */
  readonly issuer: string
  /** Where the keys are published; discovered at the issuer by default. */
  readonly jwksUrl?: string | undefined
  readonly audience: string
  /** Signature algorithms allowed; asymmetric ones only. */
  readonly algorithms?: readonly string[] | undefined
  readonly clockToleranceSeconds?: number | undefined
  /** Dot paths of the claims that list roles. */
  readonly roleClaims?: readonly string[] | undefined
  /** Claims that mark the token of a client that acts for itself, at other providers. */
  readonly ownTokenClaims?: readonly ClaimValue[] | undefined
  /** Longest time between `iat` and `exp` of a token; a day by default. */
  readonly lifetimeSecondsMax?: number | undefined
  readonly tokenBytesMax?: number | undefined
  readonly cacheEntriesMax?: number | undefined
  readonly keyLimits?: Partial<KeySourceLimits> | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  readonly logger?: AuthLogger | undefined
  readonly metrics?: Metrics | undefined
}

/** `reason` is for the log only; the client never sees it. */
export type TokenVerdict =
  | { readonly ok: true; readonly token: VerifiedToken }
  | {
      readonly ok: false
      readonly code: 'TOKEN_REFUSED' | 'TOKEN_EXPIRED' | 'PROVIDER_UNAVAILABLE'
      readonly reason: string
    }

export interface OidcVerifier extends AsyncDisposable {
  /** How long after `exp` a token is still accepted, since clocks differ. */
  readonly clockToleranceSeconds: number
  /** The cache key of a token. */
  keyOf(token: string): string
  /** The cached verdict on the token with this key. */
  known(key: string): TokenVerdict | undefined
  /** The verdict on a token. Never throws, whatever the token contains. */
  verify(token: string): Promise<TokenVerdict>
  /** Whether keys are cached. */
  ready(): boolean
  /** Fetches the keys. Resolves even if that fails; it is then retried in the background. */
  warm(): Promise<void>
}

const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/
const DEFAULT_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w+/-]+=*$/
const acceptedForMs = 60_000
const refusedForMs = 10_000
const refusedEntriesMax = 1_000
const keyDocumentBytesMax = 256 * 1024

/** Verifies access tokens of one OpenID provider offline. Throws on an unsafe algorithm. */
export function openOidcVerifier(options: OidcVerifierOptions): OidcVerifier {
  const now = options.now ?? Date.now
  const rules = tokenRules(options)
  const tokenBytesMax = options.tokenBytesMax ?? 8 * 1024
  const accepted = openTokenCache<TokenVerdict>({ entriesMax: options.cacheEntriesMax ?? 10_000, now })
  // Separate, so that a flood of invalid tokens evicts no valid one.
  const refused = openTokenCache<TokenVerdict>({ entriesMax: refusedEntriesMax, now })
  const keySource = openKeySource({
    load: (signal) => loadProviderKeys(options, signal),
    now,
    limits: options.keyLimits,
    logger: options.logger,
    observer: options.metrics && observeKeys(options.metrics, 'identity_provider'),
  })

  // A token that is too long is neither hashed nor cached.
  const keyOf = (token: string) => (token.length > tokenBytesMax ? '' : accepted.keyOf(token))
  const known = (key: string) => accepted.get(key) ?? refused.get(key)

  async function verify(token: string): Promise<TokenVerdict> {
    if (Buffer.byteLength(token) > tokenBytesMax) return refusal('token too long')
    const key = keyOf(token)
    const found = known(key)
    if (found) return found
    // Stricter than libraries, which skip other characters: they would give one token many spellings.
    if (!COMPACT_JWS.test(token)) return refusal('not a JWT')
    const reason = refusalBeforeSignature(token, rules)
    if (reason) return refusal(reason)
    const keys = await keySource.keys()
    if (!keys) return { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: 'the keys of the provider are unavailable' }
    const verdict = await verifySignature(token, keys)
    if (verdict.ok) {
      accepted.set(key, verdict, Math.min(verdict.token.expiresAtSeconds * 1000, now() + acceptedForMs))
    } else if (verdict.code === 'TOKEN_EXPIRED' || verdict.reason === WRONG_SIGNATURE) {
      refused.set(key, verdict, now() + refusedForMs)
    }
    return verdict
  }

  async function verifySignature(token: string, keys: JWTVerifyGetKey): Promise<TokenVerdict> {
    const first = await verifyWith(token, keys, rules, now())
    if (first !== 'UNKNOWN_KEY') return first
    const newer = await keySource.keysAfter(keys)
    const second = newer ? await verifyWith(token, newer, rules, now()) : 'UNKNOWN_KEY'
    return second === 'UNKNOWN_KEY' ? refusal('signed with a key the provider does not publish') : second
  }

  return {
    clockToleranceSeconds: rules.clockToleranceSeconds,
    keyOf,
    known,
    verify,
    ready: () => keySource.ready(),
    async warm() {
      await keySource.keys()
    },
    [Symbol.asyncDispose]: () => keySource[Symbol.asyncDispose](),
  }
}

const WRONG_SIGNATURE = 'wrong signature'

async function verifyWith(
  token: string,
  keys: JWTVerifyGetKey,
  rules: TokenRules,
  nowMs: number,
): Promise<TokenVerdict | 'UNKNOWN_KEY'> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: [...rules.algorithms],
      clockTolerance: rules.clockToleranceSeconds,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(nowMs),
    })
    if (issuedInFuture(payload, nowMs, rules)) return refusal('issued in the future')
    return { ok: true, token: readVerifiedToken(payload, protectedHeader.kid, rules) }
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithEach(token, error, rules, nowMs)
    if (error instanceof errors.JWKSNoMatchingKey) return 'UNKNOWN_KEY'
    if (error instanceof errors.JWTExpired) return { ok: false, code: 'TOKEN_EXPIRED', reason: 'expired' }
    if (error instanceof errors.JWSSignatureVerificationFailed) return refusal(WRONG_SIGNATURE)
    return refusal(error instanceof errors.JOSEError ? error.code : 'token could not be checked')
  }
}

/** Tries every candidate key, for a token without a key id. */
async function verifyWithEach(
  token: string,
  candidates: InstanceType<typeof errors.JWKSMultipleMatchingKeys>,
  rules: TokenRules,
  nowMs: number,
): Promise<TokenVerdict | 'UNKNOWN_KEY'> {
  for await (const key of candidates) {
    const verdict = await verifyWith(token, async () => key, rules, nowMs)
    if (verdict === 'UNKNOWN_KEY' || verdict.ok || verdict.reason !== WRONG_SIGNATURE) return verdict
  }
  return refusal(WRONG_SIGNATURE)
}

async function loadProviderKeys(options: OidcVerifierOptions, signal: AbortSignal): Promise<JWTVerifyGetKey> {
  const limits = { signal, bodyBytesMax: keyDocumentBytesMax }
  return fetchKeys(options.jwksUrl ?? (await discoverJwksUrl(options.issuer, limits)), limits)
}

function tokenRules(options: OidcVerifierOptions): TokenRules {
  const algorithms = options.algorithms ?? DEFAULT_ALGORITHMS
  const unsafe = algorithms.filter((algorithm) => !ASYMMETRIC.test(algorithm))
  if (unsafe.length > 0 || algorithms.length === 0) {
    throw new Error(`algorithms must be asymmetric signature algorithms, not: ${unsafe.join(', ') || 'none at all'}`)
  }
  return {
    issuer: options.issuer,
    audience: options.audience,
    algorithms,
    roleClaims: options.roleClaims ?? ['realm_access.roles', `resource_access.${options.audience}.roles`],
    ownTokenClaims: options.ownTokenClaims,
    lifetimeSecondsMax: options.lifetimeSecondsMax ?? 86_400,
    clockToleranceSeconds: options.clockToleranceSeconds ?? 10,
  }
}

function refusal(reason: string): TokenVerdict {
  return { ok: false, code: 'TOKEN_REFUSED', reason }
}
