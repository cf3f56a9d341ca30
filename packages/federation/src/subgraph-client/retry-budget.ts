/** When failed requests are retried. */
export interface RetryLimits {
  /** Attempts per fetch, the first included. */
  readonly attemptsMax: number
  /** Retries earned by each request. */
  readonly ratio: number
  /** Retries that can be saved up; also the initial balance. */
  readonly savedMax: number
  /** The longest delay before a retry; the shortest is half of it. */
  readonly delayMs: number
}

/** Keeps retries a small share of all requests, so that they cannot overload a failing subgraph. */
export interface RetryBudget {
  /** Earns a share of a retry; called once per request. */
  deposit(): void
  /** Spends one retry; false when none is available. */
  withdraw(): boolean
}

export function openRetryBudget({ ratio, savedMax }: Pick<RetryLimits, 'ratio' | 'savedMax'>): RetryBudget {
  let saved = savedMax
  return {
    deposit() {
      saved = Math.min(savedMax, saved + ratio)
    },
    withdraw() {
      if (saved < 1) return false
      saved -= 1
      return true
    },
  }
}
