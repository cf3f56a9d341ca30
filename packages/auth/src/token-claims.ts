import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'

/** The claims of a verified access token that the gateway uses. */
export interface VerifiedToken {
  readonly subject: string
  readonly clientId: string
  readonly name: string
  readonly roles: readonly string[]
  readonly issuer: string
  readonly expiresAtSeconds: number
}

export interface TokenRules {
  readonly issuer: string
  readonly audience: string
  readonly algorithms: readonly string[]
  readonly roleClaims: readonly string[]
  readonly clockToleranceSeconds: number
}

const HEADER_TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt'])

/**
 * Why a token is refused without checking its signature, or `undefined`.
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
 * The verified token of claims that passed `refusalBeforeSignature` and the signature and time
 * checks.
 *
 * Throws when a required claim is missing, which is a bug of the caller.
 */
export function readVerifiedToken(claims: JWTPayload, rules: TokenRules): VerifiedToken {
  const { sub, iss, exp } = claims
  if (sub === undefined || iss === undefined || exp === undefined) throw new Error('claims were not checked')
  const clientId = [claims.azp, claims.client_id].find(isIdentifier) ?? ''
  const name = displayName(claims.name) ?? displayName(claims.preferred_username) ?? (clientId || sub)
  return {
    subject: sub,
    clientId,
    name,
    roles: readRoles(claims, rules.roleClaims),
    issuer: iss,
    expiresAtSeconds: exp,
  }
}

/** Whether a verified token claims to have been issued in the future. */
export function issuedInFuture(claims: JWTPayload, nowMs: number, rules: TokenRules): boolean {
  return claims.iat === undefined || claims.iat > nowMs / 1000 + rules.clockToleranceSeconds
}

function refusalOfClaims(claims: JWTPayload, rules: TokenRules): string | undefined {
  if (claims.iss !== rules.issuer) return 'wrong issuer'
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  if (!audiences.includes(rules.audience)) return 'wrong audience'
  if (!isIdentifier(claims.sub)) return 'no usable subject'
  if (typeof claims.exp !== 'number') return 'no expiry'
  if (typeof claims.iat !== 'number') return 'no issue time'
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
  const roles = paths.flatMap((path) => rolesIn(valueAt(claims, path.split('.'))))
  return [...new Set(roles)]
}

function rolesIn(value: unknown): string[] {
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

/** Longest identifier in UTF-16 units. Source: OpenID Connect Core 1.0, section 2, `sub`. */
const IDENTIFIER_LENGTH_MAX = 255
const NAME_LENGTH_MAX = 200

/** Whether a claim is a string of 1 to 255 characters without control characters. */
function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= IDENTIFIER_LENGTH_MAX && isPrintable(value)
}

/** A claim as one line of at most 200 characters; `undefined` when nothing remains. */
function displayName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.slice(0, NAME_LENGTH_MAX).toWellFormed() || undefined
}

function isPrintable(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value)
}
