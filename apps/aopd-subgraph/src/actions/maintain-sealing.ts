import type { Database } from '@travel-rule/database/database'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import { countOutdatedKeys, rewrapDataKeys } from '@travel-rule/database/record-keys'
import { runInPages } from '@travel-rule/database/run-in-pages'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import { countPlainProofs, sealPlainProofs } from '../store/seal-proofs.ts'
import type { Tables } from '../store/tables.ts'

interface Maintained {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  /** True if no process is running that cannot read data keys, so that older proofs may get them. */
  readonly sealsProofs: boolean
  readonly onBroken: OnBroken
  readonly logger: Logger
}

/** Maximum number of proofs that one transaction seals. */
const SEAL_MAX = 50
/** Maximum number of data keys that one transaction rewraps. */
const REWRAP_MAX = 500
/** A run starts no transaction after this time; the next run continues. */
const RUN_MS = 5_000

/**
 * Seals proofs of older versions, and rewraps data keys with the current sealing key. It may be interrupted
 * anywhere and run in several processes at once. Logs when the older keys are no longer needed.
 */
export async function maintainSealing(parts: Maintained, { runMs = RUN_MS } = {}) {
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

/** The number of data keys wrapped by an older sealing key, plus the number of proofs without a data key. */
export async function countOutdated({ database: { db }, sealer }: Pick<Maintained, 'database' | 'sealer'>) {
  return (await countOutdatedKeys(db, sealer.wrapper)) + (await countPlainProofs(db))
}
