import type { TokenReason } from '@travel-rule/auth/token-reasons'

/** Why authentication failed, in terms that may be shown to the client. */
export interface CallerRefusal {
  readonly code: 'UNAUTHENTICATED' | 'IDENTITY_PROVIDER_UNAVAILABLE'
  /** Absent when the token could not be verified. */
  readonly reason?: TokenReason | 'TOKEN_MISSING'
  /** What is wrong and how to fix it; printable ASCII without `"` and `\`, and no part of the token. */
  readonly message: string
  /** For the close frame of a WebSocket: the reason and what is wrong, at most 123 bytes. */
  readonly closeReason: string
}

export const TOKEN_MISSING: CallerRefusal = {
  code: 'UNAUTHENTICATED',
  reason: 'TOKEN_MISSING',
  message: 'A valid access token is needed: send it as authorization: Bearer <token>.',
  closeReason: 'TOKEN_MISSING: A valid access token is needed as bearer_token.',
}

export const PROVIDER_UNAVAILABLE: CallerRefusal = {
  code: 'IDENTITY_PROVIDER_UNAVAILABLE',
  message: 'Tokens cannot be verified, because the identity provider does not respond. Try again later.',
  closeReason: 'Try again later',
}

/** What every accepted token must have. */
export interface NeededToken {
  readonly issuer: string
  readonly audience: string
}

/** The refusal of a token for a reason. */
export function openCallerRefusals(needed: NeededToken): (reason: TokenReason) => CallerRefusal {
  const entries = Object.entries(wordsFor(needed)).map(([reason, [problem, remedy]]): [string, CallerRefusal] => {
    const closeReason = descriptionOf(`${reason}: ${problem}`).slice(0, closeBytesMax)
    const message = descriptionOf(`${problem} ${remedy}`)
    return [reason, { code: 'UNAUTHENTICATED', reason: reason as TokenReason, message, closeReason }]
  })
  const refusals = Object.fromEntries(entries) as Record<TokenReason, CallerRefusal>
  return (reason) => refusals[reason]
}

export function isRefusal<Value extends object>(value: Value | CallerRefusal): value is CallerRefusal {
  return 'closeReason' in value
}

/**
 * The headers of a response that refuses a caller. Without a token, the challenge has no error code.
 * Source: RFC 6750, sections 3 and 3.1.
 */
export function refusalHeaders({ code, reason, message }: CallerRefusal): Readonly<Record<string, string>> {
  if (code === 'IDENTITY_PROVIDER_UNAVAILABLE') return { 'retry-after': '5' }
  if (reason === 'TOKEN_MISSING') return { 'www-authenticate': 'Bearer' }
  return { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` }
}

export function refusalStatus({ code }: CallerRefusal): 401 | 503 {
  return code === 'UNAUTHENTICATED' ? 401 : 503
}

/** The extensions of a GraphQL error, and the members of other responses. */
export function refusalExtensions({ code, reason }: CallerRefusal): Readonly<Record<string, string>> {
  return { code, ...(reason && { reason }) }
}

/** Source: RFC 6455, section 5.5: 125 bytes with the code. */
const closeBytesMax = 123

/** Removes the characters that `error_description` must not contain. Source: RFC 6750, section 3. */
function descriptionOf(words: string): string {
  return words.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
}

/** What is wrong and how to fix it, by reason. */
function wordsFor({ issuer, audience }: NeededToken): Readonly<Record<TokenReason, readonly [string, string]>> {
  return {
    TOKEN_EXPIRED: ['The access token has expired.', 'Request a new one.'],
    TOKEN_NOT_YET_VALID: [
      'The access token is not valid yet.',
      'Compare the clocks of the identity provider and the gateway.',
    ],
    TOKEN_REVOKED: ['The access token was revoked.', 'Sign in again, or request a new one.'],
    TOKEN_ISSUER_WRONG: [
      `The access token is not from the issuer ${issuer}.`,
      'Request one from the token endpoint of that issuer.',
    ],
    TOKEN_AUDIENCE_WRONG: [
      `The access token lacks the audience ${audience}.`,
      'At the identity provider, add the client scope with this audience to the client as a default client scope, and request a new token.',
    ],
    TOKEN_KEY_UNKNOWN: [
      'The issuer does not publish the key that signed the access token.',
      'Request a new one from the token endpoint.',
    ],
    TOKEN_SIGNATURE_WRONG: [
      'The signature of the access token is wrong.',
      'Send the token exactly as the token endpoint returned it.',
    ],
    TOKEN_ALGORITHM_REFUSED: [
      'The signature algorithm of the access token is not accepted.',
      'Let the identity provider sign with RS256, PS256, ES256 or EdDSA.',
    ],
    TOKEN_TYPE_WRONG: [
      'This is not an access token.',
      'Send the access_token of the token response, not an ID token or refresh token.',
    ],
    TOKEN_CLAIM_MISSING: [
      'The access token lacks one of the claims sub, exp and iat.',
      'In Keycloak, the client scope basic adds sub.',
    ],
    TOKEN_LIFETIME_TOO_LONG: [
      'The access token is valid for too long.',
      'Let the identity provider issue access tokens with a shorter lifetime.',
    ],
    TOKEN_TOO_LONG: [
      'The access token is too long.',
      'Let the identity provider issue it with fewer roles and claims.',
    ],
    TOKEN_MALFORMED: ['The access token is not a valid signed JWT.', 'Send the access_token of the token response.'],
  }
}
