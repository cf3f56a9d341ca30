import { runSteps } from '@travel-rule/database/observe-maintenance'
import { runInSlices } from '@travel-rule/database/run-in-slices'
import { ok } from '@travel-rule/service/result'
import type { Transaction } from 'kysely'
import { forgetReads } from '../../cases/actions/mark-read.ts'
import { fillCases } from '../../cases/store/cases.ts'
import { markOlderEntries, markOlderTransfers } from '../../customers/actions/mark-customers.ts'
import { foldDeskCounts } from '../../desk/store/desk-counts.ts'
import { eraseDue } from '../../erasure/actions/retention.ts'
import { secondsAfter, type TransferService, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { forgetDrafts } from '../../sending/actions/transfer-drafts.ts'
import { foldCounts } from '../../transfers/store/transfer-counts.ts'
import { rotateSealingKeys } from './rotate-sealing-keys.ts'

/** Interval between maintenance runs, in seconds. */
const PERIOD_SECONDS = 15
/** Maximum number of changes that one transaction folds. */
const FOLD_MAX = 10_000
/** Maximum number of cases that one transaction opens. */
const FILL_MAX = 2_000
/** Maximum number of transactions of each kind in one period. */
const BATCHES_MAX = 20

/** Queues the maintenance job, which then requeues itself. Safe to call at any time from any process. */
export async function scheduleMaintenance(service: WorkPorts, at = service.now()): Promise<void> {
  await inTransaction(service, async ({ tx, jobs }) => {
    // One job per period, however many processes ask for it.
    const singletonKey = String(Math.ceil(at.getTime() / (PERIOD_SECONDS * 1_000)))
    await jobs.enqueue(tx, 'maintain', {}, { startAfter: at, singletonKey })
    return ok(true)
  })
}

/** The steps of a run, in order. */
const STEPS: Readonly<Record<string, (service: TransferService) => Promise<unknown>>> = {
  foldCounts: inSlices(FOLD_MAX, (tx) => foldCounts(tx, FOLD_MAX)),
  foldDeskCounts: inSlices(FOLD_MAX, (tx) => foldDeskCounts(tx, FOLD_MAX)),
  markCustomers: markOlderTransfers,
  fillCases: inSlices(FILL_MAX, (tx) => fillCases(tx, FILL_MAX)),
  markEntries: markOlderEntries,
  rotateSealingKeys: (service) => rotateSealingKeys(service),
  eraseDue,
  forgetReads,
  forgetDrafts,
}

export const MAINTENANCE_STEPS = Object.keys(STEPS)

/**
 * Runs the steps: folds counts, fills in rows of older versions, rotates sealing keys, and erases and deletes
 * what is past its retention period. Then queues the next run. A failing step is logged and counted, and the
 * other steps still run, unless the database is unavailable.
 */
export async function maintainQueries(service: TransferService): Promise<void> {
  await runSteps(STEPS, service, service.onFailedStep)
  await scheduleMaintenance(service, secondsAfter(service.now(), PERIOD_SECONDS))
}

function inSlices(size: number, run: (tx: Transaction<Tables>) => Promise<number>) {
  return ({ database }: TransferService) => runInSlices(database, { size, slicesMax: BATCHES_MAX }, run)
}
