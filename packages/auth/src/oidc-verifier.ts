import { entriesMax } from '@travel-rule/service/entries-max'
import type { Metrics } from '@travel-rule/service/metrics'
import { LRUCache } from 'lru-cache'
import { discoverJwksUrl, fetchKeys, type SignatureKeys } from './fetch-keys.ts'
import { openKeyFile } from './key-file.ts'
import { observeKeys } from './key-metrics.ts'
import { type AuthLogger, type KeySourceLimits, openKeySource, type WithdrawnKeys } from './key-source.ts'
import { type Logout, logoutRefusal, readLogout } from './logout-token.ts'
import { openTokenCache } from './token-cache.ts'
import {
  type ClaimValue,
  readVerifiedToken,
  refusalBeforeSignature,
  type TokenRules,
  type VerifiedToken,
} from './token-claims.ts'
import { refusal, type SignedJwt, type SignedJwtRules, verifySignedJwt, WRONG_SIGNATURE } from './verify-signature.ts'

export type { VerifiedToken } from './token-claims.ts'

export interface OidcVerifierOptions {
  /** Required value of every token's `iss`. */
  readonly issuer: string
  /** The URL of the published keys; discovered from the issuer by default. */
  readonly jwksUrl?: string | undefined
  readonly audience: string
  /** Allowed signature algorithms; only asymmetric ones. */
  readonly algorithms?: readonly string[] | undefined
  readonly clockToleranceSeconds?: number | undefined
  /** Dot paths of the claims that list roles. */
  readonly roleClaims?: readonly string[] | undefined
  /** Claims that mark the token of a client that acts for itself, for providers other than Keycloak. */
  readonly ownTokenClaims?: readonly ClaimValue[] | undefined
  /** Maximum time between `iat` and `exp` of a token; one day by default. */
  readonly lifetimeSecondsMax?: number | undefined
  readonly tokenBytesMax?: number | undefined
  readonly cacheEntriesMax?: number | undefined
  readonly keyLimits?: Partial<KeySourceLimits> | undefined
  /** Ids of the clients whose logout tokens are accepted; none by default. */
  readonly logoutClients?: readonly string[] | undefined
  /** File that stores the provider's keys, for a start while it is unavailable. */
  readonly keysFile?: string | undefined
  /** Called when the provider has withdrawn keys. Tokens signed with them are refused from then on. */
  readonly onKeysWithdrawn?: ((keys: WithdrawnKeys) => void) | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  readonly logger?: AuthLogger | undefined
  readonly metrics?: Metrics | undefined
}

/** `reason` is a sentence for the log; `reasonFacts` translates it to a code for the client. */
export interface TokenRefusal {
  readonly ok: false
  readonly code: 'TOKEN_REFUSED' | 'TOKEN_EXPIRED' | 'PROVIDER_UNAVAILABLE'
  readonly reason: string
}

export type TokenVerdict = { readonly ok: true; readonly token: VerifiedToken } | TokenRefusal

export type LogoutVerdict = { readonly ok: true; readonly logout: Logout } | TokenRefusal

export interface OidcVerifier extends AsyncDisposable {
  /** How long a token is accepted after `exp`, since clocks differ. */
  readonly clockToleranceSeconds: number
  /** The cache key of a token. */
  keyOf(token: string): string
  /** The cached verdict on the token with this cache key. */
  known(key: string): TokenVerdict | undefined
  /** The verdict on a token. Never throws, even for a malformed token. */
  verify(token: string): Promise<TokenVerdict>
  /** The verdict on a logout token; each token is accepted only once. Never throws. */
  verifyLogout(token: string): Promise<LogoutVerdict>
  /** True if keys are cached. */
  ready(): boolean
  /** Fetches the keys. Resolves even on failure, which is retried in the background. */
  warm(): Promise<void>
}

const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/
const DEFAULT_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w+/-]+=*$/
const acceptedForMs = 60_000
const refusedForMs = 10_000
const refusedEntriesMax = 1_000
const logoutsSeenMax = 10_000
/** Longer than the maximum age of a logout token. */
const logoutsSeenForMs = 15 * 60_000
const keyDocumentBytesMax = 256 * 1024

/** Verifies access tokens of one OpenID provider offline. Throws on an unsafe algorithm. */
export function openOidcVerifier(options: OidcVerifierOptions): OidcVerifier {
  const now = options.now ?? Date.now
  const rules = tokenRules(options)
  const tokenSignature: SignedJwtRules<VerifiedToken> = {
    ...rules,
    requiredClaims: ['exp', 'iat', 'sub'],
    read: (claims, keyId) => readVerifiedToken(claims, keyId, rules),
  }
  const logoutRules = { ...rules, clients: options.logoutClients ?? [] }
  const logoutSignature: SignedJwtRules<Logout> = {
    ...rules,
    audience: logoutRules.clients,
    requiredClaims: ['iat', 'jti'],
    read: readLogout,
  }
  const logoutsSeen = new LRUCache<string, true>({ ...entriesMax(logoutsSeenMax), ttl: logoutsSeenForMs })
  const tokenBytesMax = options.tokenBytesMax ?? 8 * 1024
  const accepted = openTokenCache<TokenVerdict>({ entriesMax: options.cacheEntriesMax ?? 10_000, now })
  // Separate, so that a flood of invalid tokens does not evict valid ones.
  const refused = openTokenCache<TokenVerdict>({ entriesMax: refusedEntriesMax, now })
  const keySource = openKeySource({
    load: (signal) => loadProviderKeys(options, signal),
    now,
    store: options.keysFile === undefined ? undefined : openKeyFile(options.keysFile, options.issuer, options.logger),
    onWithdrawn(keys) {
      accepted.clear()
      options.onKeysWithdrawn?.(keys)
    },
    limits: options.keyLimits,
    logger: options.logger,
    observer: options.metrics && observeKeys(options.metrics, 'identity_provider'),
  })

  // A token that exceeds the length limit is neither hashed nor cached.
  const keyOf = (token: string) => (token.length > tokenBytesMax ? '' : accepted.keyOf(token))
  const known = (key: string) => accepted.get(key) ?? refused.get(key)

  async function verify(token: string): Promise<TokenVerdict> {
    if (Buffer.byteLength(token) > tokenBytesMax) return refusal('token too long')
    const key = keyOf(token)
    const found = known(key)
    if (found) return found
    // Stricter than libraries that skip other characters, which would give one token many spellings.
    if (!COMPACT_JWS.test(token)) return refusal('not a JWT')
    const reason = refusalBeforeSignature(token, rules)
    if (reason) return refusal(reason)
    const clears = accepted.clears()
    const signed = await verifySigned(token, tokenSignature)
    // A key was withdrawn meanwhile, perhaps the one that signed this token.
    if (signed.ok && accepted.clears() !== clears) return verify(token)
    if (!signed.ok) {
      const isFinal = signed.code === 'TOKEN_EXPIRED' || signed.reason === WRONG_SIGNATURE
      if (isFinal) refused.set(key, signed, now() + refusedForMs)
      return signed
    }
    const verdict: TokenVerdict = { ok: true, token: signed.value }
    accepted.set(key, verdict, Math.min(signed.value.expiresAtSeconds * 1000, now() + acceptedForMs))
    return verdict
  }

  async function verifyLogout(token: string): Promise<LogoutVerdict> {
    if (Buffer.byteLength(token) > tokenBytesMax) return refusal('token too long')
    const reason = logoutRefusal(token, logoutRules, now())
    if (reason) return refusal(reason)
    const signed = await verifySigned(token, logoutSignature)
    if (!signed.ok) return signed
    if (logoutsSeen.has(signed.value.tokenId)) return refusal('used before')
    logoutsSeen.set(signed.value.tokenId, true)
    return { ok: true, logout: signed.value }
  }

  async function verifySigned<V>(token: string, signature: SignedJwtRules<V>): Promise<SignedJwt<V> | TokenRefusal> {
    const keys = await keySource.keys()
    if (!keys) return { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: 'the keys of the provider are unavailable' }
    const first = await verifySignedJwt(token, keys.find, signature, now())
    if (first !== 'UNKNOWN_KEY') return first
    const newer = await keySource.keysAfter(keys)
    const second = newer ? await verifySignedJwt(token, newer.find, signature, now()) : 'UNKNOWN_KEY'
    return second === 'UNKNOWN_KEY' ? refusal('signed with a key the provider does not publish') : second
  }

  return {
    clockToleranceSeconds: rules.clockToleranceSeconds,
    keyOf,
    known,
    verify,
    verifyLogout,
    ready: () => keySource.ready(),
    async warm() {
      await keySource.keys()
    },
    [Symbol.asyncDispose]: () => keySource[Symbol.asyncDispose](),
  }
}

async function loadProviderKeys(options: OidcVerifierOptions, signal: AbortSignal): Promise<SignatureKeys> {
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
