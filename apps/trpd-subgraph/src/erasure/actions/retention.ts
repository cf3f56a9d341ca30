import {
  type ErasurePlan,
  eraseDueRecords,
  listStillDue,
  planErasure,
  type RetentionRule,
  yearsBefore,
} from '@travel-rule/database/retention'
import { ok } from '@travel-rule/service/result'
import { type Ports, systemActor, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { lockErasable, retentionRule } from '../store/erase-transfers.ts'
import { eraseLocked } from './erase.ts'

/** The legal retention periods, and the transfers whose period has ended. */
export interface Retention extends ErasurePlan {
  readonly jurisdiction: string | null
  readonly transactionYears: number | null
  /** The provision of the law. */
  readonly transactionSource: string | null
  readonly screeningHitYears: number | null
  readonly screeningHitSource: string | null
  readonly erases: boolean
}

/** Returns what would be erased now, without erasing it. */
export async function planRetention(service: Ports<'database' | 'policy' | 'now'>): Promise<Retention> {
  const { jurisdiction, retentionErases: erases } = service.policy
  const { transactionYears, screeningHitYears } = jurisdiction?.retention ?? {}
  return {
    jurisdiction: jurisdiction?.code ?? null,
    transactionYears: transactionYears?.value ?? null,
    transactionSource: transactionYears?.source ?? null,
    screeningHitYears: screeningHitYears?.value ?? null,
    screeningHitSource: screeningHitYears?.source ?? null,
    erases,
    ...(await planErasure(service.database.db, ruleOf(service))),
  }
}

/**
 * Erases the personal data of transfers whose period has ended, oldest first, if erasure is switched on.
 * Throws as `runInBatches` does.
 */
export async function eraseDue(service: WorkPorts & Ports<'policy'>): Promise<void> {
  const rule = ruleOf(service)
  if (!service.policy.retentionErases || rule === undefined) return
  await eraseDueRecords(service.database.db, rule, {
    failure: 'transfers could not be erased',
    erase: (ids) =>
      inTransaction(service, async (work) => {
        // Checked again under the lock: a legal hold may have been set, a message received, or a hit found.
        const due = await listStillDue(work.tx, rule, await lockErasable(work.tx, { ids }))
        await eraseLocked(work, due, { ground: 'RETENTION_ENDED', actor: systemActor, at: service.now() })
        return ok(true)
      }),
  })
}

function ruleOf({ policy, now }: Ports<'policy' | 'now'>): RetentionRule | undefined {
  const { retention } = policy.jurisdiction ?? {}
  const years = retention?.transactionYears.value
  if (years == null) return undefined
  const hitYears = retention?.screeningHitYears.value
  return retentionRule({
    transactions: yearsBefore(now(), years),
    screeningHits: hitYears == null ? undefined : yearsBefore(now(), Math.max(hitYears, years)),
  })
}
