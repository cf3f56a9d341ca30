/** How the delay between two attempts grows. */
export interface Backoff {
  /** The delay after the first failure, before jitter. */
  readonly firstDelayMs: number
  /** The longest delay. */
  readonly delayMaxMs: number
}

/**
 * The delay after failed attempt number `attempt` (from 1), in milliseconds: doubled with each attempt, up to `delayMaxMs`.
 *
 * A random half of it is left out, so that callers that failed together do not retry together. `random` is from 0 to 1.
 */
export function backoffDelayMs(
  attempt: number,
  { firstDelayMs, delayMaxMs }: Backoff,
  random: () => number = Math.random,
): number {
  const delayMs = Math.min(delayMaxMs, firstDelayMs * 2 ** Math.min(attempt - 1, doublingsMax))
  return Math.round(delayMs / 2 + (delayMs / 2) * random())
}

/** More would only overflow: no delay is that long. */
const doublingsMax = 30
