import { runInBatches } from '@travel-rule/database/run-in-batches'
import { ok } from '@travel-rule/service/result'
import { systemActor, type TransferService } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { eraseTransfers, lockErasable } from '../store/erase-transfers.ts'
import { countDue, type DueTransfer, listDue, listStillDue, type RetentionLimits } from '../store/retention.ts'

/** Maximum number of transfers listed in a plan. */
const LISTED_MAX = 500

/** The legal retention periods, and the transfers whose period has ended. */
export interface Retention {
  readonly jurisdiction: string | undefined
  readonly transactionYears: number | undefined
  /** The provision of the law. */
  readonly transactionSource: string | undefined
  readonly screeningHitYears: number | undefined
  readonly screeningHitSource: string | undefined
  readonly erases: boolean
  readonly dueCount: number
  readonly due: readonly string[]
  readonly keptCount: number
  /** Number of kept transfers that are under a legal hold. */
  readonly heldCount: number
}

/** Returns what would be erased now, without erasing it. */
export async function planRetention(service: TransferService): Promise<Retention> {
  const { jurisdiction, retentionErases: erases } = service.rules
  const { db } = service.database
  const limits = limitsOf(service)
  const periods = {
    jurisdiction: jurisdiction?.code,
    transactionYears: jurisdiction?.retention?.transactionYears.value ?? undefined,
    transactionSource: jurisdiction?.retention?.transactionYears.source ?? undefined,
    screeningHitSource: jurisdiction?.retention?.screeningHitYears.source ?? undefined,
    screeningHitYears: jurisdiction?.retention?.screeningHitYears.value ?? undefined,
    erases,
  }
  if (limits === undefined) return { ...periods, dueCount: 0, due: [], keptCount: 0, heldCount: 0 }
  const { due, kept, held } = await countDue(db, limits)
  return {
    ...periods,
    dueCount: due,
    due: (await listDue(db, limits, { max: LISTED_MAX })).map(({ id }) => id),
    keptCount: kept,
    heldCount: held,
  }
}

/**
 * Erases the personal data of transfers whose period has ended, oldest first, if erasure is switched on.
 * Throws as `runInBatches` does.
 */
export async function eraseDue(service: TransferService): Promise<void> {
  const limits = limitsOf(service)
  if (!service.rules.retentionErases || limits === undefined) return
  const { db } = service.database
  await runInBatches<DueTransfer>(db, {
    name: 'retention',
    failure: 'transfers could not be erased',
    list: (page) => listDue(db, limits, page),
    run: (transfers) => eraseAll(service, transfers, limits),
  })
}

async function eraseAll(
  service: TransferService,
  transfers: readonly DueTransfer[],
  limits: RetentionLimits,
): Promise<void> {
  await inTransaction(service, async (work) => {
    const locked = await lockErasable(work.tx, { ids: transfers.map(({ id }) => id) })
    // Checked again under the lock: a legal hold may have been set, a message received, or a hit found.
    const due = await listStillDue(work.tx, limits, locked)
    const at = service.now()
    await eraseTransfers(
      work.tx,
      due.map(({ id }) => id),
      at,
    )
    for (const { id, version } of due) {
      const detail = { version, ground: 'RETENTION_ENDED', ticket: null }
      work.record({ type: 'transfer.erased', subject: { type: 'transfer', id }, actor: systemActor, at, detail })
    }
    return ok(true)
  })
}

function limitsOf({ rules, now }: TransferService): RetentionLimits | undefined {
  const { retention } = rules.jurisdiction ?? {}
  const years = retention?.transactionYears.value
  if (years == null) return undefined
  const hitYears = retention?.screeningHitYears.value
  return {
    transactions: yearsBefore(now(), years),
    screeningHits: hitYears == null ? undefined : yearsBefore(now(), Math.max(hitYears, years)),
  }
}

function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}
