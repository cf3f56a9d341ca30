export interface BackoffLimits {
  /** Wait after the first failure, before jitter, in milliseconds. */
  readonly baseMs: number
  /** Longest wait, in milliseconds. */
  readonly maxMs: number
}

/**
 * How long to wait after failure number `attempt` (from 1), in milliseconds: doubling, at most `maxMs`, of which a random
 * half is left out so that those who failed together do not come back together.
 */
export function backoffMs(
  attempt: number,
  { baseMs, maxMs }: BackoffLimits,
  random: () => number = Math.random,
): number {
  const whole = Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30))
  return Math.round(whole / 2 + (whole / 2) * random())
}
