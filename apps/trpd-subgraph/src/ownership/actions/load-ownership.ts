import type { AddressProof, OwnershipFact } from '../../checks/domain/check.ts'
import { customerFingerprints } from '../../customers/actions/customer-reference.ts'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { counterpartyAddressOf, type Transfer } from '../../transfers/domain/transfer.ts'
import { findProofs, type ProvenAddress, shareWallet } from '../store/proven-addresses.ts'

/**
 * Who has proven control of the other wallet; `undefined` unless the wallet is self-hosted and its address is
 * known. If a proof changes in the meantime, the transfer is checked again.
 */
export async function loadOwnership(
  service: Ports<'policy'>,
  work: UnitOfWork,
  transfer: Transfer,
  customerReference: string | undefined,
): Promise<OwnershipFact | undefined> {
  const address = counterpartyAddressOf(transfer)
  if (transfer.channel !== 'SELF_HOSTED' || address === undefined) return undefined
  const { proofs: proofAgeMaxSeconds } = service.policy.ageMaxSeconds
  if (proofAgeMaxSeconds === undefined) return { source: 'NOT_CONFIGURED', proofs: [] }
  await shareWallet(work.tx, work.sealer, address)
  const customer = customerReference === undefined ? undefined : customerFingerprints(work, customerReference)
  const fingerprints = customer?.ok === true ? customer.value : undefined
  const { state, proofs } = await findProofs(work.tx, work.sealer, {
    address,
    customerFingerprints: fingerprints ?? [],
    transactionId: transfer.id,
    ageMaxSeconds: proofAgeMaxSeconds,
  })
  return {
    source: state,
    proofs: proofs.map((proof) => ({
      id: proof.proofId,
      method: proof.method,
      verifiedAt: proof.verifiedAt,
      ...(proof.revokedAt === null ? {} : { revokedAt: proof.revokedAt }),
      of: ownerOf(proof, transfer.id, fingerprints),
    })),
  }
}

/** Whose proof it is, given the fingerprints of our customer, which are absent if the customer is unknown. */
function ownerOf(
  { transactionId, customerFingerprint: stored }: ProvenAddress,
  transferId: string,
  fingerprints: readonly Buffer[] | undefined,
): AddressProof['of'] {
  if (stored !== null && fingerprints !== undefined) {
    return fingerprints.some((fingerprint) => fingerprint.equals(stored)) ? 'CUSTOMER' : 'OTHER_CUSTOMER'
  }
  return transactionId === transferId ? 'CUSTOMER' : 'UNKNOWN'
}
