import type { QueueSettings } from '@travel-rule/database/jobs'
import type { QueueName } from '../actions/node.ts'

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
