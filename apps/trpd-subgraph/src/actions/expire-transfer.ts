import type { Transfer } from '../domain/transfer.ts'
import { lockTransfer } from '../store/transfers.ts'
import { changeTransfer } from './change-transfer.ts'
import { type Node, systemActor } from './transfer-service.ts'
import { done, inTransaction, type Work } from './unit-of-work.ts'

/** Ends a transfer whose time limit has passed; one whose limit has not is looked at again. */
export async function expire(node: Node, transferId: string): Promise<void> {
  await inTransaction<unknown>(node, async (work) => {
    const transfer = await lockTransfer(work.tx, node.sealer, transferId)
    if (transfer === undefined) return done(undefined)
    const at = node.now()
    await lookAgain(node, work, transfer, at)
    return changeTransfer(node, work, { transfer, command: { type: 'expire', at }, actor: systemActor })
  })
}

/** The queue goes by the clock of the database: what came too early by ours is put off by as much. */
async function lookAgain({ jobs }: Node, { tx }: Work, { id, state }: Transfer, at: Date): Promise<void> {
  const limit = 'expiresAt' in state ? state.expiresAt : undefined
  if (limit === undefined || limit <= at) return
  const startAfter = new Date(2 * limit.getTime() - at.getTime())
  await jobs.enqueue(tx, 'expire', { transferId: id }, { startAfter })
}
