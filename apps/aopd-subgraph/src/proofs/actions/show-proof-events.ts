import type { StoredEvent } from '@travel-rule/database/outbox'
import { loadProofs, type ProofReader } from '../../store/load-proof.ts'
import { PROOF_SUBJECT } from '../../store/save-proof.ts'
import type { Proof } from '../domain/proof.ts'

/** The path of the proof feed. */
export const PROOF_EVENTS_PATH = '/proof-events'

/** The events that change which addresses are proven. */
const SHOWN: readonly string[] = ['proof.verified', 'proof.revoked', 'proof.erased']

const ACTOR = { type: 'SYSTEM', id: 'aopd' } as const

/**
 * The events as shown to trpd: without their actors and other details, but for verified proofs with what the
 * proof proves.
 *
 * That is read when the feed is requested and never stored in the outbox, from which nothing can be erased.
 * The events of an erased proof therefore carry nothing, even if they are read again from the beginning.
 */
export async function showProofEvents(
  reader: ProofReader,
  events: readonly StoredEvent[],
): Promise<readonly StoredEvent[]> {
  const ids = [...new Set(events.filter(isShown).map(({ subject }) => subject.id))]
  const proofs = ids.length === 0 ? [] : await loadProofs(reader, ids)
  const byId = new Map(proofs.flatMap((proof) => (proof === undefined ? [] : [[proof.id, proof]])))
  return events.map((event) => {
    const { position, id, type, at, subject } = event
    const proof = isShown(event) ? byId.get(subject.id) : undefined
    return { position, id, type, at, subject, actor: ACTOR, detail: proof === undefined ? {} : detailOf(proof) }
  })
}

function isShown({ type, subject }: StoredEvent): boolean {
  return subject.type === PROOF_SUBJECT && SHOWN.includes(type)
}

function detailOf({ address, asset, customerReference, transactionId, erasedAt }: Proof): StoredEvent['detail'] {
  if (erasedAt !== undefined || address === undefined) return {}
  return {
    address,
    asset,
    method: 'SIGNATURE',
    customerReference: customerReference ?? null,
    transactionId: transactionId ?? null,
  }
}
