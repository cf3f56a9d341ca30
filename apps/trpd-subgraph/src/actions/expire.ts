import { lockTransfer } from '../store/transfers.ts'
import { systemActor } from './actors.ts'
import { changeTransfer } from './change-transfer.ts'
import type { Node } from './node.ts'
import { done, inTransaction } from './work.ts'

/** Ends a transfer whose time limit has passed; any other is left as it is. */
export async function expire(node: Node, transferId: string): Promise<void> {
  await inTransaction<unknown>(node, async (work) => {
    const transfer = await lockTransfer(work.tx, node.sealer, transferId)
    if (transfer === undefined) return done(undefined)
    const command = { type: 'expire', at: node.now() } as const
    return changeTransfer(node, work, { transfer, command, actor: systemActor })
  })
}
