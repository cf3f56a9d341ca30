import { parseAddress } from './address.ts'
import { assetOf } from './asset.ts'
import type { Proof } from './proof.ts'
import type { SubmissionText } from './submission.ts'
import { type Verdict, verdictsOf } from './verdict.ts'
import { verifySignature } from './verify-signature.ts'

const { invalid } = verdictsOf('address-comparison/1')

/** The verdict on a submission and, where the submitted text is an address of the asset, its canonical form. */
export function judgeSubmission(
  proof: Pick<Proof, 'asset' | 'address' | 'challenge'>,
  submission: SubmissionText,
): { readonly verdict: Verdict; readonly address: string | undefined } {
  const address = parseAddress(assetOf(proof.asset), submission.address)
  if (!address.ok)
    return {
      verdict: invalid('ADDRESS_MISMATCH', `the submitted address is not a ${proof.asset} address`),
      address: undefined,
    }
  const { canonical } = address.value
  if (proof.address !== undefined && canonical !== proof.address)
    return {
      verdict: invalid('ADDRESS_MISMATCH', 'the submitted address is not the one the proof was requested for'),
      address: canonical,
    }
  return { verdict: verifySignature(address.value, proof.challenge, submission.signature), address: canonical }
}
