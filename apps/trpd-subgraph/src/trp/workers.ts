import type { QueueSettings } from '@travel-rule/database/jobs'
import { mailDataRequest } from '../actions/data-requests/mail-data-request.ts'
import type { MailJob } from '../actions/data-requests/request-data.ts'
import { DISCOVERY_TIMEOUT_MS } from '../actions/discover-vasp.ts'
import { expireTransfer } from '../actions/expire-transfer.ts'
import { maintainQueries, scheduleMaintenance } from '../actions/maintain-queries.ts'
import { continueProofCheck } from '../actions/ownership/continue-proof-check.ts'
import type { ProofCheckJob } from '../actions/ownership/queue-proof-check.ts'
import type { AttemptJob } from '../actions/queue-message.ts'
import { refreshLeiRecords, scheduleLeiRecords } from '../actions/refresh-lei-records.ts'
import { continueRelease, type ReleaseJob } from '../actions/release-transfers.ts'
import { type CheckJob, continueChecks } from '../actions/run-checks-again.ts'
import { continueScreening, scheduleScreening } from '../actions/screening/schedule-screening.ts'
import type { ScreeningProgress } from '../actions/screening/screen-transfers.ts'
import type { QueueName, TransferService } from '../actions/transfer-service.ts'
import { attemptDelivery } from './deliver.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'

/** Time for a delivery in addition to discovery and its HTTP request, in seconds. */
const SLACK_SECONDS = 40

/**
 * The settings of the job queues.
 *
 * The queue only retries jobs that were interrupted by a crash or an unreachable database. A failed delivery
 * queues its own next attempt.
 */
export function queues({
  outboundTimeoutSeconds,
  deliveriesMax,
  deliveriesPerVaspMax,
}: DeliveryLimits): Record<QueueName, QueueSettings> {
  const retries = { retryLimit: 1_000, retryDelaySeconds: 1, retryDelayMaxSeconds: 60 }
  return {
    deliver: {
      ...retries,
      concurrency: deliveriesMax,
      concurrencyReserved: reservedDeliveries(deliveriesMax, deliveriesPerVaspMax),
      concurrencyPerGroup: deliveriesPerVaspMax,
      expireInSeconds: attemptSecondsMax(outboundTimeoutSeconds),
    },
    expire: { ...retries, concurrency: 2, expireInSeconds: 60 },
    check: { ...retries, concurrency: 4, expireInSeconds: 60 },
    proofCheck: { ...retries, concurrency: 1, expireInSeconds: 60 },
    release: { ...retries, concurrency: 1, expireInSeconds: 300 },
    // Enough for more than a day.
    mail: { retryLimit: 60, retryDelaySeconds: 2, retryDelayMaxSeconds: 3_600, concurrency: 1, expireInSeconds: 60 },
    maintain: { ...retries, concurrency: 1, expireInSeconds: 60 },
    leiRecords: { ...retries, concurrency: 1, expireInSeconds: 600 },
    screen: { ...retries, concurrency: 1, expireInSeconds: 600 },
  }
}

interface DeliveryLimits {
  readonly outboundTimeoutSeconds: number
  /** Maximum number of concurrent deliveries in this process. */
  readonly deliveriesMax: number
  /** Maximum number of concurrent deliveries to one VASP in this process. */
  readonly deliveriesPerVaspMax: number
}

/**
 * The number of deliveries reserved for VASPs that have accepted a message before, so that any number of
 * hanging VASPs leave workers for them: a third, if that is enough for one VASP.
 */
function reservedDeliveries(deliveriesMax: number, deliveriesPerVaspMax: number): number {
  const third = Math.floor(deliveriesMax / 3)
  return third >= deliveriesPerVaspMax ? third : 0
}

/** Time limit of one delivery attempt in seconds, discovery included. */
export function attemptSecondsMax(outboundTimeoutSeconds: number): number {
  return Math.ceil(outboundTimeoutSeconds + DISCOVERY_TIMEOUT_MS / 1_000) + SLACK_SECONDS
}

/** Starts the workers of all queues in this process. */
export async function startWorkers(service: TransferService, deliveries: DeliveryMetrics): Promise<void> {
  const { jobs } = service
  await jobs.work<AttemptJob>('deliver', (job, run) => attemptDelivery(service, deliveries, job, run))
  await jobs.work<{ transferId: string }>('expire', ({ transferId }) => expireTransfer(service, transferId))
  await jobs.work<ReleaseJob>('release', (job) => continueRelease(service, job))
  await jobs.work<CheckJob>('check', (job, { signal }) => continueChecks(service, job, signal))
  await jobs.work<ProofCheckJob>('proofCheck', (job) => continueProofCheck(service, job))
  await jobs.work<MailJob>('mail', (job, run) => mailDataRequest(service, job, run))
  const progress: ScreeningProgress = {}
  await jobs.work('screen', (_job, { signal }) => continueScreening(service, progress, signal))
  await jobs.work('leiRecords', (_job, { signal }) => refreshLeiRecords(service, signal))
  await jobs.work('maintain', () => maintainQueries(service))
  await scheduleMaintenance(service)
  await scheduleScreening(service)
  await scheduleLeiRecords(service)
}
