import type { Database } from '@travel-rule/database/database'
import type { Jobs } from '@travel-rule/database/jobs'
import { type OnFailedStep, runSteps } from '@travel-rule/database/observe-maintenance'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import { countOutdatedKeys } from '@travel-rule/database/record-keys'
import { rewrapStep, runSealing, sealingStep } from '@travel-rule/database/run-sealing'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import { eraseDue } from '../../erasure/actions/retention.ts'
import type { ProofService } from '../../proofs/actions/proof-actions.ts'
import { countPlainProofs, sealPlainProofs } from '../../store/seal-proofs.ts'
import type { Tables } from '../../store/tables.ts'

/** The queue of the maintenance job, named after its first step, because older versions know that name. */
const MAINTENANCE_QUEUE = 'proof-sealing'

interface Maintained extends Omit<SealingParts, 'database' | 'sealer'> {
  readonly service: ProofService
  readonly onFailedStep: OnFailedStep
}

interface SealingParts {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  /** True if no process is running that cannot read data keys, so that older proofs may get them. */
  readonly sealsProofs: boolean
  readonly onBroken: OnBroken
  readonly logger: Logger
}

/** Interval between runs of the job, in seconds. */
const PERIOD_SECONDS = 15

export const MAINTENANCE_QUEUES = {
  [MAINTENANCE_QUEUE]: {
    concurrency: 1,
    retryLimit: 1_000,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 60,
    expireInSeconds: 60,
  },
} as const

type MaintenanceJobs = Pick<Jobs<typeof MAINTENANCE_QUEUE>, 'work' | 'enqueue'>

const STEPS = {
  maintainSealing: ({ service, ...parts }: Maintained) => maintainSealing({ ...service, ...parts }),
  eraseDue: ({ service }: Maintained) => eraseDue(service),
}

export const MAINTENANCE_STEPS = Object.keys(STEPS)

/**
 * Starts the job that seals proofs, rotates keys and erases what is past its retention period. The job
 * requeues itself, even after a failure, and runs in one process at a time.
 */
export async function workOnMaintenance(parts: Maintained, jobs: MaintenanceJobs): Promise<void> {
  const { now } = parts.service
  await jobs.work(MAINTENANCE_QUEUE, async () => {
    await runSteps(STEPS, parts, parts.onFailedStep)
    await schedule(parts.service, jobs, new Date(now().getTime() + PERIOD_SECONDS * 1_000))
  })
  await schedule(parts.service, jobs, now())
}

async function schedule({ database }: ProofService, jobs: MaintenanceJobs, at: Date): Promise<void> {
  // One job per period, however many processes ask for it.
  const singletonKey = String(Math.ceil(at.getTime() / (PERIOD_SECONDS * 1_000)))
  await database.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, MAINTENANCE_QUEUE, {}, { startAfter: at, singletonKey })
  })
}

/** Maximum number of proofs that one transaction seals. */
const SEAL_MAX = 50

/**
 * Seals proofs of older versions, and rewraps data keys with the current sealing key. It may be interrupted
 * anywhere and run in several processes at once. Logs when the older keys are no longer needed.
 */
export function maintainSealing(parts: SealingParts, options?: { readonly runMs: number }): Promise<void> {
  const { sealer, sealsProofs, onBroken } = parts
  const proofs = sealingStep<Tables, string>('proofs', (tx, after) =>
    sealPlainProofs(tx, sealer, { max: SEAL_MAX, after, onBroken }),
  )
  const steps = [...(sealsProofs ? [proofs] : []), rewrapStep<Tables>(sealer, onBroken)]
  return runSealing({ ...parts, steps, countOutdated: () => countOutdated(parts) }, options)
}

/** The number of data keys wrapped by an older sealing key, plus the number of proofs without a data key. */
export async function countOutdated({ database: { db }, sealer }: Pick<SealingParts, 'database' | 'sealer'>) {
  return (await countOutdatedKeys(db, sealer.wrapper)) + (await countPlainProofs(db))
}
