import type { AddressBookEntry } from '../../address-book/store/address-book.ts'
import { wholeAmount } from '../../assets/domain/asset.ts'
import { valueIn } from '../../assets/domain/rates.ts'
import { loadRates } from '../../assets/store/rates.ts'
import { needsSecondPerson } from '../../cases/domain/four-eyes.ts'
import { loadReasons } from '../../cases/store/counterparty-reasons.ts'
import { awaitsFacts } from '../../checks/actions/check-transfer.ts'
import type { CheckResult } from '../../checks/domain/check.ts'
import { assetOf, type ChangePorts, type Ports, secondsAfter } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import { openFindings } from '../../release/domain/may-do.ts'
import type { CommandOf } from '../../transfers/domain/decision.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { requiresMutualTls } from '../../vasps/actions/check-sender.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { evaluateRules } from '../domain/evaluate-rules.ts'
import { mayApprove } from '../domain/may-approve.ts'
import { type AppliedRule, LIMITS_RULE, type Rule, usesRates } from '../domain/rule.ts'
import { statedCountries } from '../domain/stated-countries.ts'

/** A transfer, new or locked by this transaction, that no person has started to review, and its check results. */
export interface RuledTransfer {
  readonly transfer: Transfer
  readonly vasp: Vasp | undefined
  /** The address book entry of the transfer. */
  readonly entry: AddressBookEntry | undefined
  /** Results of the checks that ran in this transaction. */
  readonly results: readonly CheckResult[]
  /** True if facts that are still being looked up may change the results. */
  readonly lacksFacts: boolean
  readonly payload: Ivms101
  /** Id of the current rules; null without rules, absent if this transaction has not read it. */
  readonly ruleSetId?: string | null
}

/** A rule's decision about a transfer. */
export interface RuleDecision {
  readonly applied: AppliedRule
  /** The decision about the inquiry; absent if officers decide. */
  readonly command?: CommandOf<'assess'>
  /** Absent if the VASP's limits decided. */
  readonly rule?: Rule
}

/** Sent with a decline if the rule names no reviewed reason. */
const DECLINE_REASON = 'The inquiry was declined.'

/**
 * The decision of the first matching rule, in the version of the rules that is current in this transaction;
 * `undefined` if officers decide without a rule.
 *
 * A BLOCKED inquiry is not decided. If there are rules, no inquiry is decided while facts are being looked
 * up.
 */
export async function decideByRules(
  service: ChangePorts & Ports<'ruleSets'>,
  work: UnitOfWork,
  subject: RuledTransfer,
): Promise<RuleDecision | undefined> {
  const { transfer, lacksFacts } = subject
  const { status } = transfer.state
  if (transfer.direction === 'RECEIVED' && status === 'BLOCKED') return undefined
  const { rules, version } = await service.ruleSets.current(work.tx, subject.ruleSetId)
  const approval = assess(service, work, transfer, approvalOf(service, subject))
  const byLimits =
    approval && ({ applied: { name: LIMITS_RULE, version, action: 'APPROVE' }, command: approval } as const)
  if (rules.length === 0) return byLimits
  if (lacksFacts && (status === 'BLOCKED' || awaitsFacts(transfer, subject))) return undefined
  const reasons = await reasonsOf(work, rules)
  const commandOf = (rule: Rule) =>
    rule.action === 'APPROVE' ? approval : assess(service, work, transfer, declineOf(service, transfer, rule, reasons))
  const facts = await factsOf(service, work, subject, rules)
  const result = evaluateRules(rules, facts, (rule) => commandOf(rule) !== undefined)
  switch (result.type) {
    case 'NOT_MATCHED':
      return byLimits
    case 'LEFT_TO_OFFICER':
      return undefined
    case 'MATCHED': {
      const { rule } = result
      const applied = { name: rule.name, version, action: rule.action }
      const command = rule.action === 'APPROVE' || rule.action === 'DECLINE' ? commandOf(rule) : undefined
      return { applied, rule, ...(command && { command }) }
    }
  }
}

type Assessment = CommandOf<'assess'>

/** The approval of a transfer; `undefined` if it may not be approved automatically. */
function approvalOf(
  service: ChangePorts,
  { transfer, vasp, entry, results }: RuledTransfer,
): Assessment['verdict'] | undefined {
  if (transfer.state.status !== 'PENDING' || vasp === undefined) return undefined
  const address = mayApprove({
    transfer,
    asset: assetOf(service, transfer),
    vasp,
    mutualTlsRequired: requiresMutualTls(vasp),
    entry,
    results,
    requiredChecks: service.policy.decisions.requiredChecks,
  })
  if (address === undefined || !isReleased(service, results)) return undefined
  return { outcome: 'APPROVE', address }
}

/** True if none of these results, which no person can have accepted yet, stops an approval. */
export function isReleased(
  { policy: { release } }: Ports<'policy'>,
  results: readonly Pick<CheckResult, 'check' | 'verdict'>[],
): boolean {
  const findings = new Map(results.map(({ check, verdict }) => [check, { verdict, isCurrent: true }]))
  const facts = { findings, isChecked: true, accepted: new Map(), personsNeeded: 1 }
  return openFindings('APPROVE', facts, release).length === 0
}

/** The decline of a transfer; `undefined` if it may not be declined automatically. */
function declineOf(
  { policy }: Ports<'policy'>,
  { direction, channel, state }: Transfer,
  { reasonId }: Rule,
  reasons: ReadonlyMap<string, string>,
): Assessment['verdict'] | undefined {
  if (direction !== 'RECEIVED' || channel !== 'TRP' || state.status !== 'PENDING') return undefined
  if (reasonId === undefined && policy.decisions.reviewedReasonsOnly) return undefined
  const reason = reasonId === undefined ? DECLINE_REASON : reasons.get(reasonId)
  return reason === undefined ? undefined : { outcome: 'DECLINE', reason }
}

/** The command for `verdict`; `undefined` without one, or if the decision needs a second person. */
function assess(
  { assets, policy }: ChangePorts,
  { now }: UnitOfWork,
  transfer: Transfer,
  verdict: Assessment['verdict'] | undefined,
): Assessment | undefined {
  if (verdict === undefined) return undefined
  const at = now()
  const expiresAt = secondsAfter(at, policy.deadlineSeconds.confirmation)
  const command = { type: 'assess', verdict, expiresAt, at } as const
  return needsSecondPerson(transfer, command, { limits: policy.decisions.fourEyes, assets }) ? undefined : command
}

/** The texts of the reasons that rules name. A retired reason has none. */
async function reasonsOf({ tx }: UnitOfWork, rules: readonly Rule[]): Promise<ReadonlyMap<string, string>> {
  const found = await loadReasons(
    tx,
    rules.flatMap(({ reasonId }) => reasonId ?? []),
  )
  return new Map(found.map(({ id, text }) => [id, text]))
}

async function factsOf(
  service: ChangePorts,
  { tx, now }: UnitOfWork,
  { transfer, vasp, results, payload }: RuledTransfer,
  rules: readonly Rule[],
) {
  const asset = assetOf(service, transfer)
  const rates = usesRates(rules) ? await loadRates(tx, asset.id) : []
  const age = { at: now(), ageMaxSeconds: service.policy.ageMaxSeconds.rate }
  return {
    transfer,
    asset,
    vasp,
    verdicts: new Map(results.map(({ check, verdict }) => [check, verdict])),
    valueIn: valueIn(wholeAmount(transfer, asset), rates, age),
    countries: statedCountries(payload, transfer.direction),
  }
}
