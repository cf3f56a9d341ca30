import type { Database } from '@travel-rule/database/database'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import { runInPages } from '@travel-rule/database/run-in-pages'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import { countOutdatedViews, sealOutdatedViews } from '../store/saved-views.ts'
import type { Tables } from '../store/tables.ts'

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
/** A run starts no transaction after this time; the next run continues. */
const RUN_MS = 5_000

/**
 * Seals saved views of older versions, and reseals those sealed with an older key, now and every minute. Logs
 * when the older keys can be removed. Disposing waits for the current run.
 */
export function openViewSealing(parts: Sealed): AsyncDisposable {
  const { database, sealer, onBroken, logger } = parts
  async function run(): Promise<void> {
    const deadlineMs = performance.now() + RUN_MS
    const sealed = await runInPages(database, { name: 'saved views', deadlineMs }, (tx, after: string | undefined) =>
      sealOutdatedViews(tx, sealer, { max: PAGE_MAX, after, onBroken }),
    )
    if (sealed === 0 || (await countOutdatedViews(database.db, sealer)) > 0) return
    logger.info(
      { sealingKey: sealer.wrapper.keyId },
      'the older sealing keys can be removed: nothing in the database needs them',
    )
  }

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
