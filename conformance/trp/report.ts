import { REMEDIES, type Remedy } from './remedies.ts'
import { LEVELS, type Level, type Obstacle, type RuleResult } from './rule.ts'

/** The check: its subject, time and results. */
export interface Report {
  readonly role: 'receiver' | 'sender'
  /** URL of the VASP, if known. */
  readonly host: string | undefined
  /** The TRP version used. */
  readonly version: string
  /** The inquiries that determined the version and the name of the asset; empty for a sender. */
  readonly attempts: readonly Attempt[]
  /** If true, every rule counts like a MUST. */
  readonly strict: boolean
  readonly at: Date
  readonly results: readonly RuleResult[]
}

/** An inquiry in one version, with one name of the asset. */
export interface Attempt {
  readonly version: string
  readonly asset: object
  readonly status: number
  readonly isAccepted: boolean
  readonly found: string
}

/** Broken rules with the same cause, and the advice for it. */
export interface Step {
  /** The code of the obstacle, or a key of `REMEDIES`. */
  readonly cause: Obstacle['code'] | Remedy
  readonly todo: string
  /** Obstacles that prevent other rules from being judged. */
  readonly found?: string
  readonly failed: readonly RuleResult[]
  /** The rules that can only be judged once the cause is removed. */
  readonly notJudged: readonly RuleResult[]
}

/**
 * The advice, in order: first obstacles to other rules, then by the level of the broken rules, and then by dependency.
 */
export function stepsOf(results: readonly RuleResult[]): readonly Step[] {
  const obstacles = new Map<Obstacle['code'], Obstacle>()
  for (const { verdict } of results) {
    if (verdict.outcome === 'NOT_JUDGED') obstacles.set(verdict.obstacle.code, verdict.obstacle)
  }
  const failed = results.filter(({ verdict }) => verdict.outcome === 'FAILED')
  const broken = new Set([...obstacles.keys()].map((code) => RULES_OF_OBSTACLES[code]))
  const blocking = [...obstacles.values()].map(
    ({ code, todo, found }): Step => ({
      cause: code,
      todo,
      found,
      failed: failed.filter(({ id }) => id === RULES_OF_OBSTACLES[code]),
      notJudged: results.filter(({ verdict }) => verdict.outcome === 'NOT_JUDGED' && verdict.obstacle.code === code),
    }),
  )
  const others = failed.filter(({ id }) => !broken.has(id))
  const keys = Object.keys(REMEDIES) as Remedy[]
  const mending = keys.flatMap((remedy): Step[] => {
    const these = others.filter((result) => result.remedy === remedy).toSorted(byLevel)
    return these.length === 0 ? [] : [{ cause: remedy, todo: REMEDIES[remedy], failed: these, notJudged: [] }]
  })
  return [...blocking, ...mending.toSorted((one, other) => rankOf(one.failed[0]) - rankOf(other.failed[0]))]
}

/** The rule that an obstacle breaks, if any. */
const RULES_OF_OBSTACLES: Readonly<Record<Obstacle['code'], string | undefined>> = {
  VERSION_REFUSED: 'trp.version.spoken',
  INQUIRY_REFUSED: 'trp.inquiry.response',
  RESPONSE_NOT_TRP: 'trp.inquiry.response',
  ASSET_REFUSED: undefined,
  RATE_LIMITED: undefined,
  EXTENSION_REQUIRED: undefined,
  CALLBACK_UNREACHABLE: undefined,
}

function byLevel(one: RuleResult, other: RuleResult): number {
  return rankOf(one) - rankOf(other)
}

function rankOf(result: RuleResult | undefined): number {
  return result === undefined ? 0 : LEVELS.indexOf(result.basis.level)
}

export type Conclusion = 'CONFORMS' | 'DOES_NOT_CONFORM' | 'NOT_CHECKED'

/** True if the VASP conforms. A failure counts if the rule is a MUST, or the report is strict. */
export function conclude({ results, strict }: Pick<Report, 'results' | 'strict'>): Conclusion {
  if (results.some((result) => counts(result, strict))) return 'DOES_NOT_CONFORM'
  const isBlocked = results.some(({ verdict }) => verdict.outcome === 'NOT_JUDGED')
  return isBlocked || !results.some(({ verdict }) => verdict.outcome === 'PASSED') ? 'NOT_CHECKED' : 'CONFORMS'
}

/** True if the result is a failure that the exit code reports. */
export function counts({ basis, verdict }: RuleResult, strict: boolean): boolean {
  return verdict.outcome === 'FAILED' && (strict || basis.level === 'MUST')
}

/** The numbers of results by level. */
export function countsByLevel(results: readonly RuleResult[]) {
  return LEVELS.map((level: Level) => {
    const count = (...outcomes: string[]) =>
      results.filter(({ basis, verdict }) => basis.level === level && outcomes.includes(verdict.outcome)).length
    return {
      level,
      passed: count('PASSED'),
      failed: count('FAILED'),
      notJudged: count('NOT_JUDGED'),
      skipped: count('SKIPPED'),
    }
  })
}

/** The conclusion in one sentence. */
export function summarize(report: Report): string {
  const [must] = countsByLevel(report.results)
  const { passed = 0, failed = 0, notJudged = 0, skipped = 0 } = must ?? {}
  const open = notJudged + skipped
  const unchecked = open === 0 ? '' : `, ${open} not checked`
  const figures = `${passed} MUST ${passed === 1 ? 'rule passes' : 'rules pass'}, ${failed === 0 ? 'none fails' : `${failed} fail${failed === 1 ? 's' : ''}`}${unchecked}`
  switch (conclude(report)) {
    case 'CONFORMS':
      return `Conforms to TRP ${report.version}${open === 0 ? '' : ' as far as it was checked'}: ${figures}.`
    case 'DOES_NOT_CONFORM':
      return `Does not conform to TRP ${report.version}${failed === 0 ? ' by every rule, as --strict asks' : ''}: ${figures}.`
    case 'NOT_CHECKED':
      return `Could not be checked${passed === 0 ? '' : ' completely'}: ${figures}.`
  }
}

/** How the version and the name of the asset were agreed on, in sentences; empty if nothing was exchanged. */
export function describeAgreement({ role, version, attempts }: Report): string {
  if (role === 'sender') return `Its version is TRP ${version}.`
  const agreed = attempts.find(({ isAccepted }) => isAccepted)
  const refused = attempts
    .filter((attempt) => attempt !== agreed)
    .map((attempt) => `TRP ${attempt.version} with the asset ${JSON.stringify(attempt.asset)} (${attempt.found})`)
    .join(', then ')
  if (agreed === undefined) return `Refused: ${refused}.`
  const outcome = `Spoken: TRP ${agreed.version}, with the asset ${JSON.stringify(agreed.asset)}.`
  return refused === '' ? outcome : `${outcome} Refused before: ${refused}.`
}
