import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'

/** The claims of a verified access token that the gateway uses. */
export interface VerifiedToken {
  readonly subject: string
  readonly clientId: string
  readonly name: string
  readonly roles: readonly string[]
  readonly issuer: string
  /** `ITSELF` for a service account, `PERSON` for a client on behalf of a person. */
  readonly actsFor: 'ITSELF' | 'PERSON'
  /** The person's session at the provider (`sid`), when the token names it. */
  readonly sessionId: string | undefined
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
  /** The `kid` of the signing key. */
  readonly keyId: string | undefined
}

/** A claim, by its dot path, and one of its values. */
export interface ClaimValue {
  readonly path: string
  readonly value: string
}

export interface TokenRules {
  readonly issuer: string
  readonly audience: string
  readonly algorithms: readonly string[]
  readonly roleClaims: readonly string[]
  /** Claims that mark a client's own token; by default the rules of `actsForItself`. */
  readonly ownTokenClaims?: readonly ClaimValue[] | undefined
  /** Maximum time between `iat` and `exp`. */
  readonly lifetimeSecondsMax: number
  readonly clockToleranceSeconds: number
}

const HEADER_TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt'])

/**
 * The reason to refuse a token before its signature is checked, or `undefined`.
 *
 * Reads unverified claims, so it can refuse a token but never accept one.
 */
export function refusalBeforeSignature(token: string, rules: TokenRules): string | undefined {
  try {
    const header = decodeProtectedHeader(token)
    if (header.alg === undefined || !rules.algorithms.includes(header.alg)) return 'algorithm not allowed'
    if (header.typ !== undefined && !HEADER_TYPES.has(String(header.typ).toLowerCase())) return 'header typ not allowed'
    return refusalOfClaims(decodeJwt(token), rules)
  } catch {
    return 'not a JWT'
  }
}

/**
 * Builds the verified token from claims that passed `refusalBeforeSignature` and the signature and time checks.
 *
 * Throws when a required claim is missing, which is a bug of the caller.
 */
export function readVerifiedToken(claims: JWTPayload, keyId: string | undefined, rules: TokenRules): VerifiedToken {
  const { sub, iss, iat, exp } = claims
  if (sub === undefined || iss === undefined || iat === undefined || exp === undefined) {
    throw new Error('claims were not checked')
  }
  const clientId = [claims.azp, claims.client_id].find(isIdentifier) ?? ''
  const name = displayName(claims.name) ?? displayName(claims.preferred_username) ?? (clientId || sub)
  return {
    subject: sub,
    clientId,
    name,
    roles: readRoles(claims, rules.roleClaims),
    issuer: iss,
    actsFor: actsForItself(claims, rules.ownTokenClaims) ? 'ITSELF' : 'PERSON',
    sessionId: [claims.sid, claims.session_state].find(isIdentifier),
    issuedAtSeconds: iat,
    expiresAtSeconds: exp,
    keyId,
  }
}

/**
 * True if a verified token was issued to a client for itself, not for a person.
 *
 * With `marks`, one of them must be in the token. Without, the token must be one of these:
 * - RFC 9068, section 2.2: `sub` is `client_id`, and no session is named;
 * - Keycloak from 26.2 on: the prefix of `jti` names the grant, which no client scope can remove;
 * - an older Keycloak: no session, and `preferred_username` is the service account of `azp`, or
 *   `client_id` is `azp` and the name is absent.
 *
 * Any other token is a person's. A username alone proves nothing: a person may be called
 * `service-account-x`, but has a session or another grant.
 */
export function actsForItself(claims: JWTPayload, marks?: readonly ClaimValue[]): boolean {
  if (marks !== undefined)
    return marks.some(({ path, value }) => identifiersIn(valueAt(claims, path.split('.'))).includes(value))
  const { sub, client_id: clientId, azp = clientId, preferred_username: username } = claims
  if (!isIdentifier(azp) || (clientId !== undefined && clientId !== azp)) return false
  const isBearer = String(claims.typ).toLowerCase() === 'bearer'
  const [, grant] = KEYCLOAK_TOKEN_ID.exec(String(claims.jti)) ?? []
  if (isBearer && grant !== undefined) return grant === CLIENT_CREDENTIALS
  if (SESSION_CLAIMS.some((name) => claims[name] !== undefined)) return false
  if (sub === clientId) return true
  if (username === undefined) return isBearer && clientId !== undefined
  return isBearer && String(username).toLowerCase() === `service-account-${azp}`.toLowerCase()
}

/**
 * Matches the session type, token type and grant in `jti`, two letters each. A transient session has no `sid`, so a
 * person's exchanged token (`te`) has none either.
 * Source: Keycloak 26.7.3, `AccessTokenContext` and `DefaultTokenContextEncoderProvider`.
 */
const KEYCLOAK_TOKEN_ID = /^(?:on|of|tr|nt|ft)(?:rt|lt)([a-z]{2}):/
const CLIENT_CREDENTIALS = 'cc'

/** Claims that are present only after a person has signed in. */
const SESSION_CLAIMS = ['sid', 'session_state', 'auth_time']

function refusalOfClaims(claims: JWTPayload, rules: TokenRules): string | undefined {
  if (claims.iss !== rules.issuer) return 'wrong issuer'
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  if (!audiences.includes(rules.audience)) return 'wrong audience'
  if (!isIdentifier(claims.sub)) return 'no usable subject'
  if (typeof claims.exp !== 'number') return 'no expiry'
  if (typeof claims.iat !== 'number') return 'no issue time'
  if (claims.exp - claims.iat > rules.lifetimeSecondsMax) return 'valid for too long'
  // Keycloak writes `ID`, `Refresh`, `Offline`, `Logout` here; only an ID token carries `at_hash`.
  if (claims.typ !== undefined && String(claims.typ).toLowerCase() !== 'bearer') return 'payload typ not allowed'
  if (claims.at_hash !== undefined) return 'an ID token'
  return undefined
}

/**
 * The roles at the given claim paths (`realm_access.roles`), without duplicates.
 *
 * A path that is missing or holds no strings adds none. A claim name may contain dots
 * (`resource_access.my.client.roles`).
 */
export function readRoles(claims: Readonly<Record<string, unknown>>, paths: readonly string[]): string[] {
  const roles = paths.flatMap((path) => identifiersIn(valueAt(claims, path.split('.'))))
  return [...new Set(roles)]
}

function identifiersIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(isIdentifier)
}

function valueAt(value: unknown, segments: readonly string[]): unknown {
  if (segments.length === 0) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (let length = segments.length; length > 0; length -= 1) {
    const name = segments.slice(0, length).join('.')
    if (!Object.hasOwn(value, name)) continue
    const found = valueAt((value as Record<string, unknown>)[name], segments.slice(length))
    if (found !== undefined) return found
  }
  return undefined
}

/** Maximum length of an identifier, in UTF-16 units. Source: OpenID Connect Core 1.0, section 2, `sub`. */
const IDENTIFIER_LENGTH_MAX = 255
const NAME_LENGTH_MAX = 200

/** True for a string of 1 to 255 characters without control characters. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= IDENTIFIER_LENGTH_MAX && isPrintable(value)
}

/** A claim as one line of at most 200 characters; `undefined` when nothing remains. */
function displayName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = withoutBidiControls(value)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.slice(0, NAME_LENGTH_MAX).toWellFormed() || undefined
}

function isPrintable(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value)
}
