import type { GraphQLError } from 'graphql'
import { refusalError } from './graphql-error.ts'

/** An event after which a subscription can be resumed. */
export interface PositionedEvent<Value> {
  /** Its position among the events of its source, opaque to clients. */
  readonly position: string
  /** When the change was stored. */
  readonly at: Date
  /** The source value for the subscription's resolvers. */
  readonly value: Value
}

/** Reasons why a subscription cannot resume: an invalid position, or one that cannot be replayed. */
export type ResumeProblem = 'MALFORMED' | 'NOT_REPLAYABLE'

const AFTER = Symbol('after')

/** A subscription's events after a position, in pages. Created by `resumable`. */
export interface ResumableEvents<Value> extends AsyncIterable<readonly PositionedEvent<Value>[]> {
  readonly [AFTER]: string
}

/**
 * The return value of `subscribe` for a field whose subscriptions can be resumed: all events after the position
 * `after`, in order. The results of a page are created together, with one context: a page holds the available events,
 * and does not wait for more.
 *
 * The host adds the `extensions` `position` and `at` to each result and announces `after` to clients that request it,
 * so no event may be missed once this function has returned.
 */
export function resumable<Value>(source: {
  readonly after: string
  readonly pages: AsyncIterable<readonly PositionedEvent<Value>[]>
}): ResumableEvents<Value> {
  return { [AFTER]: source.after, [Symbol.asyncIterator]: () => source.pages[Symbol.asyncIterator]() }
}

export function isResumable(source: AsyncIterable<unknown>): source is ResumableEvents<unknown> {
  return AFTER in source
}

/** The position after which the events of a source start. */
export function positionBefore(source: ResumableEvents<unknown>): string {
  return source[AFTER]
}

/** The error for a subscriber: `BAD_USER_INPUT` or `RESUME_IMPOSSIBLE`. */
export function resumeRefusal(problem: ResumeProblem): GraphQLError {
  switch (problem) {
    case 'MALFORMED':
      return refusalError({
        code: 'BAD_USER_INPUT',
        message: 'extensions.resumeAfter is not the position of an event of this subscription.',
      })
    case 'NOT_REPLAYABLE':
      return refusalError({
        code: 'RESUME_IMPOSSIBLE',
        message: 'The events after this position cannot be replayed. Read the current state and subscribe again.',
      })
  }
}
