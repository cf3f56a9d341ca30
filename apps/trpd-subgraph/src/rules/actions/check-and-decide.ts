import { ok, type Result } from '@travel-rule/service/result'
import { loadEntries } from '../../address-book/store/address-book.ts'
import type { Case } from '../../cases/domain/case.ts'
import { loadCase } from '../../cases/store/cases.ts'
import { type CheckRequest, checkTransfer, type Judged } from '../../checks/actions/check-transfer.ts'
import type { ChangePorts, DecisionPorts, Ports } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { applyRule } from './apply-rule.ts'
import { decideByRules } from './decide-by-rules.ts'

/** Checks a stored transfer, and applies the rules as `applyRules` does. */
export async function checkAndDecide(
  service: DecisionPorts,
  work: UnitOfWork,
  given: CheckRequest,
): Promise<Result<Transfer>> {
  const { addressBookEntryId: id } = given.transfer
  const [entry] = id === undefined ? [] : await loadEntries(work.tx, work.sealer, [id])
  const request = { ...given, ...(entry && { entry }) }
  return applyRules(service, work, request, await checkTransfer(service, work, request))
}

/**
 * Applies the rules to a checked transfer, unless a person has started to review it. Refused as by
 * `changeTransfer`.
 */
export async function applyRules(
  service: ChangePorts & Ports<'ruleSets'>,
  work: UnitOfWork,
  { transfer, vasp, entry }: Pick<CheckRequest, 'transfer' | 'vasp' | 'entry'>,
  judged: Judged,
): Promise<Result<Transfer>> {
  const current = await loadCase(work.tx, work.sealer, transfer)
  if (!isLeftToRules(current, transfer)) return ok(transfer)
  const decision = await decideByRules(service, work, { transfer, vasp, entry, ...judged })
  if (decision === undefined) return ok(transfer)
  // For a finished transfer, only a rule that reopens the case has an effect.
  const { action } = decision.applied
  if (current.status === 'CLOSED' && action !== 'HOLD' && action !== 'ASK') return ok(transfer)
  return applyRule(service, work, transfer, decision)
}

/**
 * True unless a person has started to review the transfer. A case that was CLOSED because the transfer was
 * registered as confirmed has not been seen by anyone.
 */
function isLeftToRules({ status, version }: Case, { channel, state }: Transfer): boolean {
  if (status === 'CLOSED') return version === 1 && channel !== 'TRP' && state.status === 'CONFIRMED'
  return status === 'NEW'
}
