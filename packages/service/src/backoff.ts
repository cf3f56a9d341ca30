/** The limits of the delay between two attempts. */
export interface Backoff {
  /** The delay after the first failure, before jitter. */
  readonly firstDelayMs: number
  /** The maximum delay. */
  readonly delayMaxMs: number
}

/**
 * The delay after failed attempt `attempt` (from 1), in milliseconds; it doubles up to `delayMaxMs`.
 *
 * Jitter reduces it by up to half, so that callers that failed together do not retry together. `random` returns a
 * number from 0 to 1.
 */
export function backoffDelayMs(
  attempt: number,
  { firstDelayMs, delayMaxMs }: Backoff,
  random: () => number = Math.random,
): number {
  const delayMs = Math.min(delayMaxMs, firstDelayMs * 2 ** Math.min(attempt - 1, doublingsMax))
  return Math.round(delayMs / 2 + (delayMs / 2) * random())
}

/** Keeps the power finite; `delayMaxMs` is always reached earlier. */
const doublingsMax = 30
