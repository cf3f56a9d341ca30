import type { CasePriority } from '../../cases/domain/case.ts'
import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import type { RiskRating } from '../../due-diligence/domain/due-diligence.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import type { Direction, TransferChannel } from '../../transfers/domain/transfer.ts'
import type { SenderVerification } from '../../vasps/domain/sender-proof.ts'
import type { Trust } from '../../vasps/domain/vasp.ts'

/** A version of the complete rules, in order of evaluation. */
export interface RuleSet {
  /** From 1; 0 before any rules were set. */
  readonly version: number
  readonly rules: readonly Rule[]
}

/** The action for transfers that meet the conditions. */
export interface Rule {
  /** Unique in its set. */
  readonly name: string
  /** All of them must be met; without conditions, every transfer matches. */
  readonly when: RuleConditions
  readonly action: RuleAction
  /** The reviewed reason for the counterparty; DECLINE only. */
  readonly reasonId?: string
  /** The internal reason; HOLD and ASK only. */
  readonly internalReason?: string
  /** Subject of the person to whom the case is assigned; HOLD, ASK and ASSIGN only, like the next two fields. */
  readonly assignee?: string
  readonly priority?: CasePriority
  /** Time after the application of the rule at which the case is due. */
  readonly dueSeconds?: number
}

export type RuleAction = (typeof RULE_ACTIONS)[number]

/** The actions of rules. Only the first two decide about an inquiry. */
export const RULE_ACTIONS = ['APPROVE', 'DECLINE', 'HOLD', 'ASK', 'ASSIGN'] as const

/** True if an action decides about an inquiry, false if it leaves the decision to officers. */
export function isDecisive(action: RuleAction): boolean {
  return action === 'APPROVE' || action === 'DECLINE'
}

/** Conditions on a transfer. A list is met by any of its values, `checks` and `amounts` must all be met. */
export interface RuleConditions {
  readonly checks?: readonly CheckCondition[]
  readonly amounts?: readonly AmountCondition[]
  /** Ids of assets. */
  readonly assets?: readonly string[]
  /** Ids of VASPs. */
  readonly vasps?: readonly string[]
  readonly leis?: readonly string[]
  readonly trust?: readonly Trust[]
  /** The condition is UNKNOWN for a VASP that is not rated. */
  readonly riskRatings?: readonly RiskRating[]
  /** ISO 3166 codes; `XX` for a person who states no country. */
  readonly countries?: readonly string[]
  /** Like `countries`, for the other VASP. */
  readonly vaspCountries?: readonly string[]
  readonly directions?: readonly Direction[]
  readonly channels?: readonly TransferChannel[]
  readonly senders?: readonly SenderVerification[]
}

export interface CheckCondition {
  /** Absent for the worst verdict among all checks. */
  readonly check?: CheckName
  readonly verdicts: readonly CheckVerdict[]
}

export interface AmountCondition {
  readonly operator: AmountOperator
  readonly value: Decimal
  /** The unit of `value`: whole units of an asset, or a currency. */
  readonly unit: { readonly asset: string } | { readonly currency: string }
}

export type AmountOperator = 'GT' | 'GTE' | 'LT' | 'LTE'

/** Name of the implicit last rule, which approves within the limits of the VASP. */
export const LIMITS_RULE = 'limits of the VASP'

/** A rule that was applied to a transfer. */
export interface AppliedRule {
  readonly name: string
  /** Version of the rule set. */
  readonly version: number
  readonly action: RuleAction
}

/** The details about a rule in the event that it caused. */
export function ruleDetail({ name, version }: AppliedRule) {
  return { rule: name, rulesVersion: version }
}

/** True if any rule compares an amount in a currency. */
export function usesRates(rules: readonly Rule[]): boolean {
  return rules.some(({ when }) => when.amounts?.some(({ unit }) => 'currency' in unit))
}
