/** How often what failed is tried again. */
export interface RetryLimits {
  /** Attempts for one fetch, the first included. */
  readonly attemptsMax: number
  /** Retries per request, over time. */
  readonly ratio: number
  /** Retries that may be saved up, and with which a client begins. */
  readonly savedMax: number
  /** The longest pause before a retry; at least half of it is waited. */
  readonly delayMs: number
}

/** Keeps retries a small share of all requests: a subgraph in trouble is not sent many times its load. */
export interface RetryBudget {
  /** A request was made. */
  deposit(): void
  /** Whether one more retry may be made; it is then spent. */
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
