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
  'amountUnit',
  'address',
  'txHash',
  'reasonSealed',
  'expiresAt',
  'decidedBy',
  'archivedAt',
  'deliveryState',
  'deliveryKind',
  'deliveryAttempts',
  'deliveryNextAttemptAt',
  'deliveryProblemSealed',
  'updatedAt',
] as const satisfies readonly (keyof TransferStateRow)[]

/** The immutable columns, except `privateSealed`, which is large and rarely needed. */
export const FACT_COLUMNS = [
  'id',
  'direction',
  'channel',
  'requestIdentifier',
  'assetId',
  'amount',
  'travelAddress',
  'vaspId',
  'originAddress',
  'addressBookEntryId',
  'protocolVersion',
  'ivms101Issues',
  'deviations',
  'customerFingerprint',
  'sender',
  'erasedAt',
  'createdAt',
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
    requestIdentifier: facts.requestIdentifier,
    assetId: facts.assetId,
    amount: facts.amount,
    ...(!facts.travelAddress ? {} : { travelAddress: facts.travelAddress }),
    ...(facts.vaspId === null ? {} : { vaspId: facts.vaspId }),
    ...(facts.originAddress === null ? {} : { originAddress: facts.originAddress }),
    ...(facts.addressBookEntryId === null ? {} : { addressBookEntryId: facts.addressBookEntryId }),
    ...(facts.protocolVersion === null ? {} : { protocolVersion: facts.protocolVersion }),
    ivms101Issues: facts.ivms101Issues,
    deviations: facts.deviations,
    ...(facts.customerFingerprint?.length ? { customerFingerprint: facts.customerFingerprint } : {}),
    ...(facts.sender === null ? {} : { sender: facts.sender }),
    createdAt: facts.createdAt,
    version: state.version,
    state: stateOfRow(facts, state, key),
    delivery: deliveryOfRow(facts.id, state, key),
    ...(state.amountUnit === null ? {} : { amountUnit: state.amountUnit }),
    ...(state.decidedBy === null ? {} : { decidedBy: state.decidedBy }),
    ...(state.archivedAt === null ? {} : { archivedAt: state.archivedAt }),
    ...(facts.erasedAt === null ? {} : { erasedAt: facts.erasedAt }),
    updatedAt: state.updatedAt,
  }
}

/** The values of the immutable columns. */
export function factColumns(transfer: Transfer) {
  return {
    id: transfer.id,
    direction: transfer.direction,
    channel: transfer.channel,
    requestIdentifier: transfer.requestIdentifier,
    assetId: transfer.assetId,
    amount: transfer.amount,
    travelAddress: transfer.travelAddress ?? null,
    vaspId: transfer.vaspId ?? null,
    originAddress: transfer.originAddress ?? null,
    addressBookEntryId: transfer.addressBookEntryId ?? null,
    protocolVersion: transfer.protocolVersion ?? null,
    ivms101Issues: JSON.stringify(transfer.ivms101Issues),
    deviations: JSON.stringify(transfer.deviations),
    customerFingerprint: transfer.customerFingerprint ?? Buffer.alloc(0),
    sender: transfer.sender === undefined ? null : JSON.stringify(transfer.sender),
    createdAt: transfer.createdAt,
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
    amountUnit: transfer.amountUnit ?? null,
    address: ('address' in state ? state.address : undefined) ?? null,
    txHash: (state.status === 'CONFIRMED' ? state.txHash : lateTxHashOf(transfer)) ?? null,
    reasonSealed: 'reason' in state ? key.seal(state.reason, reasonContext(transfer.id)) : null,
    expiresAt: ('expiresAt' in state ? state.expiresAt : undefined) ?? null,
    decidedBy: transfer.decidedBy ?? null,
    archivedAt: transfer.archivedAt ?? null,
    deliveryState: delivery.state,
    deliveryKind: delivery.state === 'NONE' ? null : delivery.kind,
    deliveryAttempts: delivery.state === 'NONE' ? 0 : delivery.attempts,
    deliveryNextAttemptAt: (delivery.state === 'NONE' ? undefined : delivery.nextAttemptAt) ?? null,
    deliveryProblemSealed: problem === undefined ? null : key.seal(problem, problemContext(transfer.id)),
    updatedAt: transfer.updatedAt,
  }
}

function stateOfRow({ id, erasedAt }: FactColumns, row: TransferStateRow, key: Sealing): TransferState {
  const isErased = erasedAt !== null
  const expiresAt = row.expiresAt === null ? {} : { expiresAt: row.expiresAt }
  const address = row.address === null ? {} : { address: row.address }
  switch (row.status) {
    case 'BLOCKED':
      return { status: 'BLOCKED', holds: row.holds }
    case 'PENDING':
      return { status: 'PENDING', ...expiresAt }
    case 'APPROVED':
      return { status: 'APPROVED', address: kept(row.address, isErased), ...expiresAt }
    case 'CONFIRMED':
      return { status: 'CONFIRMED', address: kept(row.address, isErased), txHash: present(row.txHash) }
    case 'FAILED':
      return { status: 'FAILED', reason: isErased ? '' : openReason(id, row, key) }
    case 'DECLINED':
    case 'CANCELED':
    case 'EXPIRED': {
      const late = row.txHash === null ? {} : { lateTxHash: row.txHash }
      return { status: row.status, reason: isErased ? '' : openReason(id, row, key), ...address, ...late }
    }
  }
}

function deliveryOfRow(id: string, row: TransferStateRow, key: Sealing): Delivery {
  if (row.deliveryState === 'NONE') return { state: 'NONE' }
  return {
    state: row.deliveryState,
    kind: present(row.deliveryKind),
    attempts: row.deliveryAttempts,
    ...(row.deliveryNextAttemptAt === null ? {} : { nextAttemptAt: row.deliveryNextAttemptAt }),
    ...(row.deliveryProblemSealed === null
      ? {}
      : { lastProblem: key.open(row.deliveryProblemSealed, problemContext(id)).toString() }),
  }
}

function openReason(id: string, { reasonSealed }: TransferStateRow, key: Sealing): string {
  return key.open(present(reasonSealed), reasonContext(id)).toString()
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
