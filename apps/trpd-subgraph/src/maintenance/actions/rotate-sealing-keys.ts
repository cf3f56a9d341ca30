import { countOutdatedKeys, rewrapDataKeys } from '@travel-rule/database/record-keys'
import { runInPages } from '@travel-rule/database/run-in-pages'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import { countOutdatedSeals, resealColumn, SEALED_COLUMNS } from '../store/reseal.ts'

type Rotating = Pick<TransferService, 'database' | 'sealer' | 'onBrokenSeal' | 'logger'>

/** Maximum number of data keys that one transaction rewraps. */
const REWRAP_MAX = 500
/** A run starts no transaction after this time; the next run continues. */
const RUN_MS = 5_000

/**
 * Replaces older sealing keys with the current one: rewraps data keys, and reseals values that were sealed
 * without a data key. It may be interrupted anywhere and run in several processes at once. Logs when the
 * older keys are no longer needed.
 */
export async function rotateSealingKeys(service: Rotating, { runMs = RUN_MS } = {}): Promise<void> {
  const { database, sealer, onBrokenSeal: onBroken, logger } = service
  const deadlineMs = performance.now() + runMs
  const rewrapped = await runInPages(database, { name: 'data keys', deadlineMs }, (tx, after: string | undefined) =>
    rewrapDataKeys(tx, sealer.wrapper, { max: REWRAP_MAX, after, onBroken }),
  )
  let resealed = 0
  for (const column of SEALED_COLUMNS) {
    const name = `${column.table}.${column.column}`
    resealed += await runInPages(database, { name, deadlineMs }, (tx, after: readonly unknown[] | undefined) =>
      resealColumn(tx, sealer, column, { after, onBroken }),
    )
  }
  if (rewrapped + resealed === 0) return
  const { keyId } = sealer.wrapper
  if ((await countOutdated(service)) === 0) {
    logger.info({ sealingKey: keyId }, 'the older sealing keys can be removed: nothing in the database needs them')
  }
}

/** Number of data keys and values that older sealing keys still protect. */
export async function countOutdated({
  database: { db },
  sealer,
}: Pick<Rotating, 'database' | 'sealer'>): Promise<number> {
  return (await countOutdatedKeys(db, sealer.wrapper)) + (await countOutdatedSeals(db, sealer))
}
