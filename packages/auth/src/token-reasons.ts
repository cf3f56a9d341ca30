/** Why an access token is refused, as a stable code for its sender. */
export type TokenReason =
  | 'TOKEN_EXPIRED'
  | 'TOKEN_NOT_YET_VALID'
  | 'TOKEN_REVOKED'
  | 'TOKEN_ISSUER_WRONG'
  | 'TOKEN_AUDIENCE_WRONG'
  | 'TOKEN_KEY_UNKNOWN'
  | 'TOKEN_SIGNATURE_WRONG'
  | 'TOKEN_ALGORITHM_REFUSED'
  | 'TOKEN_TYPE_WRONG'
  | 'TOKEN_CLAIM_MISSING'
  | 'TOKEN_LIFETIME_TOO_LONG'
  | 'TOKEN_TOO_LONG'
  | 'TOKEN_MALFORMED'

export interface ReasonFacts {
  readonly code: TokenReason
  /** The claim or header parameter that is wrong. */
  readonly claim?: string
}

/**
 * The code and the claim for a refusal's `reason`, which is a sentence for the log. A reason that is not listed, such
 * as an error code of the JWT library, is `TOKEN_MALFORMED`.
 */
export function reasonFacts(reason: string): ReasonFacts {
  return FACTS[reason] ?? MALFORMED
}

const MALFORMED: ReasonFacts = { code: 'TOKEN_MALFORMED' }

const FACTS: Readonly<Record<string, ReasonFacts>> = {
  expired: { code: 'TOKEN_EXPIRED', claim: 'exp' },
  'not valid yet': { code: 'TOKEN_NOT_YET_VALID', claim: 'nbf' },
  'issued in the future': { code: 'TOKEN_NOT_YET_VALID', claim: 'iat' },
  'its session has ended': { code: 'TOKEN_REVOKED', claim: 'sid' },
  'no longer active at the provider': { code: 'TOKEN_REVOKED' },
  'wrong issuer': { code: 'TOKEN_ISSUER_WRONG', claim: 'iss' },
  'wrong audience': { code: 'TOKEN_AUDIENCE_WRONG', claim: 'aud' },
  'signed with a key the provider does not publish': { code: 'TOKEN_KEY_UNKNOWN', claim: 'kid' },
  'wrong signature': { code: 'TOKEN_SIGNATURE_WRONG' },
  'algorithm not allowed': { code: 'TOKEN_ALGORITHM_REFUSED', claim: 'alg' },
  'header typ not allowed': { code: 'TOKEN_TYPE_WRONG', claim: 'typ' },
  'payload typ not allowed': { code: 'TOKEN_TYPE_WRONG', claim: 'typ' },
  'an ID token': { code: 'TOKEN_TYPE_WRONG', claim: 'at_hash' },
  'no usable subject': { code: 'TOKEN_CLAIM_MISSING', claim: 'sub' },
  'no expiry': { code: 'TOKEN_CLAIM_MISSING', claim: 'exp' },
  'no issue time': { code: 'TOKEN_CLAIM_MISSING', claim: 'iat' },
  'valid for too long': { code: 'TOKEN_LIFETIME_TOO_LONG', claim: 'exp' },
  'token too long': { code: 'TOKEN_TOO_LONG' },
}
