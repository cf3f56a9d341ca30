import { outageOf } from '@travel-rule/database/database-outage'
import type { Attempt } from '@travel-rule/database/job-runner'
import { ok } from '@travel-rule/service/result'
import { type ChangePorts, systemActor, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import type { AttemptJob } from '../../messages/actions/queue-message.ts'
import { loadMessageFields } from '../../messages/store/outbound-messages.ts'
import { changeTransfer } from '../../transfers/actions/change-transfer.ts'
import { lockTransfer } from '../../transfers/store/transfers.ts'
import { isCurrent } from './begin-attempt.ts'

/** Number of runs in which a job may throw before its delivery is given up: about five minutes. */
const RUNS_MAX = 10

/**
 * Gives up a delivery whose job has thrown too often for a reason other than a database outage, so that an
 * officer sees a failure instead of a message that stays in flight forever. Otherwise rethrows `error`, so
 * that the job runs again.
 */
export async function abandonAttempt(
  service: WorkPorts & ChangePorts,
  job: AttemptJob,
  { error, run }: { readonly error: unknown; readonly run: Attempt },
): Promise<void> {
  const { signal, attempt, lastAttempt, jobId } = run
  const isFinal = lastAttempt || (attempt >= RUNS_MAX && outageOf(error) === undefined)
  if (signal.aborted || !isFinal) throw error
  await inTransaction<unknown>(service, async (work) => {
    // The message itself may be what cannot be read, so only its plain fields are loaded.
    const message = await loadMessageFields(work.tx, job.messageId)
    const transfer = message && (await lockTransfer(work.tx, work.sealer, message.transferId))
    if (transfer === undefined || message === undefined || !isCurrent(transfer, message, job)) return ok(undefined)
    const problem = `This node could not process the message: see “job failed” with the job ${jobId} in its log.`
    const { attempts } = job
    const command = { type: 'giveUpDelivery', kind: message.kind, attempts, problem, at: work.now() } as const
    return changeTransfer(service, work, { transfer, command, actor: systemActor })
  })
}
