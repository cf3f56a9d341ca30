import { countOutdatedKeys, rewrapDataKeys } from '@travel-rule/database/record-keys'
import { runInSlices } from '@travel-rule/database/run-in-slices'
import { countOutdatedSeals, resealOutdated } from '../store/reseal.ts'
import type { TransferService } from './transfer-service.ts'

type Rotating = Pick<TransferService, 'database' | 'sealer' | 'logger'>

/** Maximum number of data keys that one transaction wraps again. */
const REWRAP_MAX = 500
/** Maximum number of rows of each column that one transaction seals again. */
const RESEAL_MAX = 200
/** Maximum number of transactions of each kind in one run. */
const BATCHES_MAX = 20

/**
 * Puts the current sealing key in place of older ones: wraps data keys again, and seals again what was
 * sealed without one. It can be interrupted anywhere, and run by several processes at a time. Says so
 * when nothing needs the older keys any more.
 */
export async function rotateSealingKeys(service: Rotating): Promise<void> {
  const { database, sealer, logger } = service
  const onBroken = (record: string, err: unknown) => logger.error({ err, record }, 'sealed data cannot be opened')
  const rewrapped = await runInSlices(database, { size: REWRAP_MAX, slicesMax: BATCHES_MAX }, (tx) =>
    rewrapDataKeys(tx, sealer.wrapper, { max: REWRAP_MAX, onBroken }),
  )
  const resealed = await runInSlices(database, { size: RESEAL_MAX, slicesMax: BATCHES_MAX }, (tx) =>
    resealOutdated(tx, sealer, { max: RESEAL_MAX, onBroken }),
  )
  if (rewrapped + resealed === 0) return
  const { keyId } = sealer.wrapper
  if ((await countOutdated(service)) === 0) {
    logger.info({ sealingKey: keyId }, 'the older sealing keys can be removed: nothing in the database needs them')
  }
}

/** How many data keys and values an older sealing key protects. */
export async function countOutdated({ database: { db }, sealer }: Omit<Rotating, 'logger'>): Promise<number> {
  return (await countOutdatedKeys(db, sealer.wrapper)) + (await countOutdatedSeals(db, sealer))
}
