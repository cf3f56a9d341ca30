/** How often, and after which pauses, something is tried again. */
export interface BackOff {
  readonly attemptsMax: number
  readonly firstDelayMs: number
  readonly delayMaxMs: number
}

/** The pause before the given attempt, from 1: doubled each time up to the limit, of which a random half is taken off. */
export function backOffDelayMs({ firstDelayMs, delayMaxMs }: BackOff, attempt: number, random = Math.random): number {
  const whole = Math.min(delayMaxMs, firstDelayMs * 2 ** (attempt - 1))
  return whole / 2 + (whole / 2) * random()
}
