import type { Outbound } from '@travel-rule/service/outbound'
import type { AttemptJob } from '../actions/enqueue-attempt.ts'
import { expire } from '../actions/expire.ts'
import type { Node } from '../actions/node.ts'
import { continueRelease } from '../actions/release-transfers.ts'
import { deliver } from './deliver.ts'

/** Lets this process work on everything that trpd has queued. */
export async function startWorkers(node: Node, outbound: Outbound): Promise<void> {
  const { jobs } = node
  await jobs.work<AttemptJob>('deliver', (job, { signal }) => deliver(node, outbound, { job, signal }))
  await jobs.work<{ transferId: string }>('expire', ({ transferId }) => expire(node, transferId))
  await jobs.work<{ vaspId: string }>('release', ({ vaspId }) => continueRelease(node, vaspId))
}
