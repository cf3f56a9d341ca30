import type { Command } from '../domain/transfer-command.ts'
import { parseConfirmation } from '../domain/trp-message/confirmation.ts'
import { lockTransfer } from '../store/transfers.ts'
import { counterpartyActor } from './actors.ts'
import { changeTransfer, vaspOf } from './change-transfer.ts'
import type { Node } from './node.ts'
import type { ReceivedCallback } from './receive-callback.ts'
import { type TrpReply, takeMessage } from './take-message.ts'
import { done, refuse } from './work.ts'

/** Takes the transaction hash, or the cancellation, of what we approved: 204, or as the body deserves. */
export async function receiveConfirmation(node: Node, received: ReceivedCallback): Promise<TrpReply> {
  const confirmation = parseConfirmation(received.body)
  if (!confirmation.ok) return { status: confirmation.problem.status, body: confirmation.problem.message }
  return takeMessage(node, received, async (work) => {
    const transfer = await lockTransfer(work.tx, node.sealer, received.transferId)
    if (transfer === undefined) return refuse('TRANSACTION_NOT_FOUND', 'The transaction does not exist any more.')
    const at = node.now()
    const command: Command =
      confirmation.value.type === 'confirmed'
        ? { type: 'receiveConfirmation', txHash: confirmation.value.txid, at }
        : { type: 'receiveCancellation', reason: confirmation.value.reason, at }
    const actor = counterpartyActor(await vaspOf(work, transfer))
    const outcome = await changeTransfer(node, work, { transfer, command, actor })
    return outcome.ok ? done({ status: 204, body: '' }) : outcome
  })
}
