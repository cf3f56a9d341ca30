import { compareDecimals } from '../../foundation/domain/amount.ts'
import { type AmountCondition, type CheckCondition, isDecisive, type Rule, type RuleConditions } from './rule.ts'

/** Why a rule probably does not do what its author intended. */
export interface RuleWarning {
  readonly code: 'RULE_CONTRADICTORY' | 'RULE_UNREACHABLE' | 'RULE_NEVER_ALLOWED' | 'RATE_MISSING'
  /** Name of the rule. */
  readonly rule: string
  /** The path of the field in the input, such as `rules.2.when.amounts.1`. */
  readonly path: string
  readonly message: string
}

/**
 * Finds rules that can never match: their conditions contradict each other, their decision is never made
 * automatically, or an earlier rule matches everything that they match.
 */
export function findWarnings(rules: readonly Rule[]): RuleWarning[] {
  return rules.flatMap((rule, index): RuleWarning[] => {
    const warn = (code: RuleWarning['code'], path: string, message: string) => [
      { code, rule: rule.name, path: `rules.${index}${path}`, message },
    ]
    const contradiction = contradictionOf(rule.when)
    if (contradiction !== undefined)
      return warn('RULE_CONTRADICTORY', `.when.${contradiction.path}`, contradiction.message)
    const forbidden = isDecisive(rule.action) ? forbiddenBy(rule) : undefined
    if (forbidden !== undefined) return warn('RULE_NEVER_ALLOWED', `.when.${forbidden.path}`, forbidden.message)
    const earlier = rules.slice(0, index).find((other) => preempts(other, rule))
    if (earlier === undefined) return []
    return warn('RULE_UNREACHABLE', '', `The earlier rule "${earlier.name}" matches whenever this one would.`)
  })
}

interface Finding {
  readonly path: string
  readonly message: string
}

/** Finds two conditions that cannot both be met. */
function contradictionOf({ checks = [], amounts = [], assets }: RuleConditions): Finding | undefined {
  for (const [index, check] of checks.entries()) {
    const same = checks.slice(0, index).find((other) => other.check === check.check && !overlap(other, check))
    if (same !== undefined)
      return { path: `checks.${index}`, message: 'Two conditions on one check exclude each other.' }
  }
  for (const [index, amount] of amounts.entries()) {
    const { unit } = amount
    if ('asset' in unit && assets !== undefined && !assets.includes(unit.asset)) {
      return { path: `amounts.${index}`, message: 'The amount is of an asset that is not in assets.' }
    }
    const earlier = amounts.slice(0, index)
    if (earlier.some((other) => 'asset' in unit && 'asset' in other.unit && other.unit.asset !== unit.asset)) {
      return { path: `amounts.${index}`, message: 'A transaction has one asset, but two are required.' }
    }
    if (earlier.some((other) => isSameUnit(other, amount) && exclude(other, amount))) {
      return { path: `amounts.${index}`, message: 'No amount meets all conditions.' }
    }
  }
  return undefined
}

function overlap(one: CheckCondition, other: CheckCondition): boolean {
  return one.verdicts.some((verdict) => other.verdicts.includes(verdict))
}

function isSameUnit({ unit: a }: AmountCondition, { unit: b }: AmountCondition): boolean {
  if ('asset' in a) return 'asset' in b && a.asset === b.asset
  return 'currency' in b && a.currency === b.currency
}

function isLower({ operator }: AmountCondition): boolean {
  return operator === 'GT' || operator === 'GTE'
}

/** True if no amount lies between a lower and an upper bound. */
function exclude(a: AmountCondition, b: AmountCondition): boolean {
  if (isLower(a) === isLower(b)) return false
  const [lower, upper] = isLower(a) ? [a, b] : [b, a]
  const difference = compareDecimals(lower.value, upper.value)
  return difference > 0 || (difference === 0 && (lower.operator === 'GT' || upper.operator === 'LT'))
}

/** Finds a condition under which the rule's decision is never made automatically. */
function forbiddenBy({ action, when }: Rule): Finding | undefined {
  const { directions, channels, checks = [], trust } = when
  if (directions?.includes('RECEIVED') === false) {
    return { path: 'directions', message: 'Only RECEIVED inquiries are decided by us.' }
  }
  if (channels?.includes('TRP') === false) return { path: 'channels', message: 'Only inquiries over TRP are decided.' }
  if (action === 'DECLINE') return undefined
  if (trust?.includes('TRUSTED') === false) {
    return { path: 'trust', message: 'Only inquiries of TRUSTED VASPs are approved automatically.' }
  }
  const failing = checks.findIndex(({ verdicts }) => verdicts.every((verdict) => verdict === 'FAIL'))
  if (failing < 0) return undefined
  return { path: `checks.${failing}`, message: 'Nothing is approved automatically when a check is FAIL.' }
}

/**
 * True if `earlier` leaves nothing for `later` to match. A rule that decides may be forbidden to, so it does not
 * preempt a rule that leaves the decision to officers.
 */
function preempts(earlier: Rule, later: Rule): boolean {
  if (!isDecisive(later.action) && isDecisive(earlier.action)) return false
  return implies(later.when, earlier.when)
}

const LISTS = [
  'assets',
  'vasps',
  'leis',
  'trust',
  'riskRatings',
  'countries',
  'vaspCountries',
  'directions',
  'channels',
  'senders',
] as const

/** True if every transfer that meets `narrow` meets `wide`. May miss cases, but is never wrong. */
function implies(narrow: RuleConditions, wide: RuleConditions): boolean {
  const lists = LISTS.every((field) => {
    const allowed: readonly string[] | undefined = wide[field]
    if (allowed === undefined) return true
    const own: readonly string[] | undefined = narrow[field]
    // A transfer may state several countries, and one match is enough.
    return own?.every((value) => allowed.includes(value)) ?? false
  })
  const checks = (wide.checks ?? []).every(({ check, verdicts }) =>
    (narrow.checks ?? []).some(
      (own) => own.check === check && own.verdicts.every((verdict) => verdicts.includes(verdict)),
    ),
  )
  const amounts = (wide.amounts ?? []).every((bound) =>
    (narrow.amounts ?? []).some((own) => isSameUnit(own, bound) && isWithin(own, bound)),
  )
  return lists && checks && amounts
}

/** True if every amount that meets `own` meets `bound`. */
function isWithin(own: AmountCondition, bound: AmountCondition): boolean {
  if (isLower(own) !== isLower(bound)) return false
  const difference = compareDecimals(own.value, bound.value)
  if (difference === 0) return own.operator === bound.operator || bound.operator.endsWith('E')
  return isLower(own) ? difference > 0 : difference < 0
}
