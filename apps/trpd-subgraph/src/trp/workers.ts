import type { QueueSettings } from '@travel-rule/database/jobs'
import type { Outbound } from '@travel-rule/service/outbound'
import { expire } from '../actions/expire-transfer.ts'
import type { AttemptJob } from '../actions/queue-message.ts'
import { continueRelease } from '../actions/release-transfers.ts'
import type { Node, QueueName } from '../actions/transfer-service.ts'
import { deliver } from './deliver.ts'

/** Lets this process work on everything that trpd has queued. */
export async function startWorkers(node: Node, outbound: Outbound): Promise<void> {
  const { jobs } = node
  await jobs.work<AttemptJob>('deliver', (job, { signal }) => deliver(node, outbound, { job, signal }))
  await jobs.work<{ transferId: string }>('expire', ({ transferId }) => expire(node, transferId))
  await jobs.work<{ vaspId: string }>('release', ({ vaspId }) => continueRelease(node, vaspId))
}

/** How long a job may take beyond the call that it makes, in seconds. */
const SLACK_SECONDS = 40

/**
 * The queues of trpd. A delivery that fails is put into the queue again by its own rules; the retries of the queue are for
 * attempts that were interrupted, by a crash or a database that was away.
 */
export function queues(outboundTimeoutSeconds: number): Record<QueueName, QueueSettings> {
  const interrupted = { retryLimit: 1_000, retryDelaySeconds: 1, retryDelayMaxSeconds: 60 }
  return {
    deliver: { ...interrupted, concurrency: 8, expireInSeconds: Math.ceil(outboundTimeoutSeconds) + SLACK_SECONDS },
    expire: { ...interrupted, concurrency: 2, expireInSeconds: 60 },
    release: { ...interrupted, concurrency: 1, expireInSeconds: 300 },
  }
}
