import { type Asset, wholeAmount } from '../../assets/domain/asset.ts'
import type { ValueIn } from '../../assets/domain/rates.ts'
import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import type { RiskRating } from '../../due-diligence/domain/due-diligence.ts'
import { compareDecimals, type Decimal } from '../../foundation/domain/amount.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { type AmountCondition, type CheckCondition, isDecisive, type Rule, type RuleConditions } from './rule.ts'

/** The facts about a transfer that rules can use. */
export interface RuleFacts {
  readonly transfer: Pick<Transfer, 'direction' | 'channel' | 'assetId' | 'amount' | 'amountUnit' | 'sender'>
  readonly asset: Asset
  /** Absent without a known VASP; registered transfers only. */
  readonly vasp: Pick<Vasp, 'id' | 'lei' | 'trust' | 'dueDiligence'> | undefined
  /** Keyed by check; a check without a verdict counts as UNKNOWN. */
  readonly verdicts: ReadonlyMap<CheckName, CheckVerdict>
  readonly valueIn: ValueIn
  /** The countries stated in the IVMS101 data; `undefined` if it was not opened. */
  readonly countries: StatedCountries | undefined
}

/** Country codes by who states them; `XX` for a person who states none. */
export interface StatedCountries {
  readonly persons: ReadonlySet<string>
  readonly vasp: ReadonlySet<string>
}

/** The result of evaluating rules. */
export type RuleResult =
  | { readonly type: 'MATCHED'; readonly rule: Rule }
  /** `rule` might have decided, so neither a later rule nor the limits of the VASP may. */
  | { readonly type: 'LEFT_TO_OFFICER'; readonly rule: Rule; readonly why: 'UNKNOWN' | 'NOT_ALLOWED' }
  | { readonly type: 'NOT_MATCHED' }

/**
 * The first matching rule.
 *
 * A rule does not match if its conditions cannot be evaluated, or if `isAllowed` forbids its decision. After
 * such a rule, only rules that leave the decision to officers match.
 */
export function evaluateRules(
  rules: readonly Rule[],
  facts: RuleFacts,
  isAllowed: (rule: Rule) => boolean,
): RuleResult {
  let left: RuleResult | undefined
  for (const rule of rules) {
    const truth = evaluate(rule.when, facts)
    if (truth === 'NO') continue
    if (truth === 'UNKNOWN') {
      left ??= { type: 'LEFT_TO_OFFICER', rule, why: 'UNKNOWN' }
    } else if (!isDecisive(rule.action)) {
      return { type: 'MATCHED', rule }
    } else if (left === undefined && isAllowed(rule)) {
      return { type: 'MATCHED', rule }
    } else {
      left ??= { type: 'LEFT_TO_OFFICER', rule, why: 'NOT_ALLOWED' }
    }
  }
  return left ?? { type: 'NOT_MATCHED' }
}

/** The result of evaluating conditions. */
type Truth = 'YES' | 'NO' | 'UNKNOWN'

/** NO as soon as one condition is not met, even if others cannot be evaluated. */
function evaluate(when: RuleConditions, facts: RuleFacts): Truth {
  return all(Object.keys(when) as (keyof RuleConditions)[], (field) => meets(field, when, facts))
}

function all<Item>(items: readonly Item[], test: (item: Item) => Truth): Truth {
  let truth: Truth = 'YES'
  for (const item of items) {
    const each = test(item)
    if (each === 'NO') return 'NO'
    if (each === 'UNKNOWN') truth = 'UNKNOWN'
  }
  return truth
}

/** Evaluates the condition in `field`. */
function meets(field: keyof RuleConditions, when: RuleConditions, facts: RuleFacts): Truth {
  const { transfer, vasp, countries } = facts
  switch (field) {
    case 'checks':
      return all(when.checks ?? [], (condition) => hasVerdict(condition, facts))
    case 'amounts':
      return all(when.amounts ?? [], (condition) => hasAmount(condition, facts))
    case 'assets':
      return isOneOf(when.assets, transfer.assetId)
    case 'directions':
      return isOneOf(when.directions, transfer.direction)
    case 'channels':
      return isOneOf(when.channels, transfer.channel)
    case 'senders':
      return isOneOf(when.senders, transfer.sender?.verification)
    case 'vasps':
      return isOneOf(when.vasps, vasp?.id)
    case 'leis':
      return isOneOf(when.leis, vasp?.lei)
    case 'trust':
      return isOneOf(when.trust, vasp?.trust)
    case 'riskRatings':
      return isRated(when.riskRatings, vasp?.dueDiligence?.riskRating)
    case 'countries':
      return states(when.countries, countries?.persons)
    case 'vaspCountries':
      return states(when.vaspCountries, countries?.vasp)
  }
}

function isOneOf<Value>(allowed: readonly Value[] | undefined, value: Value | undefined): Truth {
  return allowed === undefined || (value !== undefined && allowed.includes(value)) ? 'YES' : 'NO'
}

function isRated(ratings: readonly RiskRating[] | undefined, rating: RiskRating | undefined): Truth {
  return ratings !== undefined && rating === undefined ? 'UNKNOWN' : isOneOf(ratings, rating)
}

function states(listed: readonly string[] | undefined, stated: ReadonlySet<string> | undefined): Truth {
  if (listed === undefined) return 'YES'
  if (stated === undefined) return 'UNKNOWN'
  return listed.some((country) => stated.has(country)) ? 'YES' : 'NO'
}

/** From best to worst. An UNKNOWN check might be a FAIL, but is not known to be one. */
const VERDICTS: readonly CheckVerdict[] = ['PASS', 'WARN', 'UNKNOWN', 'FAIL']

function hasVerdict({ check, verdicts }: CheckCondition, { verdicts: found }: RuleFacts): Truth {
  return isOneOf(verdicts, check === undefined ? worstOf(found) : (found.get(check) ?? 'UNKNOWN'))
}

function worstOf(found: RuleFacts['verdicts']): CheckVerdict {
  if (found.size === 0) return 'UNKNOWN'
  let worst = 0
  for (const verdict of found.values()) worst = Math.max(worst, VERDICTS.indexOf(verdict))
  return VERDICTS[worst] ?? 'UNKNOWN'
}

function hasAmount({ unit, operator, value: limit }: AmountCondition, facts: RuleFacts): Truth {
  if ('asset' in unit && unit.asset !== facts.asset.id) return 'NO'
  const value = 'asset' in unit ? wholeAmount(facts.transfer, facts.asset) : facts.valueIn(unit.currency)
  if (value === undefined) return 'UNKNOWN'
  return compare(value, operator, limit) ? 'YES' : 'NO'
}

function compare(value: Decimal, operator: AmountCondition['operator'], limit: Decimal): boolean {
  const difference = compareDecimals(value, limit)
  switch (operator) {
    case 'GT':
      return difference > 0
    case 'GTE':
      return difference >= 0
    case 'LT':
      return difference < 0
    case 'LTE':
      return difference <= 0
  }
}
