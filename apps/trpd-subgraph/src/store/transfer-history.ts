import type { Actor } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import type { Kysely } from 'kysely'
import type { TransferEventType } from '../domain/decision.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Tables } from './tables.ts'
import { FACT_COLUMNS, transferOfRow } from './transfer-rows.ts'

/** One change of a transfer, and the version that resulted. */
export interface HistoryEntry {
  readonly event: TransferEventType
  readonly actor: { readonly type: Actor['type']; readonly id: string }
  readonly transfer: Transfer
}

/** Every change of these transfers, oldest first. */
export async function listHistory(db: Kysely<Tables>, sealer: Sealer, ids: readonly string[]): Promise<HistoryEntry[]> {
  const facts = await db.selectFrom('transfers').select(FACT_COLUMNS).where('id', 'in', ids).execute()
  const factsById = new Map(facts.map((row) => [row.id, row]))
  const rows = await db
    .selectFrom('transfer_history')
    .selectAll()
    .where('transfer_id', 'in', ids)
    .orderBy('version')
    .execute()
  const keyOf = await sealer.records.load(db, [...factsById.keys()])
  return rows.flatMap((row) => {
    const fact = factsById.get(row.transfer_id)
    if (fact === undefined) return []
    const actor = { type: row.actor_type as Actor['type'], id: row.actor_id }
    return [
      { event: row.event as TransferEventType, actor, transfer: transferOfRow(fact, row, keyOf(row.transfer_id)) },
    ]
  })
}

/** The transfer at `version`; undefined when there is no such version. */
export async function loadTransferAt(
  db: Kysely<Tables>,
  sealer: Sealer,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Transfer | undefined> {
  const [fact, state] = await Promise.all([
    db.selectFrom('transfers').select(FACT_COLUMNS).where('id', '=', id).executeTakeFirst(),
    db
      .selectFrom('transfer_history')
      .selectAll()
      .where('transfer_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst(),
  ])
  return fact && state && transferOfRow(fact, state, await sealer.records.of(db, id))
}
