/**
 * What a verifier found.
 *
 * `VALID`: the key of the address signed the challenge. `INVALID`: it did not. `INCONCLUSIVE`: the check for this kind of
 * signature or address could not be run, which says nothing about the customer.
 */
export interface Verdict {
  readonly outcome: 'VALID' | 'INVALID' | 'INCONCLUSIVE'
  readonly code: VerdictCode
  /** One sentence for a compliance officer. */
  readonly reason: string
  /** Name and version of the check that ran, as in `bip-137/1`. */
  readonly verifier: string
}

export type VerdictCode =
  | 'SIGNATURE_VALID'
  | 'SIGNATURE_MALFORMED'
  | 'SIGNER_MISMATCH'
  | 'HEADER_MISMATCH'
  | 'ADDRESS_MISMATCH'
  | 'METHOD_NOT_COVERED'

/** The three verdicts a verifier of this name and version can give. */
export function verdictsOf(verifier: string) {
  return {
    valid: (reason: string): Verdict => ({ outcome: 'VALID', code: 'SIGNATURE_VALID', reason, verifier }),
    invalid: (code: VerdictCode, reason: string): Verdict => ({ outcome: 'INVALID', code, reason, verifier }),
    notCovered: (reason: string): Verdict => ({
      outcome: 'INCONCLUSIVE',
      code: 'METHOD_NOT_COVERED',
      reason: `method not covered: ${reason}`,
      verifier,
    }),
  }
}
