import type { StoredEvent } from '@travel-rule/database/outbox'
import type { Transaction } from 'kysely'
import {
  eraseProofs,
  listTransfersOfFingerprints,
  listTransfersOfWallets,
  loadWallets,
  lockWallets,
  markRevoked,
  type Revocation,
  saveProofs,
  type VerifiedProof,
} from '../../store/proven-addresses.ts'
import type { Tables } from '../../store/tables.ts'
import type { TransferService } from '../transfer-service.ts'

type Parts = Pick<TransferService, 'sealer' | 'jobs'>

/**
 * Stores what events of aopd, in their order, say about proofs, and has the recent transfers of their
 * wallets checked again. A proof is kept while it is revoked, and deleted once it is erased. The number
 * of statements does not grow with that of the events.
 */
export async function applyProofEvents(
  service: Parts,
  tx: Transaction<Tables>,
  events: readonly StoredEvent[],
): Promise<void> {
  const { sealer } = service
  const changes = changesOf(events)
  // Erased since: the transfers of these are found before their own event deletes what is stored.
  const fingerprints = await loadWallets(tx, changes.hiddenRevocations)
  const addresses = [...changes.addresses]
  await lockWallets(tx, sealer, { addresses, fingerprints })
  const ofFingerprints = await listTransfersOfFingerprints(tx, sealer, fingerprints)
  // A proof is verified before it is revoked, and both before it is erased.
  await saveProofs(tx, sealer, [...changes.verified.values()])
  await markRevoked(tx, [...changes.revoked.values()])
  await eraseProofs(tx, changes.erased)
  await checkAgain(service, tx, [...ofFingerprints, ...(await listTransfersOfWallets(tx, addresses))])
}

interface Changes {
  /** By id of the proof, as are `revoked`. */
  readonly verified: Map<string, VerifiedProof>
  readonly revoked: Map<string, Revocation>
  readonly erased: string[]
  /** The wallets of what was verified or revoked. */
  readonly addresses: Set<string>
  /** Revoked proofs whose address is not shown. */
  readonly hiddenRevocations: string[]
}

function changesOf(events: readonly StoredEvent[]): Changes {
  const changes: Changes = {
    verified: new Map(),
    revoked: new Map(),
    erased: [],
    addresses: new Set(),
    hiddenRevocations: [],
  }
  for (const event of events) note(changes, event)
  return changes
}

function note(changes: Changes, event: StoredEvent): void {
  const { type, subject, at, detail } = event
  const address = stringIn(detail.address)
  switch (type) {
    case 'proof.verified':
      // One that was erased since shows nothing.
      if (address === undefined) return
      changes.addresses.add(address)
      changes.verified.set(subject.id, verifiedProof(event, address))
      return
    case 'proof.revoked':
      changes.revoked.set(subject.id, { id: subject.id, at })
      if (address === undefined) changes.hiddenRevocations.push(subject.id)
      else changes.addresses.add(address)
      return
    case 'proof.erased':
      changes.erased.push(subject.id)
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

/** Most jobs that one statement queues. */
const QUEUED_MAX = 1_000

/** Has transfers checked again with the proofs as they are then. */
export async function checkAgain(
  { jobs }: Pick<TransferService, 'jobs'>,
  tx: Transaction<Tables>,
  transferIds: readonly string[],
): Promise<void> {
  const all = [...new Set(transferIds)].map((transferId) => ({ transferId }))
  for (let from = 0; from < all.length; from += QUEUED_MAX) {
    await jobs.enqueueAll(tx, 'proofCheck', all.slice(from, from + QUEUED_MAX))
  }
}
