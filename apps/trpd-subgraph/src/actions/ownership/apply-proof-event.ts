import type { StoredEvent } from '@travel-rule/database/outbox'
import type { Transaction } from 'kysely'
import {
  eraseProof,
  listTransfersOfWallet,
  lockTransfersOfProof,
  lockWallet,
  markRevoked,
  saveProof,
  type VerifiedProof,
} from '../../store/proven-addresses.ts'
import type { Tables } from '../../store/tables.ts'
import type { TransferService } from '../transfer-service.ts'

type Parts = Pick<TransferService, 'sealer' | 'jobs'>

/**
 * Stores what an event of aopd says about a proof, and has the recent transfers of its wallet checked
 * again. The proof is kept while it is revoked, and deleted once it is erased.
 */
export async function applyProofEvent(service: Parts, tx: Transaction<Tables>, event: StoredEvent): Promise<void> {
  const { type, subject, at, detail } = event
  const address = stringIn(detail.address)
  switch (type) {
    case 'proof.verified':
      // One that was erased since shows nothing.
      if (address === undefined) return
      await lockWallet(tx, service.sealer, address)
      await saveProof(tx, service.sealer, verifiedProof(event, address))
      return await checkAgain(service, tx, await listTransfersOfWallet(tx, address))
    case 'proof.revoked':
      if (address === undefined) {
        // Erased since: its transfers are found before its own event deletes what is stored.
        await checkAgain(service, tx, await lockTransfersOfProof(tx, service.sealer, subject.id))
        return await markRevoked(tx, subject.id, at)
      }
      await lockWallet(tx, service.sealer, address)
      await markRevoked(tx, subject.id, at)
      return await checkAgain(service, tx, await listTransfersOfWallet(tx, address))
    case 'proof.erased':
      return await eraseProof(tx, subject.id)
  }
}

function verifiedProof({ subject, at, detail }: StoredEvent, address: string): VerifiedProof {
  return {
    id: subject.id,
    address,
    method: stringIn(detail.method) ?? 'SIGNATURE',
    customerReference: stringIn(detail.customerReference),
    transactionId: stringIn(detail.transactionId),
    verifiedAt: at,
  }
}

function stringIn(fact: StoredEvent['detail'][string] | undefined): string | undefined {
  return typeof fact === 'string' ? fact : undefined
}

/** Has transfers checked again with the proofs as they are then. */
export async function checkAgain(
  { jobs }: Pick<TransferService, 'jobs'>,
  tx: Transaction<Tables>,
  transferIds: readonly string[],
): Promise<void> {
  const distinct = [...new Set(transferIds)]
  await jobs.enqueueAll(
    tx,
    'proofCheck',
    distinct.map((transferId) => ({ transferId })),
  )
}
