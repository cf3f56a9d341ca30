import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { createBell } from './bell.ts'
import { queuesWithDueJobs } from './job-table.ts'

/** Maximum delay of a due retry or delayed job, in milliseconds. */
const INTERVAL_MS = 1_000

export interface WakingOptions {
  readonly pool: pg.Pool
  readonly boss: PgBoss
  readonly queues: readonly string[]
  readonly logger: Logger
}

/**
 * Wakes the workers of a queue when one of its jobs is due, with one statement per second for all queues. Otherwise
 * each idle worker would send its own.
 */
export function wakeWorkers({ pool, boss, queues, logger }: WakingOptions): AsyncDisposable {
  const closing = new AbortController()
  const bell = createBell()
  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const due = await queuesWithDueJobs(pool, queues)
        if (due.size > 0) for (const { id, name } of boss.getWipData()) if (due.has(name)) boss.notifyWorker(id)
      } catch (err) {
        logger.warn({ err }, 'looking for due jobs failed')
      }
      await bell.wait({ signal: closing.signal, timeoutMs: INTERVAL_MS })
    }
  }
  const finished = run()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await finished
    },
  }
}
