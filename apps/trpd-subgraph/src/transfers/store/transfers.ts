import { jsonOfRows } from '@travel-rule/database/column-names'
import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { TrpVersion } from '../../foundation/domain/trp-version.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { IvmsIssue } from '../../ivms101/domain/issue.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import { DEVIATIONS_MAX, type Deviation } from '../../messages/domain/deviation.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { HistoryEntry } from './transfer-history.ts'
import { STATE_COLUMNS, stateColumns, TRANSFER_COLUMNS, transferOfRow, transfersOfRows } from './transfer-rows.ts'

/** The existing transfers with these ids, in any order. */
export async function loadTransfers(db: Kysely<Tables>, sealer: Sealer, ids: readonly string[]): Promise<Transfer[]> {
  const rows = await db.selectFrom('transfers').select(TRANSFER_COLUMNS).where('id', 'in', ids).execute()
  return transfersOfRows(db, sealer, rows)
}

/** The transfer with this id, locked until the transaction ends; undefined once it has been erased. */
export async function lockTransfer(tx: Transaction<Tables>, sealer: Sealer, id: string): Promise<Transfer | undefined> {
  const row = await tx
    .selectFrom('transfers')
    .select(TRANSFER_COLUMNS)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && transferOfRow(row, row, await sealer.records.of(tx, row.id))
}

/** `lockTransfer` for several ids, in the order of the ids. */
export async function lockTransfers(
  tx: Transaction<Tables>,
  sealer: Sealer,
  ids: readonly string[],
): Promise<Transfer[]> {
  const rows = await tx
    .selectFrom('transfers')
    .select(TRANSFER_COLUMNS)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('erasedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return transfersOfRows(tx, sealer, rows)
}

/** The SENT transfer started with this request identifier. */
export async function findSentTransfer(
  db: Kysely<Tables>,
  sealer: Sealer,
  requestIdentifier: string,
): Promise<Transfer | undefined> {
  const row = await db
    .selectFrom('transfers')
    .select(TRANSFER_COLUMNS)
    .where('direction', '=', 'SENT')
    .where('requestIdentifier', '=', requestIdentifier)
    .executeTakeFirst()
  return row && transferOfRow(row, row, await sealer.records.of(db, row.id))
}

/** The transfer registered with this request identifier. */
export async function findRegisteredTransfer(
  db: Kysely<Tables>,
  sealer: Sealer,
  requestIdentifier: string,
): Promise<Transfer | undefined> {
  const row = await db
    .selectFrom('transfers')
    .select(TRANSFER_COLUMNS)
    .where('channel', '<>', sql.lit('TRP'))
    .where('requestIdentifier', '=', requestIdentifier)
    .executeTakeFirst()
  return row && transferOfRow(row, row, await sealer.records.of(db, row.id))
}

/** Stores the next version of a transfer and its history. Throws if it was changed concurrently. */
export async function updateTransfer(tx: Transaction<Tables>, sealer: Sealer, change: HistoryEntry): Promise<void> {
  const { transfer } = change
  const columns = stateColumns(transfer, await sealer.records.of(tx, transfer.id))
  const stored = await tx
    .with('stored', (db) =>
      db
        .updateTable('transfers')
        .set(columns)
        .where('id', '=', transfer.id)
        .where('version', '=', transfer.version - 1)
        .returning(['id', ...STATE_COLUMNS]),
    )
    .insertInto('transferHistory')
    .columns(HISTORY_COLUMNS)
    .expression((db) => db.selectFrom('stored').select([...causeOf(change), 'id', ...STATE_COLUMNS]))
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows !== 1n) throw new Error('the transfer was changed concurrently')
}

/** `updateTransfer` for several different transfers. Takes one statement, plus one for keys that are not cached. */
export async function updateTransfers(
  tx: Transaction<Tables>,
  sealer: Sealer,
  changes: readonly HistoryEntry[],
): Promise<void> {
  const keyOf = await sealer.records.load(
    tx,
    changes.map(({ transfer }) => transfer.id),
  )
  const assignments = STATE_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`next.${column}`)}`)
  const { numAffectedRows } = await sql`
    with next as (
      select * from jsonb_populate_recordset(null::transfer_history, ${historyJson(changes, keyOf)}::jsonb)
    ), stored as (
      update transfers set ${sql.join(assignments)} from next
      where transfers.id = next.transfer_id and transfers.version = next.version - 1
      returning transfers.id
    )
    insert into transfer_history (${sql.join(HISTORY_COLUMNS.map((column) => sql.ref(column)))})
    select ${sql.join(HISTORY_COLUMNS.map((column) => sql.ref(`next.${column}`)))}
    from next join stored on stored.id = next.transfer_id`.execute(tx)
  if (numAffectedRows !== BigInt(changes.length)) throw new Error('a transfer was changed concurrently')
}

/** History rows as JSON for PostgreSQL. */
export function historyJson(changes: readonly HistoryEntry[], keyOf: (transferId: string) => Sealing): string {
  const rows = changes.map(({ event, actor, transfer }) => {
    const { holds, reasonSealed, deliveryProblemSealed, ...columns } = stateColumns(transfer, keyOf(transfer.id))
    return {
      event,
      actorType: actor.type,
      actorId: actor.id,
      transferId: transfer.id,
      holds: JSON.parse(holds),
      reasonSealed: hexOf(reasonSealed),
      deliveryProblemSealed: hexOf(deliveryProblemSealed),
      ...columns,
    }
  })
  return jsonOfRows(rows)
}

function hexOf(bytes: Buffer | null): string | null {
  return bytes && `\\x${bytes.toString('hex')}`
}

/** The columns that exist only in the history: the event and its actor. */
function causeOf({ event, actor }: HistoryEntry) {
  const text = (value: string) => sql<string>`${value}::text`
  return [text(event).as('event'), text(actor.type).as('actorType'), text(actor.id).as('actorId')] as const
}

/** The columns of the history. */
export const HISTORY_COLUMNS = ['event', 'actorType', 'actorId', 'transferId', ...STATE_COLUMNS] as const

/**
 * Marks the delivery as in flight, and stores the version used if it carries an inquiry. This creates no new
 * version and publishes no event.
 */
export async function markInFlight(
  tx: Transaction<Tables>,
  id: string,
  inquiryVersion: TrpVersion | undefined,
): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({
      deliveryState: 'IN_FLIGHT',
      deliveryNextAttemptAt: null,
      ...(inquiryVersion === undefined ? {} : { protocolVersion: inquiryVersion }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Records that the delivery waits until `nextAttemptAt`, without counting an attempt. This creates no new
 * version and publishes no event.
 */
export async function markWaiting(tx: Transaction<Tables>, id: string, nextAttemptAt: Date): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({
      // An attempt interrupted by a crash is no longer in flight.
      deliveryState: sql`case delivery_state when 'IN_FLIGHT' then 'RETRYING' else delivery_state end`,
      deliveryNextAttemptAt: nextAttemptAt,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Adds deviations found in a later message to a transfer, without duplicates. This creates no new version and
 * publishes no event.
 */
export async function addDeviations(db: Kysely<Tables>, id: string, deviations: readonly Deviation[]): Promise<void> {
  for (const deviation of deviations) {
    const added = JSON.stringify([deviation])
    await sql`
      update transfers set deviations = deviations || ${added}::jsonb
      where id = ${id} and not deviations @> ${added}::jsonb and jsonb_array_length(deviations) < ${DEVIATIONS_MAX}`.execute(
      db,
    )
  }
}

/** The version that last changed the data that checks read. */
export async function loadDataVersion(db: Kysely<Tables>, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('transfers').select('dataVersion').where('id', '=', id).executeTakeFirst()
  return row?.dataVersion
}

/** Replaces the issues of a transfer whose data was completed. This creates no new version. */
export async function saveIssues(db: Kysely<Tables>, id: string, issues: readonly IvmsIssue[]): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ ivms101Issues: JSON.stringify(issues) })
    .where('id', '=', id)
    .execute()
}

/** The sealed part of a transfer. */
export interface TransferSecrets {
  readonly ivms101: Ivms101
  /** The URL for our next message: the callback of the inquiry, or of its approval. */
  readonly callback?: string
  /** Our customer, as named by the client or by the address book entry. */
  readonly customerReference?: string
  /** SHA-256 of the canonical input of a SENT or registered transfer. */
  readonly inputSha256?: string
}

export function sealSecrets(key: Sealing, id: string, secrets: TransferSecrets): Buffer {
  return key.seal(JSON.stringify(secrets), secretsContext(id))
}

/** The secrets of these transfers, by id; erased transfers are absent. */
export async function loadAllSecrets(
  db: Kysely<Tables>,
  sealer: Sealer,
  ids: readonly string[],
): Promise<Map<string, TransferSecrets>> {
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'privateSealed'])
    .where('id', 'in', ids)
    .where('erasedAt', 'is', null)
    .execute()
  const keyOf = await sealer.records.load(db, ids)
  return new Map(rows.map(({ id, privateSealed }) => [id, openSecrets(keyOf(id), id, privateSealed)]))
}

/** The secrets of one transfer. Throws if it does not exist or has been erased. */
export async function loadSecrets(db: Kysely<Tables>, sealer: Sealer, id: string): Promise<TransferSecrets> {
  const found = (await loadAllSecrets(db, sealer, [id])).get(id)
  if (found === undefined) throw new Error('the transfer does not exist, or was erased')
  return found
}

/** Replaces the secrets of a transfer. */
export async function saveSecrets(
  db: Kysely<Tables>,
  sealer: Sealer,
  id: string,
  secrets: TransferSecrets,
): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ privateSealed: sealSecrets(await sealer.records.of(db, id), id, secrets) })
    .where('id', '=', id)
    .execute()
}

function openSecrets(key: Sealing, id: string, sealed: Buffer): TransferSecrets {
  return JSON.parse(key.open(sealed, secretsContext(id)).toString()) as TransferSecrets
}

export function secretsContext(id: string): string {
  return `transfer:${id}:private`
}
