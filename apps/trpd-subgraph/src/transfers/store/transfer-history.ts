import { prepared } from '@travel-rule/database/outage-dialect'
import type { Actor } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, sql } from 'kysely'
import type { Tables, TransferRow, TransferStateRow } from '../../foundation/store/tables.ts'
import type { TransferEventType } from '../domain/decision.ts'
import type { Transfer } from '../domain/transfer.ts'
import { FACT_COLUMNS, STATE_COLUMNS, transferOfRow } from './transfer-rows.ts'

/** One change of a transfer, and the resulting version. */
export interface HistoryEntry {
  readonly event: TransferEventType
  readonly actor: { readonly type: Actor['type']; readonly id: string }
  readonly transfer: Transfer
}

/** All changes of these transfers, oldest first. Takes one statement, plus one for keys that are not cached. */
export async function listHistory(db: Kysely<Tables>, sealer: Sealer, ids: readonly string[]): Promise<HistoryEntry[]> {
  const { rows } = await sql<HistoryRow>`
    select ${columnsOf('transfers', FACT_COLUMNS)}, ${columnsOf('transferHistory', CAUSE_COLUMNS)},
      ${columnsOf('transferHistory', STATE_COLUMNS)}
    from transfer_history join transfers on transfers.id = transfer_history.transfer_id
    where transfer_history.transfer_id = any(${ids}::uuid[])
    order by transfer_history.version`.execute(db)
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    event: row.event as TransferEventType,
    actor: { type: row.actorType as Actor['type'], id: row.actorId },
    transfer: transferOfRow(row, row, keyOf(row.id)),
  }))
}

const CAUSE_COLUMNS = ['event', 'actorType', 'actorId'] as const

type HistoryRow = Pick<TransferRow, (typeof FACT_COLUMNS)[number]> &
  TransferStateRow & { readonly [Column in (typeof CAUSE_COLUMNS)[number]]: string }

/** A version of a transfer. */
export interface TransferVersion {
  readonly id: string
  readonly version: number
}

/**
 * The transfers at these versions, in the same order; `undefined` for a version that does not exist. Takes
 * one statement, plus one for keys that are not cached.
 */
export async function loadTransferVersions(
  db: Kysely<Tables>,
  sealer: Sealer,
  versions: readonly TransferVersion[],
): Promise<(Transfer | undefined)[]> {
  const query = sql<VersionRow>`
    select (wanted.place - 1)::integer as place, ${columnsOf('transfers', FACT_COLUMNS)}, ${columnsOf('transferHistory', STATE_COLUMNS)}
    from unnest(${versions.map(({ id }) => id)}::uuid[], ${versions.map(({ version }) => version)}::integer[])
      with ordinality as wanted (id, version, place)
    join transfers on transfers.id = wanted.id
    join transfer_history on transfer_history.transfer_id = wanted.id and transfer_history.version = wanted.version`
  const { rows } = await db.executeQuery(prepared(query.compile(db)))
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  const found = new Map(rows.map((row) => [row.place, transferOfRow(row, row, keyOf(row.id))]))
  return versions.map((_version, place) => found.get(place))
}

type VersionRow = Pick<TransferRow, (typeof FACT_COLUMNS)[number]> & TransferStateRow & { readonly place: number }

function columnsOf(table: string, columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
}
