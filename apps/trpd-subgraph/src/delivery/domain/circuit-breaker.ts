import { type DeliverySchedule, longestDelayMs } from './delivery-schedule.ts'

/** Consecutive failures of a VASP to process messages; absent after a success. */
export interface CircuitBreaker {
  /** Number of failures. Until the circuit breaker opens, repeated failures of one message count once. */
  readonly failures: number
  readonly messageId: string
  /** Nothing is sent before this time; absent while the circuit breaker is closed. */
  readonly openUntil?: Date
}

/** Number of consecutive failing messages that opens the circuit breaker. */
const FAILURES_MAX = 3

/** Maximum time for which it stays open. */
const OPEN_MAX_MS = 300_000

/**
 * The circuit breaker after a failed attempt to deliver `messageId`. It opens with the third consecutive
 * failing message, and stays open longer with each further failure. `random` returns a number from 0 to 1.
 *
 * A single message that the VASP can never process has its own back-off, and must not delay others.
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
  // Jitter removes at most half, so that the pause does not end immediately.
  const openMs = Math.round((longestMs / 2) * (1 + random()))
  return { failures, messageId, openUntil: new Date(at.getTime() + openMs) }
}

interface FailedMessage extends Pick<DeliverySchedule, 'delayMs' | 'delayMaxMs'> {
  readonly messageId: string
  readonly at: Date
}

/** True if messages must wait. */
export function isOpen(breaker: CircuitBreaker | undefined, at: Date): boolean {
  return breaker?.openUntil !== undefined && at < breaker.openUntil
}
