import { badInput } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'
import { isPosition } from '../upstream/upstream-message.ts'

/** What a client requests for a subscription in the `extensions` of its request. */
export interface SubscriptionExtensions {
  /** The `extensions.position` of the last event that the client received. */
  readonly resumeAfter: string | undefined
  /** If true, the client requests an announcement of the position from which it receives every event. */
  readonly announce: boolean
}

/** Reads the extensions of a subscription; `BAD_USER_INPUT` when they are invalid. */
export function readSubscriptionExtensions({
  resumeAfter,
  announce,
}: Readonly<Record<string, unknown>> = {}): SubscriptionExtensions | GraphQLError {
  if (resumeAfter !== undefined && resumeAfter !== null && !isPosition(resumeAfter)) {
    return badInput('extensions.resumeAfter must be the extensions.position of an event, unchanged.')
  }
  if (announce !== undefined && announce !== null && typeof announce !== 'boolean') {
    return badInput('extensions.announce must be true or false.')
  }
  return { resumeAfter: isPosition(resumeAfter) ? resumeAfter : undefined, announce: announce === true }
}
