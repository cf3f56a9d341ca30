import type { StoredEvent } from '@travel-rule/database/outbox'
import type { Transaction } from 'kysely'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { Tables } from '../../foundation/store/tables.ts'
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
} from '../store/proven-addresses.ts'

type Parts = Ports<'sealer' | 'jobs'>

/**
 * Stores what aopd's events say about proofs, in the order of the events, and queues new checks of recent
 * transfers with the affected wallets. A revoked proof is kept, and deleted once it is erased. The number of
 * statements does not depend on the number of events.
 */
export async function applyProofEvents(
  service: Parts,
  tx: Transaction<Tables>,
  events: readonly StoredEvent[],
): Promise<void> {
  const { sealer } = service
  const changes = changesOf(events)
  // These proofs were erased later: their transfers are found before the erasure event deletes the proof.
  const fingerprints = await loadWallets(tx, changes.hiddenRevocations)
  const addresses = [...changes.addresses]
  await lockWallets(tx, sealer, { addresses, fingerprints })
  const ofFingerprints = await listTransfersOfFingerprints(tx, sealer, fingerprints)
  // A proof is verified before it is revoked, and both happen before it is erased.
  await saveProofs(tx, sealer, [...changes.verified.values()])
  await markRevoked(tx, [...changes.revoked.values()])
  await eraseProofs(tx, changes.erased)
  await checkAgain(service, tx, [...ofFingerprints, ...(await listTransfersOfWallets(tx, addresses))])
}

interface Changes {
  /** Keyed by the id of the proof, like `revoked`. */
  readonly verified: Map<string, VerifiedProof>
  readonly revoked: Map<string, Revocation>
  readonly erased: string[]
  /** The wallets of verified and revoked proofs. */
  readonly addresses: Set<string>
  /** Revoked proofs whose events no longer show an address. */
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
      // The event of a proof that was erased later has no address.
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

/** Maximum number of jobs that one statement queues. */
const QUEUED_MAX = 1_000

/** Queues new checks of transfers, which will use the proofs known when they run. */
export async function checkAgain(
  { jobs }: Ports<'jobs'>,
  tx: Transaction<Tables>,
  transferIds: readonly string[],
): Promise<void> {
  const all = [...new Set(transferIds)].map((transferId) => ({ transferId }))
  for (let from = 0; from < all.length; from += QUEUED_MAX) {
    await jobs.enqueueAll(tx, 'proofCheck', all.slice(from, from + QUEUED_MAX))
  }
}
