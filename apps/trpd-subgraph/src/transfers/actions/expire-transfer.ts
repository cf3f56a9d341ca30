import { ok } from '@travel-rule/service/result'
import { type ChangePorts, systemActor, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { lockTransfer } from '../store/transfers.ts'
import { changeTransfer } from './change-transfer.ts'

/** Expires a transfer whose time limit has passed; otherwise schedules another check. */
export async function expireTransfer(service: WorkPorts & ChangePorts, transferId: string): Promise<void> {
  await inTransaction<unknown>(service, async (work) => {
    const transfer = await lockTransfer(work.tx, work.sealer, transferId)
    if (transfer === undefined) return ok(undefined)
    const at = work.now()
    const { state } = transfer
    const expiresAt = 'expiresAt' in state ? state.expiresAt : undefined
    if (expiresAt !== undefined && expiresAt > at) {
      // The queue uses the database clock, so this compensates for its offset from ours.
      const startAfter = new Date(2 * expiresAt.getTime() - at.getTime())
      await work.jobs.enqueue(work.tx, 'expire', { transferId }, { startAfter })
    }
    return changeTransfer(service, work, { transfer, command: { type: 'expire', at }, actor: systemActor })
  })
}
