import type { GraphQLError } from 'graphql'
import { refusalError } from './graphql-error.ts'

/** An event after which a subscription can be resumed. */
export interface PositionedEvent<Value> {
  /** Its place among the events of its source; nobody but the source can read it. */
  readonly position: string
  /** When the change was stored. */
  readonly at: Date
  /** What the resolvers of the subscription are given. */
  readonly value: Value
}

/** Why a subscription cannot be resumed: the position is none, or its source cannot replay what came after it. */
export type ResumeProblem = 'MALFORMED' | 'NOT_REPLAYABLE'

const AFTER = Symbol('after')

/** The events of a subscription from a position on. Made by `resumable`. */
export interface ResumableEvents<Value> extends AsyncIterable<PositionedEvent<Value>> {
  readonly [AFTER]: string
}

/**
 * What the `subscribe` of a field returns whose subscriptions can be resumed: `events` are all that follow the position `after`, in order.
 *
 * The host gives each result the `extensions` `position` and `at`, and announces `after` to those who ask for it; so from the moment at which
 * this is returned no event may be missed.
 */
export function resumable<Value>(source: {
  readonly after: string
  readonly events: AsyncIterable<PositionedEvent<Value>>
}): ResumableEvents<Value> {
  return { [AFTER]: source.after, [Symbol.asyncIterator]: () => source.events[Symbol.asyncIterator]() }
}

export function isResumable(source: AsyncIterable<unknown>): source is ResumableEvents<unknown> {
  return AFTER in source
}

/** The position after which the events of a source begin. */
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
