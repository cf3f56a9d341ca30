import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** Requirements for a JWT besides its signature, and how its claims are read. */
export interface SignedJwtRules<Value> {
  readonly issuer: string
  /** The token must have at least one of these audiences. */
  readonly audience: string | readonly string[]
  readonly algorithms: readonly string[]
  readonly requiredClaims: readonly string[]
  readonly clockToleranceSeconds: number
  /** Reads the verified claims. */
  readonly read: (claims: JWTPayload, keyId: string | undefined) => Value
}

export type SignedJwt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: 'TOKEN_REFUSED' | 'TOKEN_EXPIRED'; readonly reason: string }

export const WRONG_SIGNATURE = 'wrong signature'

/**
 * Verifies the signature, issuer, audience and times of a JWT. `UNKNOWN_KEY` when no key matches its header. Never
 * throws, even for a malformed token.
 */
export async function verifySignedJwt<Value>(
  token: string,
  keys: JWTVerifyGetKey,
  rules: SignedJwtRules<Value>,
  nowMs: number,
): Promise<SignedJwt<Value> | 'UNKNOWN_KEY'> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: rules.issuer,
      audience: typeof rules.audience === 'string' ? rules.audience : [...rules.audience],
      algorithms: [...rules.algorithms],
      clockTolerance: rules.clockToleranceSeconds,
      requiredClaims: [...rules.requiredClaims],
      currentDate: new Date(nowMs),
    })
    if (issuedInFuture(payload, nowMs, rules)) return refusal('issued in the future')
    return { ok: true, value: rules.read(payload, protectedHeader.kid) }
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithEach(token, error, rules, nowMs)
    if (error instanceof errors.JWKSNoMatchingKey) return 'UNKNOWN_KEY'
    if (error instanceof errors.JWTExpired) return { ok: false, code: 'TOKEN_EXPIRED', reason: 'expired' }
    if (error instanceof errors.JWSSignatureVerificationFailed) return refusal(WRONG_SIGNATURE)
    if (isNotValidYet(error)) return refusal('not valid yet')
    return refusal(error instanceof errors.JOSEError ? error.code : 'token could not be checked')
  }
}

function isNotValidYet(error: unknown): boolean {
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' && error.reason === 'check_failed'
}

/** Tries every candidate key, for a token without a key id. */
async function verifyWithEach<Value>(
  token: string,
  candidates: InstanceType<typeof errors.JWKSMultipleMatchingKeys>,
  rules: SignedJwtRules<Value>,
  nowMs: number,
): Promise<SignedJwt<Value> | 'UNKNOWN_KEY'> {
  for await (const key of candidates) {
    const verdict = await verifySignedJwt(token, async () => key, rules, nowMs)
    if (verdict === 'UNKNOWN_KEY' || verdict.ok || verdict.reason !== WRONG_SIGNATURE) return verdict
  }
  return refusal(WRONG_SIGNATURE)
}

function issuedInFuture({ iat }: JWTPayload, nowMs: number, rules: SignedJwtRules<unknown>): boolean {
  return iat === undefined || iat > nowMs / 1000 + rules.clockToleranceSeconds
}

export function refusal(reason: string): {
  readonly ok: false
  readonly code: 'TOKEN_REFUSED'
  readonly reason: string
} {
  return { ok: false, code: 'TOKEN_REFUSED', reason }
}
