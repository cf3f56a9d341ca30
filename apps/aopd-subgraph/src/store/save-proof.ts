import { detailOfChange } from '@travel-rule/database/detail-of-change'
import { type Actor, appendEvents, type NewEvent } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import type { Transaction } from 'kysely'
import type { ProofChange } from '../domain/proof.ts'
import type { Tables } from './proof-row.ts'
import { hashToken, toRow } from './proof-row.ts'

/** `subject.type` of every event about a proof. */
export const PROOF_SUBJECT = 'proof'

/**
 * Stores a change: the row, the version and the audit event.
 *
 * Throws when the stored proof is not at the version that the change was decided on.
 */
export async function saveProof(
  { tx, sealer }: { readonly tx: Transaction<Tables>; readonly sealer: Sealer },
  change: ProofChange,
  actor: Actor,
): Promise<void> {
  const row = toRow(change.proof, sealer)
  const before = row.version === 1 ? undefined : await loadFacts(tx, row.id)
  if (row.version === 1) {
    await tx
      .insertInto('proof')
      .values({ ...row, token_hash: hashToken(change.proof.token) })
      .execute()
  } else {
    const { numUpdatedRows } = await tx
      .updateTable('proof')
      .set(row)
      .where('id', '=', row.id)
      .where('version', '=', row.version - 1)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new Error(`proof ${row.id} is no longer at version ${row.version - 1}`)
  }
  await tx.insertInto('proof_version').values(row).execute()
  await appendEvents(tx, [eventOf(change, actor, before)])
}

type Facts = Pick<ProofChange['proof'], 'status' | 'attempts'>

async function loadFacts(tx: Transaction<Tables>, id: string): Promise<Facts | undefined> {
  return await tx.selectFrom('proof').select(['status', 'attempts']).where('id', '=', id).executeTakeFirst()
}

function factsOf({ status, attempts }: Facts) {
  return { status, attempts }
}

function eventOf({ proof, event }: ProofChange, actor: Actor, before: Facts | undefined): NewEvent {
  const { submission } = proof
  const attempt = submission && {
    outcome: submission.verdict.outcome,
    verdictCode: submission.verdict.code,
    verifier: submission.verdict.verifier,
    channel: submission.channel,
  }
  return {
    type: event.type,
    subject: { type: PROOF_SUBJECT, id: proof.id },
    actor,
    at: proof.updatedAt,
    detail: {
      version: proof.version,
      ...detailOfChange(before && factsOf(before), factsOf(proof)),
      method: 'SIGNATURE',
      asset: proof.asset,
      transactionId: proof.transactionId ?? null,
      addressBookEntryId: proof.addressBookEntryId ?? null,
      ...attempt,
    },
  }
}
