import { type DeliverySchedule, longestDelayMs } from './delivery-schedule.ts'

/** How often in a row a VASP could not process a message; absent after a success. */
export interface CircuitBreaker {
  /** Failures, of which those of one message count only once until the circuit breaker opens. */
  readonly failures: number
  readonly messageId: string
  /** Nothing is sent before this time; absent while the circuit breaker is closed. */
  readonly openUntil?: Date
}

/** Messages in a row whose failure opens the circuit breaker. */
const FAILURES_MAX = 3

/** The longest time that it stays open. */
const OPEN_MAX_MS = 300_000

/**
 * The circuit breaker after an attempt of `messageId` failed. It opens with the third message in a
 * row, and longer with each failure that follows. `random` returns a number from 0 to 1.
 *
 * One message that the VASP can never process has its own back-off, and must not delay others.
 */
export function breakerAfterFailure(
  before: CircuitBreaker | undefined,
  { messageId, at, ...schedule }: FailedMessage,
  random: () => number,
): CircuitBreaker {
  const failuresBefore = before?.failures ?? 0
  if (before?.messageId === messageId && failuresBefore < FAILURES_MAX) return before
  const failures = failuresBefore + 1
  if (failures < FAILURES_MAX) return { failures, messageId }
  const longestMs = Math.min(longestDelayMs(schedule, failures), OPEN_MAX_MS)
  // Jitter takes off up to half, since a pause must not end at once.
  const openMs = Math.round((longestMs / 2) * (1 + random()))
  return { failures, messageId, openUntil: new Date(at.getTime() + openMs) }
}

interface FailedMessage extends Pick<DeliverySchedule, 'delayMs' | 'delayMaxMs'> {
  readonly messageId: string
  readonly at: Date
}

/** Whether messages must wait. */
export function isOpen(breaker: CircuitBreaker | undefined, at: Date): boolean {
  return breaker?.openUntil !== undefined && at < breaker.openUntil
}
