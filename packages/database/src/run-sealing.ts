import type { Logger } from '@travel-rule/service/logger'
import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { OnBroken } from './observe-sealing.ts'
import { rewrapDataKeys } from './record-keys.ts'
import { runInPages, type WorkedPage } from './run-in-pages.ts'
import type { Sealer } from './seal.ts'

/** Returns the number of values that it sealed. */
export type SealingStep<Tables> = (database: Pick<Database<Tables>, 'db'>, deadlineMs: number) => Promise<number>

export interface SealingRun<Tables> {
  readonly database: Pick<Database<Tables>, 'db'>
  readonly sealer: Sealer
  readonly steps: readonly SealingStep<Tables>[]
  /** Number of data keys and values that older sealing keys still protect. */
  countOutdated(): Promise<number>
  readonly logger: Logger
}

/** Maximum number of data keys that one transaction rewraps. */
const REWRAP_MAX = 500
/** A run starts no transaction after this time; the next run continues. */
const RUN_MS = 5_000

/**
 * Seals again what older versions or sealing keys have sealed. It may be interrupted anywhere and run in several
 * processes at once. Logs when the older keys are no longer needed.
 */
export async function runSealing<Tables>(
  { database, sealer, steps, countOutdated, logger }: SealingRun<Tables>,
  { runMs = RUN_MS } = {},
): Promise<void> {
  const deadlineMs = performance.now() + runMs
  let sealed = 0
  for (const step of steps) sealed += await step(database, deadlineMs)
  if (sealed === 0 || (await countOutdated()) > 0) return
  logger.info(
    { sealingKey: sealer.wrapper.keyId },
    'the older sealing keys can be removed: nothing in the database needs them',
  )
}

/** Seals values in short transactions. `name` identifies the work within its database. */
export function sealingStep<Tables, Position>(
  name: string,
  run: (tx: Transaction<Tables>, after: Position | undefined) => Promise<WorkedPage<Position>>,
): SealingStep<Tables> {
  return (database, deadlineMs) => runInPages(database, { name, deadlineMs }, run)
}

/** Wraps data keys with the current sealing key. */
export function rewrapStep<Tables>({ wrapper }: Sealer, onBroken: OnBroken): SealingStep<Tables> {
  return sealingStep('data keys', (tx, after: string | undefined) =>
    rewrapDataKeys(tx, wrapper, { max: REWRAP_MAX, after, onBroken }),
  )
}
