import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { QueryExecutorProvider } from 'kysely'
import type { TransferRow, TransferStateRow } from '../../foundation/store/tables.ts'
import { type Delivery, lateTxHashOf, type Transfer, type TransferState } from '../domain/transfer.ts'

/** The mutable columns, which the history copies. */
export const STATE_COLUMNS = [
  'version',
  'status',
  'holds',
  'amount_unit',
  'address',
  'tx_hash',
  'reason_sealed',
  'expires_at',
  'decided_by',
  'archived_at',
  'delivery_state',
  'delivery_kind',
  'delivery_attempts',
  'delivery_next_attempt_at',
  'delivery_problem_sealed',
  'updated_at',
] as const satisfies readonly (keyof TransferStateRow)[]

/** The immutable columns, except `private_sealed`, which is large and rarely needed. */
export const FACT_COLUMNS = [
  'id',
  'direction',
  'channel',
  'request_identifier',
  'asset_id',
  'amount',
  'travel_address',
  'vasp_id',
  'origin_address',
  'address_book_entry_id',
  'protocol_version',
  'ivms101_issues',
  'deviations',
  'customer_fingerprint',
  'sender',
  'erased_at',
  'created_at',
] as const satisfies readonly (keyof TransferRow)[]

/** The columns of `transfers` read by `transferOfRow`. */
export const TRANSFER_COLUMNS = [...FACT_COLUMNS, ...STATE_COLUMNS] as const

type FactColumns = Pick<TransferRow, (typeof FACT_COLUMNS)[number]>

/** The transfers of these rows. Loads their keys in one statement. */
export async function transfersOfRows(
  db: QueryExecutorProvider,
  sealer: Sealer,
  rows: readonly (FactColumns & TransferStateRow)[],
): Promise<Transfer[]> {
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => transferOfRow(row, row, keyOf(row.id)))
}

/** The transfer at the version given by `state`. */
export function transferOfRow(facts: FactColumns, state: TransferStateRow, key: Sealing): Transfer {
  return {
    id: facts.id,
    direction: facts.direction,
    channel: facts.channel,
    requestIdentifier: facts.request_identifier,
    assetId: facts.asset_id,
    amount: facts.amount,
    ...(!facts.travel_address ? {} : { travelAddress: facts.travel_address }),
    ...(facts.vasp_id === null ? {} : { vaspId: facts.vasp_id }),
    ...(facts.origin_address === null ? {} : { originAddress: facts.origin_address }),
    ...(facts.address_book_entry_id === null ? {} : { addressBookEntryId: facts.address_book_entry_id }),
    ...(facts.protocol_version === null ? {} : { protocolVersion: facts.protocol_version }),
    ivms101Issues: facts.ivms101_issues,
    deviations: facts.deviations,
    ...(facts.customer_fingerprint?.length ? { customerFingerprint: facts.customer_fingerprint } : {}),
    ...(facts.sender === null ? {} : { sender: facts.sender }),
    createdAt: facts.created_at,
    version: state.version,
    state: stateOfRow(facts, state, key),
    delivery: deliveryOfRow(facts.id, state, key),
    ...(state.amount_unit === null ? {} : { amountUnit: state.amount_unit }),
    ...(state.decided_by === null ? {} : { decidedBy: state.decided_by }),
    ...(state.archived_at === null ? {} : { archivedAt: state.archived_at }),
    ...(facts.erased_at === null ? {} : { erasedAt: facts.erased_at }),
    updatedAt: state.updated_at,
  }
}

/** The values of the immutable columns. */
export function factColumns(transfer: Transfer) {
  return {
    id: transfer.id,
    direction: transfer.direction,
    channel: transfer.channel,
    request_identifier: transfer.requestIdentifier,
    asset_id: transfer.assetId,
    amount: transfer.amount,
    travel_address: transfer.travelAddress ?? null,
    vasp_id: transfer.vaspId ?? null,
    origin_address: transfer.originAddress ?? null,
    address_book_entry_id: transfer.addressBookEntryId ?? null,
    protocol_version: transfer.protocolVersion ?? null,
    ivms101_issues: JSON.stringify(transfer.ivms101Issues),
    deviations: JSON.stringify(transfer.deviations),
    customer_fingerprint: transfer.customerFingerprint ?? Buffer.alloc(0),
    sender: transfer.sender === undefined ? null : JSON.stringify(transfer.sender),
    created_at: transfer.createdAt,
  }
}

/** The values of the mutable columns. */
export function stateColumns(transfer: Transfer, key: Sealing) {
  const { state, delivery } = transfer
  const problem = delivery.state === 'NONE' ? undefined : delivery.lastProblem
  return {
    version: transfer.version,
    status: state.status,
    holds: JSON.stringify(state.status === 'BLOCKED' ? state.holds : []),
    amount_unit: transfer.amountUnit ?? null,
    address: ('address' in state ? state.address : undefined) ?? null,
    tx_hash: (state.status === 'CONFIRMED' ? state.txHash : lateTxHashOf(transfer)) ?? null,
    reason_sealed: 'reason' in state ? key.seal(state.reason, reasonContext(transfer.id)) : null,
    expires_at: ('expiresAt' in state ? state.expiresAt : undefined) ?? null,
    decided_by: transfer.decidedBy ?? null,
    archived_at: transfer.archivedAt ?? null,
    delivery_state: delivery.state,
    delivery_kind: delivery.state === 'NONE' ? null : delivery.kind,
    delivery_attempts: delivery.state === 'NONE' ? 0 : delivery.attempts,
    delivery_next_attempt_at: (delivery.state === 'NONE' ? undefined : delivery.nextAttemptAt) ?? null,
    delivery_problem_sealed: problem === undefined ? null : key.seal(problem, problemContext(transfer.id)),
    updated_at: transfer.updatedAt,
  }
}

function stateOfRow({ id, erased_at }: FactColumns, row: TransferStateRow, key: Sealing): TransferState {
  const isErased = erased_at !== null
  const expiresAt = row.expires_at === null ? {} : { expiresAt: row.expires_at }
  const address = row.address === null ? {} : { address: row.address }
  switch (row.status) {
    case 'BLOCKED':
      return { status: 'BLOCKED', holds: row.holds }
    case 'PENDING':
      return { status: 'PENDING', ...expiresAt }
    case 'APPROVED':
      return { status: 'APPROVED', address: kept(row.address, isErased), ...expiresAt }
    case 'CONFIRMED':
      return { status: 'CONFIRMED', address: kept(row.address, isErased), txHash: present(row.tx_hash) }
    case 'FAILED':
      return { status: 'FAILED', reason: isErased ? '' : openReason(id, row, key) }
    case 'DECLINED':
    case 'CANCELED':
    case 'EXPIRED': {
      const late = row.tx_hash === null ? {} : { lateTxHash: row.tx_hash }
      return { status: row.status, reason: isErased ? '' : openReason(id, row, key), ...address, ...late }
    }
  }
}

function deliveryOfRow(id: string, row: TransferStateRow, key: Sealing): Delivery {
  if (row.delivery_state === 'NONE') return { state: 'NONE' }
  return {
    state: row.delivery_state,
    kind: present(row.delivery_kind),
    attempts: row.delivery_attempts,
    ...(row.delivery_next_attempt_at === null ? {} : { nextAttemptAt: row.delivery_next_attempt_at }),
    ...(row.delivery_problem_sealed === null
      ? {}
      : { lastProblem: key.open(row.delivery_problem_sealed, problemContext(id)).toString() }),
  }
}

function openReason(id: string, { reason_sealed }: TransferStateRow, key: Sealing): string {
  return key.open(present(reason_sealed), reasonContext(id)).toString()
}

export function reasonContext(id: string): string {
  return `transfer:${id}:reason`
}

export function problemContext(id: string): string {
  return `transfer:${id}:problem`
}

/** Empty once it has been erased. */
function kept(value: string | null, isErased: boolean): string {
  return isErased ? (value ?? '') : present(value)
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a transfer row lacks a column that its status requires')
  return value
}
