import { legalHoldContext } from '@travel-rule/database/legal-holds'
import type { Sealer } from '@travel-rule/database/seal'
import type { Kysely } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/** All legal holds that a transfer has had, oldest first. A reason is undefined once it has been erased. */
export async function listLegalHolds(db: Kysely<Tables>, sealer: Sealer, transferId: string) {
  const query = db.selectFrom('legalHolds').selectAll().where('transferId', '=', transferId).orderBy('setAt')
  const rows = await query.execute()
  const key = await sealer.records.of(db, transferId)
  const open = (sealed: Buffer | null, context: string) =>
    sealed === null || sealed.length === 0 ? undefined : key.open(sealed, context).toString()
  return rows.map(({ setAt, setBy, reasonSealed, endedAt, endedBy, endReasonSealed }) => ({
    transferId,
    setAt,
    setBy,
    reason: open(reasonSealed, legalHoldContext(transferId, setAt, 'reason')),
    endedAt: endedAt ?? undefined,
    endedBy: endedBy ?? undefined,
    endReason: open(endReasonSealed, legalHoldContext(transferId, setAt, 'end')),
  }))
}
