import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { isIdentifier, nameToShow } from './plain-text.ts'
import { readRoles } from './read-roles.ts'

/** What the gateway keeps of an access token once it has been verified. */
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
 * Why a token is not worth the price of a signature check, or `undefined` when it is. Everything it looks at is still
 * unverified, so it can only refuse.
 */
export function objectionBeforeSignature(token: string, rules: TokenRules): string | undefined {
  try {
    const header = decodeProtectedHeader(token)
    if (header.alg === undefined || !rules.algorithms.includes(header.alg)) return 'algorithm not allowed'
    if (header.typ !== undefined && !HEADER_TYPES.has(String(header.typ).toLowerCase())) return 'header typ not allowed'
    return objectionToClaims(decodeJwt(token), rules)
  } catch {
    return 'not a JWT'
  }
}

/**
 * The token's content in our words. `claims` have passed `objectionBeforeSignature` and the signature and time checks.
 * Throws when a required claim is missing: that is then a bug of the caller.
 */
export function readVerifiedToken(claims: JWTPayload, rules: TokenRules): VerifiedToken {
  const { sub, iss, exp } = claims
  if (sub === undefined || iss === undefined || exp === undefined) throw new Error('claims were not checked')
  const clientId = [claims.azp, claims.client_id].find(isIdentifier) ?? ''
  const name = nameToShow(claims.name) ?? nameToShow(claims.preferred_username) ?? (clientId || sub)
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

function objectionToClaims(claims: JWTPayload, rules: TokenRules): string | undefined {
  if (claims.iss !== rules.issuer) return 'wrong issuer'
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  if (!audiences.includes(rules.audience)) return 'wrong audience'
  if (!isIdentifier(claims.sub)) return 'no usable subject'
  if (typeof claims.exp !== 'number') return 'no expiry'
  if (typeof claims.iat !== 'number') return 'no time of issue'
  // Keycloak writes `ID`, `Refresh`, `Offline`, `Logout` here; only an ID token carries `at_hash`.
  if (claims.typ !== undefined && String(claims.typ).toLowerCase() !== 'bearer') return 'payload typ not allowed'
  if (claims.at_hash !== undefined) return 'an ID token'
  return undefined
}
