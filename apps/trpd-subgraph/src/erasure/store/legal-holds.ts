import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { LegalHoldTable, Tables } from '../../foundation/store/tables.ts'

/** Why the personal data of a transfer must not be erased. */
export interface LegalHold {
  readonly transferId: string
  readonly setBy: string
  readonly setAt: Date
  /** Internal; may contain personal data. */
  readonly reason: string
}

/** The current legal holds of these transfers. */
export async function loadLegalHolds(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferIds: readonly string[],
): Promise<LegalHold[]> {
  const rows = await db
    .selectFrom('legalHolds')
    .selectAll()
    .where('transferId', 'in', transferIds)
    .where('endedAt', 'is', null)
    .execute()
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ transferId }) => transferId),
  )
  return rows.map((row) => holdOfRow(row, keyOf(row.transferId)))
}

/** A past or present legal hold. */
export interface RecordedHold extends Omit<LegalHold, 'reason'> {
  /** Absent once it has been erased, like `endReason`. */
  readonly reason?: string
  readonly endedAt?: Date
  readonly endedBy?: string
  readonly endReason?: string
}

/** All legal holds that a transfer has had, oldest first. */
export async function listLegalHolds(db: Kysely<Tables>, sealer: Sealer, transferId: string): Promise<RecordedHold[]> {
  const query = db.selectFrom('legalHolds').selectAll().where('transferId', '=', transferId).orderBy('setAt')
  const rows = await query.execute()
  const key = await sealer.records.of(db, transferId)
  const open = (sealed: Buffer | null, context: string) =>
    sealed === null || sealed.length === 0 ? undefined : key.open(sealed, context).toString()
  return rows.map(({ setAt, setBy, reasonSealed, endedAt, endedBy, endReasonSealed }) => {
    const reason = open(reasonSealed, legalHoldContext(transferId, setAt, 'reason'))
    const endReason = open(endReasonSealed, legalHoldContext(transferId, setAt, 'end'))
    return {
      transferId,
      setAt,
      setBy,
      ...(reason === undefined ? {} : { reason }),
      ...(endedAt === null ? {} : { endedAt }),
      ...(endedBy === null ? {} : { endedBy }),
      ...(endReason === undefined ? {} : { endReason }),
    }
  })
}

/** Stores a new legal hold on a locked transfer that has none. */
export async function insertLegalHold(tx: Transaction<Tables>, sealer: Sealer, hold: LegalHold): Promise<void> {
  const { transferId, setAt, setBy, reason } = hold
  const key = await sealer.records.of(tx, transferId)
  const reasonSealed = key.seal(reason, legalHoldContext(transferId, setAt, 'reason'))
  await tx.insertInto('legalHolds').values({ transferId, setAt, setBy, reasonSealed }).execute()
}

/** Ends the legal hold on a locked transfer. */
export async function endStoredHold(
  tx: Transaction<Tables>,
  sealer: Sealer,
  { transferId, setAt }: LegalHold,
  ending: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<void> {
  const key = await sealer.records.of(tx, transferId)
  await tx
    .updateTable('legalHolds')
    .set({
      endedAt: ending.at,
      endedBy: ending.by,
      endReasonSealed: key.seal(ending.reason, legalHoldContext(transferId, setAt, 'end')),
    })
    .where('transferId', '=', transferId)
    .where('endedAt', 'is', null)
    .execute()
}

function holdOfRow(row: Selectable<LegalHoldTable>, key: Sealing): LegalHold {
  const { transferId, setBy, setAt } = row
  return {
    transferId,
    setBy,
    setAt,
    reason: key.open(row.reasonSealed, legalHoldContext(transferId, setAt, 'reason')).toString(),
  }
}

export function legalHoldContext(transferId: string, setAt: Date, column: 'reason' | 'end'): string {
  return `legal-hold:${transferId}:${setAt.getTime()}:${column}`
}
