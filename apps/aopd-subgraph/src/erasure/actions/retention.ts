import { inRecordedTransaction } from '@travel-rule/database/recorded-transaction'
import { runInBatches } from '@travel-rule/database/run-in-batches'
import { ok } from '@travel-rule/service/result'
import { type ProofService, SYSTEM } from '../../proofs/actions/proof-actions.ts'
import { lockErasable } from '../../store/erase-proofs.ts'
import { countDue, type DueProof, listDue, listStillDue, type RetentionLimits } from '../../store/retention.ts'
import type { RetentionPeriod } from '../domain/retention-period.ts'
import { eraseLocked } from './erase-proofs.ts'

/** Maximum number of proofs listed in a plan. */
const LISTED_MAX = 500

/** The legal retention periods, and the proofs whose period has ended. */
export interface RetentionPlan {
  /** `undefined` without a jurisdiction. */
  readonly period: RetentionPeriod | undefined
  readonly erases: boolean
  readonly dueCount: number
  readonly due: readonly string[]
  readonly keptCount: number
  /** Number of kept proofs that are under a legal hold. */
  readonly heldCount: number
}

/** Returns what would be erased now, without erasing it. */
export async function planRetention(service: ProofService): Promise<RetentionPlan> {
  const { period, erases } = service.retention
  const { db } = service.database
  const limits = limitsOf(service)
  if (limits === undefined) return { period, erases, dueCount: 0, due: [], keptCount: 0, heldCount: 0 }
  const { due, kept, held } = await countDue(db, limits)
  const listed = await listDue(db, limits, { max: LISTED_MAX })
  return { period, erases, dueCount: due, due: listed.map(({ id }) => id), keptCount: kept, heldCount: held }
}

/**
 * Erases the personal data of proofs whose period has ended, oldest first, if erasure is switched on. Throws
 * as `runInBatches` does.
 */
export async function eraseDue(service: ProofService): Promise<void> {
  const limits = limitsOf(service)
  if (!service.retention.erases || limits === undefined) return
  const { db } = service.database
  await runInBatches<DueProof>(db, {
    name: 'retention',
    failure: 'proofs could not be erased',
    list: (page) => listDue(db, limits, page),
    run: (proofs) => eraseAll(service, proofs, limits),
  })
}

async function eraseAll(service: ProofService, proofs: readonly DueProof[], limits: RetentionLimits): Promise<void> {
  const { database, sealer } = service
  await inRecordedTransaction(database, async (work) => {
    const { tx } = work
    const ids = proofs.map(({ id }) => id)
    const locked = await lockErasable({ tx, sealer }, { ids }, ids.length)
    // Checked again under the lock: a legal hold may have been set, or the proof accepted.
    const due = await listStillDue(tx, limits, locked)
    await eraseLocked(service, work, due, { ground: 'RETENTION_ENDED', actor: SYSTEM })
    return ok(undefined)
  })
}

function limitsOf({ retention: { period }, now }: ProofService): RetentionLimits | undefined {
  const unused = period?.unusedProofYears.value ?? undefined
  const transaction = period?.transactionProofYears.value ?? undefined
  if (unused === undefined && transaction === undefined) return undefined
  return {
    unused: unused === undefined ? undefined : yearsBefore(now(), unused),
    // Never shorter than for unused proofs, so that a used proof is not erased before an unused one.
    transaction: transaction === undefined ? undefined : yearsBefore(now(), Math.max(transaction, unused ?? 0)),
  }
}

function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}
