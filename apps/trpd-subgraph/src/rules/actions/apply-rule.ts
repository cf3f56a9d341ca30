import { ok, type Result } from '@travel-rule/service/result'
import { isAssignable } from '../../cases/actions/assignees.ts'
import { storeCase } from '../../cases/actions/change-case.ts'
import { type CaseCommand, decideCase } from '../../cases/domain/decide-case.ts'
import { loadCase } from '../../cases/store/cases.ts'
import { type ChangePorts, secondsAfter, systemActor } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { changeTransfer } from '../../transfers/actions/change-transfer.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { AppliedRule, Rule } from '../domain/rule.ts'
import { deferAppliedRule, insertAppliedRule } from '../store/applied-rules.ts'
import type { RuleDecision } from './decide-by-rules.ts'

/**
 * Applies a rule to a transfer that this transaction has locked or inserted: decides about it, or changes its
 * case. Refused as by `changeTransfer`.
 */
export async function applyRule(
  service: ChangePorts,
  work: UnitOfWork,
  transfer: Transfer,
  { applied, command, rule }: RuleDecision,
): Promise<Result<Transfer>> {
  if (command !== undefined) {
    const changed = await changeTransfer(service, work, { transfer, command, actor: systemActor, rule: applied })
    if (changed.ok) await recordDecision(work, transfer, applied)
    // For example, a list has just been loaded. The findings are kept, and officers decide.
    else if (changed.refusal.code === 'TRANSACTION_NOT_RELEASED') return ok(transfer)
    return changed
  }
  const { id: transferId, version: transferVersion } = transfer
  const isFirst = await insertAppliedRule(work.tx, { ...applied, transferId, transferVersion, at: work.now() })
  // A later check must not change the due time again, or undo an officer's changes.
  if (isFirst && rule !== undefined) await changeCaseByRule(work, transfer, { applied, rule })
  return ok(transfer)
}

/** Stores the rule that decided about a transfer. `before` is the version before the decision. */
export async function recordDecision({ tx, now }: UnitOfWork, before: Transfer, applied: AppliedRule): Promise<void> {
  const transferVersion = before.version + 1
  await deferAppliedRule(tx, { ...applied, transferId: before.id, transferVersion, at: now() })
}

async function changeCaseByRule(
  work: UnitOfWork,
  transfer: Transfer,
  { applied, rule }: { readonly applied: AppliedRule; readonly rule: Rule },
): Promise<void> {
  let current = await loadCase(work.tx, work.sealer, transfer)
  const at = work.now()
  const mayBeAssigned = rule.assignee !== undefined && (await isAssignable(work.tx, rule.assignee, at))
  for (const command of commandsOf(rule, applied, { isAssignable: mayBeAssigned, at })) {
    const decision = decideCase(current, transfer, command)
    if (!decision.ok) {
      const { code } = decision.refusal
      work.logger.warn({ code, rule: applied.name, transferId: transfer.id }, 'a rule could not change a case')
    } else if (decision.value !== undefined) {
      const change = decision.value
      await storeCase(work, { transfer, before: current, change, actor: systemActor, rule: applied })
      current = change.next
    }
  }
}

/** The case commands of a rule. The internal reason is prefixed with the rule's name. */
function commandsOf(
  rule: Rule,
  { name, version }: AppliedRule,
  { isAssignable, at }: { readonly isAssignable: boolean; readonly at: Date },
): CaseCommand[] {
  const { action, internalReason = '', assignee, priority, dueSeconds } = rule
  const step = { by: systemActor.id, at } as const
  const reason = `Rule "${name}" (version ${version}): ${internalReason}`
  return [
    ...(action === 'HOLD' ? [{ type: 'holdForReview', reason, ...step } as const] : []),
    ...(action === 'ASK' ? [{ type: 'awaitData', reason, ...step } as const] : []),
    ...(assignee === undefined ? [] : [{ type: 'assign', assignee, isAssignable, ...step } as const]),
    ...(priority === undefined ? [] : [{ type: 'prioritize', priority, ...step } as const]),
    ...(dueSeconds === undefined ? [] : [{ type: 'schedule', dueAt: secondsAfter(at, dueSeconds), ...step } as const]),
  ]
}
