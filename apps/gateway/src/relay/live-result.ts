import type { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'

/** One result of an operation, serialized once for all its clients. */
export interface LiveResult {
  /** JSON in UTF-8. Shared, so it must not be changed. */
  readonly bytes: Buffer
  /**
   * The entity of the result, such as `4711`. A later result of the same operation for the same
   * entity can replace this one.
   */
  readonly entity?: string
  /** The position of the event, from which a client can resume. */
  readonly position?: string
  /** When the event was stored, in milliseconds since 1970. */
  readonly storedAtMs?: number
}

/** Receives the results of one operation. `complete` or `fail` is the last call. */
export interface ResultSink {
  next(result: LiveResult): void
  /** Delivers several results in order. Equivalent to `next` for each of them, but cheaper. */
  nextAll?(results: readonly LiveResult[]): void
  complete(): void
  fail(error: GraphQLError): void
}

/** An operation in progress. */
export interface LiveOperation {
  /** Ends the operation. Its sink is no longer called. */
  end(): void
  /** Call when the token has been refreshed. Later results show the fields that `caller` may read. */
  refresh(caller: Caller): void
}
