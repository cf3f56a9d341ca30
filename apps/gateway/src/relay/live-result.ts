import type { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'

/** One result of an operation, written once for everybody who gets it. */
export interface LiveResult {
  /** The result as JSON in UTF-8. Shared by all who get it: never changed. */
  readonly bytes: Buffer
  /** What it shows, e.g. `Transaction:4711`: a later result of the same operation about the same entity can stand for it. */
  readonly entity?: string
  /** When the event was stored, in milliseconds since 1970. */
  readonly storedAtMs?: number
}

/** Where the results of one operation go. After `complete` or `fail` nothing follows. */
export interface ResultSink {
  next(result: LiveResult): void
  /** Results that came together, in their order: the same as `next` for each of them, only cheaper. */
  nextAll?(results: readonly LiveResult[]): void
  complete(): void
  /** The operation cannot go on. */
  fail(error: GraphQLError): void
}

/** An operation under way. */
export interface LiveOperation {
  /** Ends it; its sink is not called any more. */
  end(): void
  /** The caller's token was refreshed: from now on with what this caller may see. */
  refresh(caller: Caller): void
}
