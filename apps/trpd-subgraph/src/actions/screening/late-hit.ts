import { ok, type Result } from '@travel-rule/service/result'
import type { Kysely } from 'kysely'
import { hasNewHit } from '../../domain/checks/screening.ts'
import { decideCase } from '../../domain/decide-case.ts'
import type { ScreeningResult } from '../../domain/screening/screening-result.ts'
import type { Transfer } from '../../domain/transfer.ts'
import { loadCase } from '../../store/cases.ts'
import { listCheckRuns, openEvidence, RUNS_LISTED_MAX } from '../../store/check-runs.ts'
import type { Tables } from '../../store/tables.ts'
import { storeCase } from '../change-case.ts'
import type { LookedUp } from '../fact-source.ts'
import { systemActor, type TransferService } from '../transfer-service.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Whether a screening names a hit that is new, compared with the latest check runs of the transfer. */
export async function namesNewHit(
  { sealer }: TransferService,
  db: Kysely<Tables>,
  { id }: Transfer,
  result: ScreeningResult,
): Promise<boolean> {
  const { subjects, wallets } = result.evidence
  if (wallets.length === 0 && subjects.every(({ hits, vendorHits }) => hits.length + vendorHits.length === 0))
    return false
  const earlier = []
  for (const run of (await listCheckRuns(db, [id], RUNS_LISTED_MAX)).get(id) ?? []) {
    earlier.push((await openEvidence(db, sealer, run)).SCREENING ?? {})
  }
  return hasNewHit(result, earlier)
}

/** Whether screening has found something new in a transfer that no officer looks at any more. */
export async function isLateHit(
  service: TransferService,
  { tx }: UnitOfWork,
  transfer: Transfer,
  { screening }: LookedUp,
): Promise<boolean> {
  const { status } = transfer.state
  if (screening === undefined || screening === 'PENDING' || status === 'PENDING' || status === 'BLOCKED') return false
  if (!(await namesNewHit(service, tx, transfer, screening))) return false
  return isUnattended((await loadCase(tx, service.sealer, transfer)).status)
}

/** `NEW`: it was decided automatically. */
function isUnattended(status: string): boolean {
  return status === 'CLOSED' || status === 'NEW'
}

const REASON = 'Screening has found a possible match after the decision.'

/** Holds the case of a late hit for an officer, unless a rule has changed it. */
export async function holdForHit(
  service: TransferService,
  work: UnitOfWork,
  transfer: Transfer,
): Promise<Result<Transfer>> {
  const current = await loadCase(work.tx, service.sealer, transfer)
  if (!isUnattended(current.status)) return ok(transfer)
  const command = { type: 'holdForReview', reason: REASON, by: systemActor.id, at: service.now() } as const
  const decision = decideCase(current, transfer, command)
  if (!decision.ok) {
    const { code } = decision.refusal
    service.logger.warn({ code, transferId: transfer.id }, 'a case could not be held')
  } else if (decision.value !== undefined) {
    await storeCase(service, work, { transfer, before: current, change: decision.value, actor: systemActor })
  }
  return ok(transfer)
}
