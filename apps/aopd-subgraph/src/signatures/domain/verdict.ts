/**
 * The result of verifying a signature.
 *
 * `VALID`: the key of the address signed the challenge. `INVALID`: it did not. `INCONCLUSIVE`: this service
 * cannot verify whether the customer controls the address.
 */
export interface Verdict {
  readonly outcome: 'VALID' | 'INVALID' | 'INCONCLUSIVE'
  readonly code: VerdictCode
  /** One sentence for a compliance officer. */
  readonly reason: string
  /** Name and version of the verifier, such as `bip-137/1`. */
  readonly verifier: string
}

export type VerdictCode =
  | 'SIGNATURE_VALID'
  | 'SIGNATURE_MALFORMED'
  | 'SIGNER_MISMATCH'
  | 'HEADER_MISMATCH'
  | 'ADDRESS_MISMATCH'
  | 'METHOD_NOT_COVERED'

/** Creates verdicts of the verifier with this name and version. */
export function verdictsOf(verifier: string) {
  const inconclusive = (code: VerdictCode, reason: string): Verdict => ({
    outcome: 'INCONCLUSIVE',
    code,
    reason,
    verifier,
  })
  return {
    valid: (reason: string): Verdict => ({ outcome: 'VALID', code: 'SIGNATURE_VALID', reason, verifier }),
    invalid: (code: VerdictCode, reason: string): Verdict => ({ outcome: 'INVALID', code, reason, verifier }),
    inconclusive,
    notCovered: (reason: string) => inconclusive('METHOD_NOT_COVERED', `method not covered: ${reason}`),
  }
}
