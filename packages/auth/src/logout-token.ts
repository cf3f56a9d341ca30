import { isObject } from '@travel-rule/service/json'
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { isIdentifier } from './token-claims.ts'

/** A session that ended at the provider, or all sessions of a person. */
export interface Logout {
  /** The person; without `sessionId`, all sessions of the person end. */
  readonly subject: string | undefined
  readonly sessionId: string | undefined
  readonly issuedAtSeconds: number
  /** Unique id of the logout token. */
  readonly tokenId: string
}

export interface LogoutRules {
  readonly issuer: string
  /** Ids of the clients whose sessions end. */
  readonly clients: readonly string[]
  readonly algorithms: readonly string[]
  readonly clockToleranceSeconds: number
}

const HEADER_TYPES: ReadonlySet<string> = new Set(['logout+jwt', 'application/logout+jwt', 'jwt'])
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Maximum age. Providers send logout tokens immediately, so an older one may be a replay. */
const ageSecondsMax = 300

/**
 * The reason to refuse a logout token before its signature is checked, or `undefined`.
 *
 * Source: OpenID Connect Back-Channel Logout 1.0, sections 2.4 and 2.6.
 */
export function logoutRefusal(token: string, rules: LogoutRules, nowMs: number): string | undefined {
  try {
    const { alg, typ } = decodeProtectedHeader(token)
    if (alg === undefined || !rules.algorithms.includes(alg)) return 'algorithm not allowed'
    // Older versions of Keycloak write `JWT`.
    if (typ !== undefined && !HEADER_TYPES.has(String(typ).toLowerCase())) return 'header typ not allowed'
    return refusalOfClaims(decodeJwt(token), rules, nowMs)
  } catch {
    return 'not a JWT'
  }
}

/** Reads the logout from claims that passed `logoutRefusal` and the signature check. */
export function readLogout({ sub, sid, iat, jti }: JWTPayload): Logout {
  if (iat === undefined || jti === undefined) throw new Error('claims were not checked')
  const sessionId = isIdentifier(sid) ? sid : undefined
  return { subject: sub, sessionId, issuedAtSeconds: iat, tokenId: jti }
}

function refusalOfClaims(claims: JWTPayload, rules: LogoutRules, nowMs: number): string | undefined {
  const { iss, aud, iat, jti, sub, sid, events, nonce } = claims
  if (iss !== rules.issuer) return 'wrong issuer'
  const audiences = Array.isArray(aud) ? aud : [aud]
  if (!rules.clients.some((client) => audiences.includes(client))) return 'wrong audience'
  if (!isObject(events) || !isObject(events[EVENT])) return 'not a logout token'
  if (nonce !== undefined) return 'a nonce is not allowed'
  if (!isIdentifier(jti)) return 'no usable jti'
  if (sub === undefined && sid === undefined) return 'neither subject nor session'
  if ((sub !== undefined && !isIdentifier(sub)) || (sid !== undefined && !isIdentifier(sid))) return 'no usable subject'
  if (typeof iat !== 'number') return 'no issue time'
  return nowMs / 1000 - iat > ageSecondsMax + rules.clockToleranceSeconds ? 'issued too long ago' : undefined
}
