import type { Database } from '@travel-rule/database/database'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import { runSealing, sealingStep } from '@travel-rule/database/run-sealing'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import { countOutdatedViews, sealOutdatedViews } from '../../store/saved-views.ts'
import type { Tables } from '../../store/tables.ts'

interface Sealed {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  readonly onBroken: OnBroken
  readonly logger: Logger
}

/** Interval between searches for views that were stored by older replicas or sealed with an older sealing key. */
const EVERY_MS = 60_000
/** Maximum number of views that one transaction seals. */
const PAGE_MAX = 200

/**
 * Seals saved views of older versions, and reseals those sealed with an older key, now and every minute. Logs
 * when the older keys can be removed. Disposing waits for the current run.
 */
export function openViewSealing(parts: Sealed): AsyncDisposable {
  const { database, sealer, onBroken, logger } = parts
  const views = sealingStep<Tables, string>('saved views', (tx, after) =>
    sealOutdatedViews(tx, sealer, { max: PAGE_MAX, after, onBroken }),
  )
  const countOutdated = () => countOutdatedViews(database.db, sealer)
  const run = () => runSealing({ ...parts, steps: [views], countOutdated })

  let running: Promise<void> = Promise.resolve()
  function start(): void {
    running = running.then(run).catch((err) => logger.warn({ err }, 'saved views could not be sealed'))
  }
  start()
  const timer = setInterval(start, EVERY_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}
