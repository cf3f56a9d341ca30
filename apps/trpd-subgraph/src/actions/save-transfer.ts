import type { Actor } from '@travel-rule/database/outbox'
import { assetById } from '../domain/asset.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { TransferEventType } from '../domain/transfer-command.ts'
import { appendHistory } from '../store/transfer-history.ts'
import { updateTransfer } from '../store/transfers.ts'
import type { Node } from './node.ts'
import type { Work } from './work.ts'

/** A change of a transfer: what happened, and who did it. */
export interface TransferChange {
  readonly transfer: Transfer
  readonly event: TransferEventType
  readonly actor: Actor
}

/** Stores the next version of a transfer with its history, its event and its time limit. */
export async function saveTransfer(node: Node, work: Work, change: TransferChange): Promise<void> {
  await updateTransfer(work.tx, node.sealer, change.transfer)
  await publishTransfer(node, work, change)
}

/** The history, event and time limit of a version whose row is stored. */
export async function publishTransfer(
  { sealer, jobs }: Node,
  { tx, record }: Work,
  { transfer, event, actor }: TransferChange,
): Promise<void> {
  await appendHistory(tx, sealer, { event, actor, transfer })
  const { state } = transfer
  const expiresAt = 'expiresAt' in state ? state.expiresAt : undefined
  if (expiresAt !== undefined) {
    const singletonKey = `${transfer.id}:${expiresAt.getTime()}`
    await jobs.enqueue(tx, 'expire', { transferId: transfer.id }, { startAfter: expiresAt, singletonKey })
  }
  record({
    type: event,
    subject: { type: 'transfer', id: transfer.id },
    actor,
    at: transfer.updatedAt,
    detail: {
      version: transfer.version,
      direction: transfer.direction,
      status: state.status,
      delivery: transfer.delivery.state,
      deliveryKind: transfer.delivery.state === 'NONE' ? null : transfer.delivery.kind,
      vaspId: transfer.vaspId,
      asset: transfer.assetId,
      assetSymbol: assetById(transfer.assetId)?.symbol ?? null,
      amount: transfer.amount,
      amountUnit: transfer.amountUnit ?? null,
      txHash: state.status === 'CONFIRMED' ? state.txHash : null,
    },
  })
}
