import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { AssetRegistry } from '../../assets/domain/asset.ts'
import type { CasePriority } from '../../cases/domain/case.ts'
import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import type { RiskRating } from '../../due-diligence/domain/due-diligence.ts'
import { parseAmount } from '../../foundation/domain/amount.ts'
import { parseLei } from '../../foundation/domain/lei.ts'
import { isFreeText, isSingleLine, isUuid } from '../../foundation/domain/string-format.ts'
import type { Direction, TransferChannel } from '../../transfers/domain/transfer.ts'
import type { SenderVerification } from '../../vasps/domain/sender-proof.ts'
import type { Trust } from '../../vasps/domain/vasp.ts'
import {
  type AmountCondition,
  type AmountOperator,
  type CheckCondition,
  LIMITS_RULE,
  type Rule,
  type RuleAction,
  type RuleConditions,
} from './rule.ts'

type Maybe<Value> = Value | null | undefined

/** A rule as given by a client. */
export interface RuleInput {
  readonly name: string
  readonly when?: Maybe<RuleConditionsInput>
  readonly action: RuleAction
  readonly reasonId?: Maybe<string>
  readonly internalReason?: Maybe<string>
  readonly assignee?: Maybe<string>
  readonly priority?: Maybe<CasePriority>
  readonly dueSeconds?: Maybe<number>
}

export interface RuleConditionsInput {
  readonly checks?: Maybe<readonly { readonly check?: Maybe<CheckName>; readonly verdicts: readonly CheckVerdict[] }[]>
  readonly amounts?: Maybe<readonly AmountConditionInput[]>
  readonly assets?: Maybe<readonly string[]>
  readonly vasps?: Maybe<readonly string[]>
  readonly leis?: Maybe<readonly string[]>
  readonly trust?: Maybe<readonly Trust[]>
  readonly riskRatings?: Maybe<readonly RiskRating[]>
  readonly countries?: Maybe<readonly string[]>
  readonly vaspCountries?: Maybe<readonly string[]>
  readonly directions?: Maybe<readonly Direction[]>
  readonly channels?: Maybe<readonly TransferChannel[]>
  readonly senders?: Maybe<readonly SenderVerification[]>
}

interface AmountConditionInput {
  readonly operator: AmountOperator
  readonly value: string
  readonly asset?: Maybe<string>
  readonly currency?: Maybe<string>
}

/** Maximum number of rules in a set. */
export const RULES_MAX = 200
/** Maximum number of items in one list of conditions. */
const ITEMS_MAX = 100
const NAME_LENGTH_MAX = 100
const REASON_LENGTH_MAX = 2_000
const SUBJECT_LENGTH_MAX = 255
/** Ten years. */
const DUE_SECONDS_MAX = 315_360_000

/**
 * Parses the rules of a client's input. Does not look up VASPs and reasons.
 *
 * Refused with `RULE_INVALID`, and with `RULE_REFERENCE_UNKNOWN` for an asset that does not exist;
 * `extensions.path` is the path of the field.
 */
export function parseRules(inputs: readonly RuleInput[], assets: AssetRegistry): Result<readonly Rule[]> {
  try {
    if (inputs.length > RULES_MAX) throw new Problem('rules', `must have at most ${RULES_MAX} items`)
    const rules = inputs.map((input, index) => parseRule(input, `rules.${index}`, assets))
    const names = rules.map(({ name }) => name)
    const repeated = names.findIndex((name, index) => names.indexOf(name) !== index)
    if (repeated >= 0) throw new Problem(`rules.${repeated}.name`, 'is the name of an earlier rule')
    return ok(rules)
  } catch (error) {
    if (error instanceof Problem) return refuse(error.code, `${error.path} ${error.message}.`, { path: error.path })
    throw error
  }
}

/** Thrown for the first problem, and caught above. */
class Problem extends Error {
  readonly path: string
  readonly code: string

  constructor(path: string, message: string, code = 'RULE_INVALID') {
    super(message)
    this.path = path
    this.code = code
  }
}

function parseRule(input: RuleInput, path: string, assets: AssetRegistry): Rule {
  const name = input.name.trim()
  if (!isSingleLine(name, NAME_LENGTH_MAX)) {
    throw new Problem(`${path}.name`, `must have 1 to ${NAME_LENGTH_MAX} characters on one line`)
  }
  if (name === LIMITS_RULE) throw new Problem(`${path}.name`, 'is the name of the built-in rule')
  requireFields(input, path)
  const { action, reasonId, internalReason, assignee, priority, dueSeconds } = input
  return {
    name,
    when: parseConditions(input.when ?? {}, `${path}.when`, assets),
    action,
    ...(reasonId == null ? {} : { reasonId }),
    ...(internalReason == null ? {} : { internalReason: internalReason.trim() }),
    ...(assignee == null ? {} : { assignee }),
    ...(priority == null ? {} : { priority }),
    ...(dueSeconds == null ? {} : { dueSeconds }),
  }
}

/** Checks that a rule has the fields that its action needs, and no others. */
function requireFields(input: RuleInput, path: string): void {
  const { action, internalReason, assignee, dueSeconds } = input
  const waits = action === 'HOLD' || action === 'ASK'
  const isForCases = waits || action === 'ASSIGN'
  const uses = {
    reasonId: action === 'DECLINE',
    internalReason: waits,
    assignee: isForCases,
    priority: isForCases,
    dueSeconds: isForCases,
  }
  for (const field of Object.keys(uses) as (keyof typeof uses)[]) {
    if (uses[field] || input[field] == null) continue
    throw new Problem(`${path}.${field}`, `does not belong to a rule with the action ${action}`)
  }
  if (waits && (internalReason == null || !isFreeText(internalReason, REASON_LENGTH_MAX))) {
    throw new Problem(`${path}.internalReason`, `must have 1 to ${REASON_LENGTH_MAX} characters for ${action}`)
  }
  if (assignee != null && !isSingleLine(assignee, SUBJECT_LENGTH_MAX)) {
    throw new Problem(`${path}.assignee`, `must be the id of a User, with 1 to ${SUBJECT_LENGTH_MAX} characters`)
  }
  if (dueSeconds != null && (dueSeconds < 0 || dueSeconds > DUE_SECONDS_MAX)) {
    throw new Problem(`${path}.dueSeconds`, `must be from 0 to ${DUE_SECONDS_MAX}`)
  }
}

function parseConditions(input: RuleConditionsInput, path: string, assets: AssetRegistry): RuleConditions {
  for (const [field, list] of Object.entries(input) as [string, Maybe<readonly unknown[]>][]) {
    if (list != null && (list.length === 0 || list.length > ITEMS_MAX)) {
      throw new Problem(`${path}.${field}`, `must have 1 to ${ITEMS_MAX} items`)
    }
  }
  const given = Object.entries(input).filter(([, list]) => list != null)
  const parsed: RuleConditions = {
    ...Object.fromEntries(given),
    ...(input.checks == null
      ? {}
      : { checks: input.checks.map((each, at) => parseCheck(each, `${path}.checks.${at}`)) }),
    ...(input.amounts == null
      ? {}
      : { amounts: input.amounts.map((each, at) => parseAmountCondition(each, `${path}.amounts.${at}`, assets)) }),
    ...(input.vasps == null ? {} : { vasps: input.vasps.map((id) => id.toLowerCase()) }),
  }
  input.assets?.forEach((id, at) => {
    requireAsset(id, `${path}.assets.${at}`, assets)
  })
  input.vasps?.forEach((id, at) => {
    if (!isUuid(id)) throw new Problem(`${path}.vasps.${at}`, 'is not the id of a VASP', 'RULE_REFERENCE_UNKNOWN')
  })
  input.leis?.forEach((lei, at) => {
    if (!parseLei(lei).ok) throw new Problem(`${path}.leis.${at}`, 'must be a legal entity identifier')
  })
  for (const field of ['countries', 'vaspCountries'] as const) {
    input[field]?.forEach((code, at) => {
      if (!/^[A-Z]{2}$/.test(code)) throw new Problem(`${path}.${field}.${at}`, 'must be an ISO 3166 code, such as CH')
    })
  }
  return parsed
}

function parseCheck(
  { check, verdicts }: NonNullable<RuleConditionsInput['checks']>[number],
  path: string,
): CheckCondition {
  if (verdicts.length === 0) throw new Problem(`${path}.verdicts`, 'must have at least one item')
  return { ...(check == null ? {} : { check }), verdicts: [...new Set(verdicts)] }
}

function parseAmountCondition(input: AmountConditionInput, path: string, assets: AssetRegistry): AmountCondition {
  const { operator, asset, currency } = input
  const value = parseAmount(input.value)
  if (!value.ok) throw new Problem(`${path}.value`, `is not an amount: ${value.refusal.message.replace(/\.$/, '')}`)
  if ((asset == null) === (currency == null)) throw new Problem(path, 'must have either asset or currency')
  if (currency != null) {
    if (!isCurrency(currency)) throw new Problem(`${path}.currency`, 'must be an ISO 4217 code, such as EUR')
    return { operator, value: value.value, unit: { currency } }
  }
  const id = asset ?? ''
  requireAsset(id, `${path}.asset`, assets)
  return { operator, value: value.value, unit: { asset: id } }
}

/** True if `code` has the form of a currency code. */
export function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code)
}

function requireAsset(id: string, path: string, assets: AssetRegistry): void {
  if (assets.byId(id) === undefined) throw new Problem(path, 'is not the id of an asset', 'RULE_REFERENCE_UNKNOWN')
}
