import type { Database } from '@travel-rule/database/database'
import type { Jobs } from '@travel-rule/database/jobs'
import { countOutdatedKeys, rewrapDataKeys } from '@travel-rule/database/record-keys'
import { runInSlices } from '@travel-rule/database/run-in-slices'
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
  readonly logger: Logger
  readonly now: () => Date
}

/** How often the job runs, in seconds. */
const PERIOD_SECONDS = 15
/** Maximum number of proofs that one transaction seals. */
const SEAL_MAX = 50
/** Maximum number of data keys that one transaction wraps again. */
const REWRAP_MAX = 500
/** Maximum number of transactions of each kind in one run. */
const SLICES_MAX = 20

/**
 * Seals proofs of older versions, and wraps data keys with the current sealing key. It can be
 * interrupted anywhere, and run by several processes at a time. Says so when nothing needs the older
 * keys any more.
 */
export async function maintainSealing({ database, sealer, sealsProofs, logger }: Omit<Maintained, 'now'>) {
  const onBroken = (record: string, err: unknown) => logger.error({ err, record }, 'sealed data cannot be opened')
  const sealed = sealsProofs
    ? await runInSlices(database, { size: SEAL_MAX, slicesMax: SLICES_MAX }, (tx) =>
        sealPlainProofs(tx, sealer, { max: SEAL_MAX, onBroken }),
      )
    : 0
  const rewrapped = await runInSlices(database, { size: REWRAP_MAX, slicesMax: SLICES_MAX }, (tx) =>
    rewrapDataKeys(tx, sealer.wrapper, { max: REWRAP_MAX, onBroken }),
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

/** Starts the job, which repeats by itself; one process at a time runs it. */
export async function workOnSealing(parts: Maintained, jobs: SealingJobs): Promise<void> {
  await jobs.work(SEALING_QUEUE, async () => {
    await maintainSealing(parts)
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
