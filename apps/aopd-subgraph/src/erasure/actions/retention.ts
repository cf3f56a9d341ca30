import { inRecordedTransaction } from '@travel-rule/database/recorded-transaction'
import {
  type ErasurePlan,
  eraseDueRecords,
  listStillDue,
  planErasure,
  type RetentionRule,
  yearsBefore,
} from '@travel-rule/database/retention'
import { ok } from '@travel-rule/service/result'
import { type ProofService, SYSTEM } from '../../proofs/actions/proof-actions.ts'
import { lockErasable, retentionRule } from '../../store/erase-proofs.ts'
import type { RetentionPeriod } from '../domain/retention-period.ts'
import { eraseLocked } from './erase-proofs.ts'

/** The legal retention periods, and the proofs whose period has ended. */
export interface RetentionPlan extends ErasurePlan {
  /** `undefined` without a jurisdiction. */
  readonly period: RetentionPeriod | undefined
  readonly erases: boolean
}

/** Returns what would be erased now, without erasing it. */
export async function planRetention(service: ProofService): Promise<RetentionPlan> {
  return { ...service.retention, ...(await planErasure(service.database.db, ruleOf(service))) }
}

/**
 * Erases the personal data of proofs whose period has ended, oldest first, if erasure is switched on. Throws
 * as `runInBatches` does.
 */
export async function eraseDue(service: ProofService): Promise<void> {
  const { database, sealer, retention } = service
  const rule = ruleOf(service)
  if (!retention.erases || rule === undefined) return
  await eraseDueRecords(database.db, rule, {
    failure: 'proofs could not be erased',
    erase: (ids) =>
      inRecordedTransaction(database, async (work) => {
        const locked = await lockErasable({ tx: work.tx, sealer }, { ids }, ids.length)
        // Checked again under the lock: a legal hold may have been set, or the proof accepted.
        const due = await listStillDue(work.tx, rule, locked)
        await eraseLocked(work, due, { ground: 'RETENTION_ENDED', actor: SYSTEM, at: service.now() })
        return ok(true)
      }),
  })
}

function ruleOf({ retention: { period }, now }: ProofService): RetentionRule | undefined {
  const unused = period?.unusedProofYears.value ?? undefined
  const transaction = period?.transactionProofYears.value ?? undefined
  if (unused === undefined && transaction === undefined) return undefined
  return retentionRule({
    unused: unused === undefined ? undefined : yearsBefore(now(), unused),
    // Never shorter than for unused proofs, so that a used proof is not erased before an unused one.
    transaction: transaction === undefined ? undefined : yearsBefore(now(), Math.max(transaction, unused ?? 0)),
  })
}
