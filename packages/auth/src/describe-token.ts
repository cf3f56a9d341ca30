import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { decodeJwt, type JWTPayload } from 'jose'

/** The claims of an unverified token. Anyone can claim anything, so they are only for the log. */
export interface TokenDescription {
  readonly client?: string
  readonly issuer?: string
}

const CHARACTERS_MAX = 100

/** The client and issuer that a token claims, each at most 100 characters on one line. */
export function describeToken(token: string): TokenDescription {
  const claims = decode(token)
  const client = shown(claims.azp) ?? shown(claims.client_id)
  const issuer = shown(claims.iss)
  return { ...(client !== undefined && { client }), ...(issuer !== undefined && { issuer }) }
}

function decode(token: string): JWTPayload {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}

function shown(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined
  const line = withoutBidiControls(claim.slice(0, CHARACTERS_MAX)).replace(/[\p{Cc}\s]+/gu, ' ')
  return line.toWellFormed().trim() || undefined
}
