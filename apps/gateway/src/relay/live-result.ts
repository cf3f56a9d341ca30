import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'

/** One result of an operation, serialised once for all its clients. */
export interface LiveResult {
  /** JSON in UTF-8. Shared: never changed. */
  readonly bytes: Buffer
  /**
   * The entity that it shows, e.g. `4711`: a later result of the same operation about the same
   * entity can replace it.
   */
  readonly entity?: string
  /** When the event was stored, in milliseconds since 1970. */
  readonly storedAtMs?: number
}

/** Receives the results of one operation. `complete` or `fail` is the last call. */
export interface ResultSink {
  next(result: LiveResult): void
  /** Several results in their order: equivalent to `next` for each of them, only cheaper. */
  nextAll?(results: readonly LiveResult[]): void
  complete(): void
  fail(error: GraphQLError): void
}

/** An operation in progress. */
export interface LiveOperation {
  /** Ends it; its sink is not called any more. */
  end(): void
  /** The caller's token was refreshed: later results show what this caller may see. */
  refresh(caller: Caller): void
}

/** Why a subscription ends that would continue with a gap. */
export function resumeImpossible(): GraphQLError {
  const message = 'Events may have been missed and cannot be replayed. Read the current state and subscribe again.'
  return refusalError({ code: 'RESUME_IMPOSSIBLE', message })
}

/**
 * Why a subscription ends that the current graph does not allow; `problem` says what is wrong, if
 * that is known.
 */
export function schemaChanged(problem?: string): GraphQLError {
  const message = 'The schema has changed, and this subscription cannot continue. Subscribe again.'
  return refusalError({ code: 'SCHEMA_CHANGED', message: problem === undefined ? message : `${message} ${problem}` })
}
