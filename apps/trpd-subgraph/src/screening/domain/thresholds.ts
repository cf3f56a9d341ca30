import { MATCH_SCORE, STRONG_MATCH_SCORE } from '@travel-rule/name-matching/compare-names'
import { ok, type Result, refuse } from '@travel-rule/service/result'

/** The minimum scores at which a listed name is a possible match (`WARN`) and a strong match (`FAIL`). */
export interface ScreeningThresholds {
  readonly possible: number
  readonly strong: number
}

export const DEFAULT_THRESHOLDS: ScreeningThresholds = { possible: MATCH_SCORE, strong: STRONG_MATCH_SCORE }

/** At lower thresholds, most names that share a word would match. */
const THRESHOLD_MIN = 0.6
/** At higher thresholds, a name in another script would not match its own Latin form. */
const THRESHOLD_MAX = 0.95

/** Checks thresholds. Refused with `SCREENING_THRESHOLDS_INVALID` and the path of the field. */
export function parseThresholds(thresholds: ScreeningThresholds): Result<ScreeningThresholds> {
  for (const path of ['possible', 'strong'] as const) {
    const value = thresholds[path]
    const isAllowed = value >= THRESHOLD_MIN && value <= THRESHOLD_MAX && Math.abs(value - rounded(value)) < 1e-9
    if (isAllowed) continue
    const message = `${path}: choose between ${THRESHOLD_MIN} and ${THRESHOLD_MAX}, with at most two decimal places.`
    return refuse('SCREENING_THRESHOLDS_INVALID', message, { path })
  }
  const possible = rounded(thresholds.possible)
  const strong = rounded(thresholds.strong)
  if (strong >= possible) return ok({ possible, strong })
  const message = 'strong: it must not be lower than the score of a possible match.'
  return refuse('SCREENING_THRESHOLDS_INVALID', message, { path: 'strong' })
}

export function areSameThresholds(a: ScreeningThresholds, b: ScreeningThresholds): boolean {
  return a.possible === b.possible && a.strong === b.strong
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
