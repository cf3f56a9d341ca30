import type { Sealer } from '@travel-rule/database/seal'
import type { Proof } from '../proofs/domain/proof.ts'
import type { ProofTable } from './tables.ts'

/** The fingerprints under which the address of a sealed proof may be stored; new rows are stored with the first. */
export function addressFingerprints({ fingerprints }: Sealer, address: string): readonly [Buffer, ...Buffer[]] {
  return fingerprints(address, 'proof-address')
}

/** The fingerprints under which a customer reference may be stored; new rows are stored with the first. */
export function customerFingerprints({ fingerprints }: Sealer, reference: string): readonly [Buffer, ...Buffer[]] {
  return fingerprints(reference.trim(), 'proof-customer')
}

/** The fingerprints by which a sealed proof is found, in addition to its plain columns. */
export function fingerprintsOf(
  { address, customerReference }: Pick<Proof, 'address' | 'customerReference'>,
  sealer: Sealer,
): Pick<ProofTable, 'addressFingerprint' | 'customerFingerprint'> {
  return {
    addressFingerprint: address === undefined ? null : addressFingerprints(sealer, address)[0],
    customerFingerprint: customerReference === undefined ? null : customerFingerprints(sealer, customerReference)[0],
  }
}

export const NO_FINGERPRINTS = { addressFingerprint: null, customerFingerprint: null } as const
