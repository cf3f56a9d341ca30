import { ok, type Result } from '@travel-rule/service/result'
import { commandCaseBySystem } from '../../cases/actions/change-case.ts'
import { type Case, isFinished } from '../../cases/domain/case.ts'
import type { CaseCommand } from '../../cases/domain/decide-case.ts'
import { loadCase } from '../../cases/store/cases.ts'
import { type ChangePorts, secondsAfter, systemActor } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { loadFacts, loadLists } from '../../release/actions/permission.ts'
import type { ScreeningResult } from '../../screening/domain/screening-result.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { hasNewHit } from '../domain/screening.ts'
import { listCheckRuns, openEvidence, RUNS_LISTED_MAX } from '../store/check-runs.ts'
import type { LookedUp } from './fact-source.ts'

/** True if a screening has a hit that none of the transfer's latest check runs has. */
export async function namesNewHit(
  { tx, sealer }: UnitOfWork,
  { id }: Transfer,
  result: ScreeningResult,
): Promise<boolean> {
  const { subjects, wallets } = result.evidence
  if (wallets.length === 0 && subjects.every(({ hits, vendorHits }) => hits.length + vendorHits.length === 0))
    return false
  const earlier = []
  for (const run of (await listCheckRuns(tx, [id], RUNS_LISTED_MAX)).get(id) ?? []) {
    earlier.push((await openEvidence(tx, sealer, run)).SCREENING ?? {})
  }
  return hasNewHit(result, earlier)
}

/** True if screening found a hit that no check run of the transfer has. */
export async function isNewHit(work: UnitOfWork, transfer: Transfer, { screening }: LookedUp): Promise<boolean> {
  if (screening === undefined || screening === 'PENDING') return false
  return namesNewHit(work, transfer, screening)
}

/** By these, `isHeldForHit` recognises stored holds: the former of a reworded reason must remain here. */
const REASONS = {
  undecided: 'Screening has found a possible match.',
  decided: 'Screening has found a possible match after the decision.',
  finished: 'Screening has found a possible match after the transaction had ended.',
} as const

/** True if a case is on hold because of a hit, not because a person or a rule put it on hold. */
export function isHeldForHit({ status, pause }: Pick<Case, 'status' | 'pause'>): boolean {
  if (status !== 'ON_HOLD' || pause?.by !== systemActor.id) return false
  return Object.values(REASONS).some((reason) => reason === pause.reason)
}

/**
 * Puts the case of a new hit on hold, even if an officer is working on it. The case of a finished transfer
 * gets a new due time, since its first has passed. The case stays unchanged if it is already on hold, or if
 * enough persons have accepted the hit since the screening: a hit can be accepted before a check run shows
 * it.
 */
export async function holdForHit(
  service: ChangePorts,
  work: UnitOfWork,
  transfer: Transfer,
): Promise<Result<Transfer>> {
  const { status } = await loadCase(work.tx, work.sealer, transfer)
  if (status === 'ON_HOLD' || (await isAccepted(service, work, transfer))) return ok(transfer)
  const at = work.now()
  const by = systemActor.id
  const isOver = isFinished(transfer)
  const dueAt = secondsAfter(at, service.policy.deadlineSeconds.case)
  const commands: CaseCommand[] = [
    { type: 'holdForReview', reason: reasonOf(transfer), by, at },
    ...(isOver ? [{ type: 'schedule', dueAt, by, at } as const] : []),
  ]
  await commandCaseBySystem(work, transfer, commands)
  return ok(transfer)
}

async function isAccepted(service: ChangePorts, { tx, now }: UnitOfWork, transfer: Transfer): Promise<boolean> {
  const lists = await loadLists(service, tx, now())
  const facts = (await loadFacts(service, tx, [transfer], lists)).get(transfer.id)
  const finding = facts?.findings.get('SCREENING')?.id
  return facts !== undefined && finding !== undefined && (facts.accepted.get(finding) ?? 0) >= facts.personsNeeded
}

function reasonOf(transfer: Transfer): string {
  if (isFinished(transfer)) return REASONS.finished
  const { status } = transfer.state
  return status === 'PENDING' || status === 'BLOCKED' ? REASONS.undecided : REASONS.decided
}
