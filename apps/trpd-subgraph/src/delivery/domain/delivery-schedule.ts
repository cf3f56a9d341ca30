/** When and for how long an undelivered message is resent. */
export interface DeliverySchedule {
  /** Time limit for retries of a message. */
  readonly ttlSeconds: number
  /** Maximum number of attempts before a message counts as undeliverable. */
  readonly triesMax: number
  /** Maximum delay before the second attempt; doubles with each further attempt. */
  readonly delayMs: number
  readonly delayMaxMs: number
}

/** The attempts to deliver a message since it was queued or an officer retried it. */
export interface FailedTries {
  /** Failed attempts, from 1. */
  readonly tries: number
  readonly queuedAt: Date
  /** When the latest attempt failed. */
  readonly at: Date
}

/**
 * The time of the next attempt, after exponential back-off with full jitter; `undefined` if the attempts are
 * used up or the next one would be too late. `random` returns a number from 0 to 1.
 */
export function nextAttemptAt(
  schedule: DeliverySchedule,
  { tries, queuedAt, at }: FailedTries,
  random: () => number,
): Date | undefined {
  if (tries >= schedule.triesMax) return undefined
  const next = new Date(at.getTime() + Math.round(longestDelayMs(schedule, tries) * random()))
  return next.getTime() > queuedAt.getTime() + schedule.ttlSeconds * 1_000 ? undefined : next
}

/** The delay after `failures`, at least 1, before jitter. */
export function longestDelayMs(
  { delayMs, delayMaxMs }: Pick<DeliverySchedule, 'delayMs' | 'delayMaxMs'>,
  failures: number,
): number {
  return Math.min(delayMaxMs, delayMs * 2 ** Math.min(failures - 1, DOUBLINGS_MAX))
}

/** Keeps the power finite; every limit is reached earlier. */
const DOUBLINGS_MAX = 40

/** Tells an officer why a message is no longer sent; `problem` is that of the last attempt. */
export function deadLetterReason(problem: string, { tries, queuedAt, at }: FailedTries): string {
  const attempts = tries === 1 ? '1 attempt' : `${tries} attempts`
  return `${problem} Delivery was given up after ${attempts} in ${duration(at.getTime() - queuedAt.getTime())}.`
}

/** A duration in its largest unit, such as `24 hours`. */
function duration(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, longMs]) => ms >= longMs) ?? ['second', 1_000]
  const count = Math.max(1, Math.round(ms / unitMs))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** In descending order; shorter durations are given in seconds. */
const UNITS: readonly (readonly [string, number])[] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
]
