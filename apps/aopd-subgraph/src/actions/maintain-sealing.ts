import type { Database } from '@travel-rule/database/database'
import type { Jobs } from '@travel-rule/database/jobs'
import { type OnFailedStep, runSteps } from '@travel-rule/database/observe-maintenance'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import { countOutdatedKeys, rewrapDataKeys } from '@travel-rule/database/record-keys'
import { runInPages } from '@travel-rule/database/run-in-pages'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import { countPlainProofs, sealPlainProofs } from '../store/seal-proofs.ts'
import type { Tables } from '../store/tables.ts'

/** The queue of the job that seals proofs and rotates keys. */
export const SEALING_QUEUE = 'proof-sealing'

interface Maintained {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  /** Whether no program runs that cannot read data keys, so that older proofs may get them. */
  readonly sealsProofs: boolean
  readonly onBroken: OnBroken
  readonly onFailedStep: OnFailedStep
  readonly logger: Logger
  readonly now: () => Date
}

/** How often the job runs, in seconds. */
const PERIOD_SECONDS = 15
/** Maximum number of proofs that one transaction seals. */
const SEAL_MAX = 50
/** Maximum number of data keys that one transaction wraps again. */
const REWRAP_MAX = 500
/** How long a run starts transactions; the next one goes on. */
const RUN_MS = 5_000

/**
 * Seals proofs of older versions, and wraps data keys with the current sealing key. It can be
 * interrupted anywhere, and run by several processes at a time. Says so when nothing needs the older
 * keys any more.
 */
export async function maintainSealing(parts: Omit<Maintained, 'now' | 'onFailedStep'>, { runMs = RUN_MS } = {}) {
  const { database, sealer, sealsProofs, onBroken, logger } = parts
  const deadlineMs = performance.now() + runMs
  const sealed = sealsProofs
    ? await runInPages(database, { name: 'proofs', deadlineMs }, (tx, after: string | undefined) =>
        sealPlainProofs(tx, sealer, { max: SEAL_MAX, after, onBroken }),
      )
    : 0
  const rewrapped = await runInPages(database, { name: 'data keys', deadlineMs }, (tx, after: string | undefined) =>
    rewrapDataKeys(tx, sealer.wrapper, { max: REWRAP_MAX, after, onBroken }),
  )
  if (sealed + rewrapped === 0 || (await countOutdated({ database, sealer })) > 0) return
  logger.info(
    { sealingKey: sealer.wrapper.keyId },
    'the older sealing keys can be removed: nothing in the database needs them',
  )
}

/** How many data keys an older sealing key wraps, and how many proofs have none. */
export async function countOutdated({ database: { db }, sealer }: Pick<Maintained, 'database' | 'sealer'>) {
  return (await countOutdatedKeys(db, sealer.wrapper)) + (await countPlainProofs(db))
}

export const SEALING_QUEUES = {
  [SEALING_QUEUE]: {
    concurrency: 1,
    retryLimit: 1_000,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 60,
    expireInSeconds: 60,
  },
} as const

type SealingJobs = Pick<Jobs<typeof SEALING_QUEUE>, 'work' | 'enqueue'>

const STEPS = { maintainSealing: (parts: Maintained) => maintainSealing(parts) }

/** The names of the steps of the job. */
export const MAINTENANCE_STEPS = Object.keys(STEPS)

/** Starts the job, which repeats by itself, also after a failure; one process at a time runs it. */
export async function workOnSealing(parts: Maintained, jobs: SealingJobs): Promise<void> {
  await jobs.work(SEALING_QUEUE, async () => {
    await runSteps(STEPS, parts, parts.onFailedStep)
    await schedule(parts, jobs, new Date(parts.now().getTime() + PERIOD_SECONDS * 1_000))
  })
  await schedule(parts, jobs, parts.now())
}

async function schedule({ database }: Maintained, jobs: SealingJobs, at: Date): Promise<void> {
  // One job per period, however many processes ask for it.
  const singletonKey = String(Math.ceil(at.getTime() / (PERIOD_SECONDS * 1_000)))
  await database.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, SEALING_QUEUE, {}, { startAfter: at, singletonKey })
  })
}
