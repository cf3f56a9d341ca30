import type { QueueSettings } from '@travel-rule/database/jobs'
import { continueProofCheck } from './checks/actions/continue-proof-check.ts'
import { type CheckJob, continueChecks } from './checks/actions/run-checks-again.ts'
import { mailDataRequest } from './data-requests/actions/mail-data-request.ts'
import type { MailJob } from './data-requests/actions/request-data.ts'
import { attemptDelivery } from './delivery/trp/deliver.ts'
import type { DeliveryMetrics } from './delivery/trp/delivery-metrics.ts'
import { refreshLeiRecords, scheduleLeiRecords } from './due-diligence/actions/refresh-lei-records.ts'
import type { QueueName, TransferService } from './foundation/actions/transfer-service.ts'
import { maintainQueries, scheduleMaintenance } from './maintenance/actions/maintain-queries.ts'
import type { AttemptJob } from './messages/actions/queue-message.ts'
import type { ProofCheckJob } from './ownership/actions/queue-proof-check.ts'
import { continueScreening, scheduleScreening } from './screening/actions/schedule-screening.ts'
import type { ScreeningProgress } from './screening/actions/screen-transfers.ts'
import { expireTransfer } from './transfers/actions/expire-transfer.ts'
import { DISCOVERY_TIMEOUT_MS } from './vasps/actions/discover-vasp.ts'
import { continueRelease, type ReleaseJob } from './vasps/actions/release-transfers.ts'

/** Time for a delivery in addition to discovery and its HTTP request, in seconds. */
const SLACK_SECONDS = 40

/**
 * The settings of the job queues.
 *
 * The queue only retries jobs that were interrupted by a crash or an unreachable database. A failed delivery
 * queues its own next attempt.
 */
export function queues({ timeout, concurrent, concurrentPerVasp }: DeliveryLimits): Record<QueueName, QueueSettings> {
  const retries = { retryLimit: 1_000, retryDelaySeconds: 1, retryDelayMaxSeconds: 60 }
  return {
    deliver: {
      ...retries,
      concurrency: concurrent,
      concurrencyReserved: reservedDeliveries(concurrent, concurrentPerVasp),
      concurrencyPerGroup: concurrentPerVasp,
      expireInSeconds: attemptSecondsMax(timeout),
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
  /** Time limit of a request in seconds. */
  readonly timeout: number
  /** Maximum number of concurrent deliveries in this process. */
  readonly concurrent: number
  /** Maximum number of concurrent deliveries to one VASP in this process. */
  readonly concurrentPerVasp: number
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
