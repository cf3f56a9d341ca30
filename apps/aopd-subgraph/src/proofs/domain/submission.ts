import { ok, refuse } from '@travel-rule/service/result'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import { ADDRESS_CHARACTERS_MAX, parseAddress } from '../../signatures/domain/address.ts'
import type { ProvableAssets } from '../../signatures/domain/asset.ts'
import { type Verdict, verdictsOf } from '../../signatures/domain/verdict.ts'
import { verifySignature } from '../../signatures/domain/verify-signature.ts'
import type { Proof } from './proof.ts'

/** Longer than any message signature, and enough for a BIP-322 witness. */
export const SIGNATURE_CHARACTERS_MAX = 4_096

/** A submitted address and signature: printable ASCII without white space, not yet verified. */
export interface SubmittedSignature {
  readonly address: string
  readonly signature: string
}

/** Parses a submission. `ADDRESS_INVALID` and `SIGNATURE_UNREADABLE` do not count as attempts. */
export function parseSubmission(input: {
  readonly address: unknown
  readonly signature: unknown
}): ProofResult<SubmittedSignature> {
  const address = readPrintable(input.address, ADDRESS_CHARACTERS_MAX)
  if (!address) return refuse('ADDRESS_INVALID', 'address: enter the address that signed, as your wallet shows it.')
  const signature = readPrintable(signatureOfBlock(input.signature), SIGNATURE_CHARACTERS_MAX)
  if (!signature)
    return refuse(
      'SIGNATURE_UNREADABLE',
      'signature: enter the signature that your wallet shows, in base64 or hexadecimal.',
    )
  return ok({ address, signature })
}

/** Maximum length of a text that is searched for a block: a challenge, an address and a signature. */
export const BLOCK_CHARACTERS_MAX = 2 * SIGNATURE_CHARACTERS_MAX

/**
 * Extracts the signature from a block exported by Sparrow, Electrum or Trezor Suite; returns any other input
 * unchanged.
 *
 * The address and message in a block are ignored: the signature is verified with those of the proof.
 */
function signatureOfBlock(input: unknown): unknown {
  if (typeof input !== 'string' || input.length > BLOCK_CHARACTERS_MAX) return input
  const [, block] =
    /^\s*-----BEGIN BITCOIN SIGNED MESSAGE-----.*\n-----BEGIN (?:BITCOIN )?SIGNATURE-----(.*)$/s.exec(input) ?? []
  const lines = block?.split(/\r?\n/).map((line) => line.trim()) ?? []
  const content = lines.filter((line) => line !== '' && !/^-----END |^[A-Za-z]+: /.test(line))
  return content.at(-1) ?? input
}

function readPrintable(value: unknown, charactersMax: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const compact = value.replace(/\s+/g, '')
  return compact.length <= charactersMax && /^[\x21-\x7e]+$/.test(compact) ? compact : undefined
}

const { invalid } = verdictsOf('address-comparison/1')

/** The verdict on a submission, and its address in canonical form if the address belongs to the asset. */
export function judgeSubmission(
  proof: Pick<Proof, 'asset' | 'address' | 'challenge'>,
  submission: SubmittedSignature,
  assets: ProvableAssets,
): { readonly verdict: Verdict; readonly address: string | undefined } {
  const address = parseAddress(assets.of(proof.asset), submission.address)
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
