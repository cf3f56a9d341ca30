import type { Sealer } from '@travel-rule/database/seal'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Direction, Transfer, TransferStatus } from '../domain/transfer.ts'
import { type Folder, folderOf } from '../domain/transfer-view.ts'
import type { Tables } from './tables.ts'
import { TRANSFER_COLUMNS, transferOfRow } from './transfer-rows.ts'

/** Conditions that a transfer must satisfy; absent ones match every transfer. */
export interface TransferFilter {
  readonly ids?: readonly string[] | undefined
  readonly directions?: readonly Direction[] | undefined
  readonly statuses?: readonly TransferStatus[] | undefined
  readonly folders?: readonly Folder[] | undefined
  readonly vaspIds?: readonly string[] | undefined
  readonly assetIds?: readonly string[] | undefined
  readonly requestIdentifier?: string | undefined
  readonly travelAddress?: string | undefined
  readonly txHash?: string | undefined
}

/** A transfer and its position in the list. */
export interface ListedTransfer {
  readonly sequence: bigint
  readonly transfer: Transfer
}

/** A page of transfers, newest first; those older than `before` if it is set. */
export async function listTransfers(
  db: Kysely<Tables>,
  sealer: Sealer,
  { filter, first, before }: { filter: TransferFilter; first: number; before?: bigint | undefined },
): Promise<ListedTransfer[]> {
  let query = matching(db, filter)
    .select(['sequence', ...TRANSFER_COLUMNS])
    .orderBy('sequence', 'desc')
    .limit(first)
  if (before !== undefined) query = query.where('sequence', '<', before)
  const rows = await query.execute()
  return rows.map((row) => ({ sequence: row.sequence, transfer: transferOfRow(row, row, sealer) }))
}

/** The number of transfers that match. */
export async function countTransfers(db: Kysely<Tables>, filter: TransferFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether this version of a transfer satisfies `filter`. */
export function matchesFilter(transfer: Transfer, filter: TransferFilter): boolean {
  const { state } = transfer
  return (
    (filter.ids?.includes(transfer.id) ?? true) &&
    (filter.directions?.includes(transfer.direction) ?? true) &&
    (filter.statuses?.includes(state.status) ?? true) &&
    (filter.folders?.includes(folderOf(transfer)) ?? true) &&
    (filter.vaspIds?.includes(transfer.vaspId) ?? true) &&
    (filter.assetIds?.includes(transfer.assetId) ?? true) &&
    (filter.requestIdentifier === undefined || filter.requestIdentifier.toLowerCase() === transfer.requestIdentifier) &&
    (filter.travelAddress === undefined || filter.travelAddress === transfer.travelAddress) &&
    (filter.txHash === undefined || (state.status === 'CONFIRMED' && filter.txHash === state.txHash))
  )
}

/** The number of transfers whose latest message has not been delivered. */
export async function countUndelivered(db: Kysely<Tables>): Promise<Record<'RETRYING' | 'FAILED', number>> {
  const rows = await db
    .selectFrom('transfers')
    .select(['delivery_state', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('delivery_state', 'in', ['RETRYING', 'FAILED'])
    .groupBy('delivery_state')
    .execute()
  const counts = new Map(rows.map((row) => [row.delivery_state, Number(row.count)]))
  return { RETRYING: counts.get('RETRYING') ?? 0, FAILED: counts.get('FAILED') ?? 0 }
}

function matching(db: Kysely<Tables>, filter: TransferFilter) {
  let query = db.selectFrom('transfers')
  if (filter.ids) query = query.where('id', 'in', some(filter.ids))
  if (filter.directions) query = query.where('direction', 'in', some(filter.directions))
  if (filter.statuses) query = query.where('status', 'in', some(filter.statuses))
  if (filter.vaspIds) query = query.where('vasp_id', 'in', some(filter.vaspIds))
  if (filter.assetIds) query = query.where('asset_id', 'in', some(filter.assetIds))
  if (filter.requestIdentifier !== undefined) query = query.where('request_identifier', '=', filter.requestIdentifier)
  if (filter.travelAddress !== undefined) query = query.where('travel_address', '=', filter.travelAddress)
  if (filter.txHash !== undefined) query = query.where('tx_hash', '=', filter.txHash)
  if (filter.folders) query = inFolders(query, filter.folders)
  return query
}

/** `folderOf` in SQL. */
function inFolders<Output>(query: SelectQueryBuilder<Tables, 'transfers', Output>, folders: readonly Folder[]) {
  return query.where((eb) => {
    const open = eb('archived_at', 'is', null)
    const is = (status: TransferStatus, direction: Direction) =>
      eb.and([eb('status', '=', status), eb('direction', '=', direction)])
    const inbox = eb.and([
      open,
      eb.or([eb('status', '=', 'BLOCKED'), is('PENDING', 'RECEIVED'), is('APPROVED', 'SENT')]),
    ])
    const waiting = eb.and([open, eb.or([is('PENDING', 'SENT'), is('APPROVED', 'RECEIVED')])])
    const archive = eb.or([
      eb('archived_at', 'is not', null),
      eb('status', 'not in', ['BLOCKED', 'PENDING', 'APPROVED']),
    ])
    const rules = { INBOX: inbox, WAITING: waiting, ARCHIVE: archive }
    return eb.or(folders.map((folder) => rules[folder]))
  })
}

/** SQL does not allow an empty list. A list with null also matches nothing. */
function some<Value>(values: readonly Value[]): readonly (Value | null)[] {
  return values.length === 0 ? [null] : values
}
