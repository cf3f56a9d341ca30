import { ok } from '@travel-rule/service/result'
import {
  type ChangePorts,
  type Ports,
  secondsAfter,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { type ScreeningProgress, screenChangedTransfers } from './screen-transfers.ts'

/** Interval at which the job looks for transfers that were not screened against the loaded lists, in seconds. */
const PERIOD_SECONDS = 5

/** Queues the screening job, which then requeues itself. Safe to call at any time from any process. */
export async function scheduleScreening(service: WorkPorts & Ports<'policy'>, at = service.now()): Promise<void> {
  if (!service.policy.screening.isOn) return
  await inTransaction(service, async ({ tx, jobs }) => {
    // One job per period, however many processes ask for it.
    const singletonKey = String(Math.ceil(at.getTime() / (PERIOD_SECONDS * 1_000)))
    await jobs.enqueue(tx, 'screen', {}, { startAfter: at, singletonKey })
    return ok(true)
  })
}

/** Screens transfers that are due, and queues the next run. */
export async function continueScreening(
  service: WorkPorts & ChangePorts & Ports<'screening'>,
  progress: ScreeningProgress,
  signal: AbortSignal,
): Promise<void> {
  if (!service.policy.screening.isOn) return
  let remain = true
  while (remain && !signal.aborted) remain = await screenChangedTransfers(service, progress, signal)
  await scheduleScreening(service, secondsAfter(service.now(), PERIOD_SECONDS))
}
