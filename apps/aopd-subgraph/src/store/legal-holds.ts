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
    .selectFrom('legalHolds')
    .selectAll()
    .where('proofId', 'in', proofIds)
    .where('endedAt', 'is', null)
    .execute()
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ proofId }) => proofId),
  )
  return rows.map(({ proofId, setBy, setAt, reasonSealed }) => ({
    proofId,
    setBy,
    setAt,
    reason: keyOf(proofId)
      .open(reasonSealed, contextOf(proofId, setAt, 'reason'))
      .toString(),
  }))
}

/** Stores a new legal hold on a locked proof that has none. */
export async function insertLegalHold({ tx, sealer }: ProofWriter, hold: LegalHold): Promise<void> {
  const { proofId, setAt, setBy, reason } = hold
  const key = await sealer.records.of(tx, proofId)
  const reasonSealed = key.seal(reason, contextOf(proofId, setAt, 'reason'))
  await tx.insertInto('legalHolds').values({ proofId, setAt, setBy, reasonSealed }).execute()
}

/** Ends the legal hold on a locked proof. */
export async function endStoredHold(
  { tx, sealer }: ProofWriter,
  { proofId, setAt }: LegalHold,
  ending: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<void> {
  const key = await sealer.records.of(tx, proofId)
  await tx
    .updateTable('legalHolds')
    .set({
      endedAt: ending.at,
      endedBy: ending.by,
      endReasonSealed: key.seal(ending.reason, contextOf(proofId, setAt, 'end')),
    })
    .where('proofId', '=', proofId)
    .where('endedAt', 'is', null)
    .execute()
}

function contextOf(proofId: string, setAt: Date, column: 'reason' | 'end'): string {
  return `legal-hold:${proofId}:${setAt.getTime()}:${column}`
}
