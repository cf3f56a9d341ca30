/** The entered scores; `undefined` for anything that is not a number. */
export interface Thresholds {
  readonly possible: number | undefined
  readonly strong: number | undefined
}

/** A number with a point or a comma. */
export function readThreshold(text: string): number | undefined {
  return /^\d([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined
}

/** The problems with the scores, by field. The API checks the same. */
export function problemsOf({ possible, strong }: Thresholds): {
  readonly possible?: 'invalid'
  readonly strong?: 'invalid' | 'order'
} {
  if (!isThreshold(possible)) return { possible: 'invalid', ...(isThreshold(strong) ? {} : { strong: 'invalid' }) }
  if (!isThreshold(strong)) return { strong: 'invalid' }
  return strong < possible ? { strong: 'order' } : {}
}

const THRESHOLD_MIN = 0.6
const THRESHOLD_MAX = 0.95

function isThreshold(value: number | undefined): value is number {
  return value !== undefined && value >= THRESHOLD_MIN && value <= THRESHOLD_MAX
}
