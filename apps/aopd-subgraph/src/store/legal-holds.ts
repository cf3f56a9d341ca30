import type { Sealer } from '@travel-rule/database/seal'
import type { Transaction } from 'kysely'
import type { ProofReader } from './load-proof.ts'
import type { Tables } from './tables.ts'

/** Why the personal data of a proof must not be erased. */
export interface LegalHold {
  readonly proofId: string
  readonly setBy: string
  readonly setAt: Date
  /** Internal; may contain personal data. */
  readonly reason: string
}

interface ProofWriter {
  readonly tx: Transaction<Tables>
  readonly sealer: Sealer
}

/** The current legal holds of these proofs. */
export async function loadLegalHolds({ db, sealer }: ProofReader, proofIds: readonly string[]): Promise<LegalHold[]> {
  const rows = await db
    .selectFrom('legal_holds')
    .selectAll()
    .where('proof_id', 'in', proofIds)
    .where('ended_at', 'is', null)
    .execute()
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ proof_id }) => proof_id),
  )
  return rows.map(({ proof_id: proofId, set_by: setBy, set_at: setAt, reason_sealed }) => ({
    proofId,
    setBy,
    setAt,
    reason: keyOf(proofId)
      .open(reason_sealed, contextOf(proofId, setAt, 'reason'))
      .toString(),
  }))
}

/** Stores a new legal hold on a locked proof that has none. */
export async function insertLegalHold({ tx, sealer }: ProofWriter, hold: LegalHold): Promise<void> {
  const { proofId, setAt, setBy, reason } = hold
  const key = await sealer.records.of(tx, proofId)
  const reason_sealed = key.seal(reason, contextOf(proofId, setAt, 'reason'))
  await tx
    .insertInto('legal_holds')
    .values({ proof_id: proofId, set_at: setAt, set_by: setBy, reason_sealed })
    .execute()
}

/** Ends the legal hold on a locked proof. */
export async function endStoredHold(
  { tx, sealer }: ProofWriter,
  { proofId, setAt }: LegalHold,
  ending: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<void> {
  const key = await sealer.records.of(tx, proofId)
  await tx
    .updateTable('legal_holds')
    .set({
      ended_at: ending.at,
      ended_by: ending.by,
      end_reason_sealed: key.seal(ending.reason, contextOf(proofId, setAt, 'end')),
    })
    .where('proof_id', '=', proofId)
    .where('ended_at', 'is', null)
    .execute()
}

function contextOf(proofId: string, setAt: Date, column: 'reason' | 'end'): string {
  return `legal-hold:${proofId}:${setAt.getTime()}:${column}`
}
