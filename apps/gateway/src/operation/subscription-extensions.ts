import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'
import type { OperationRequest } from './prepared-operation.ts'

/** What a client asks of a subscription beside its operation. */
export interface SubscriptionExtensions {
  /** The `extensions.position` of the last event that the client has. */
  readonly resumeAfter: string | undefined
  /** Whether it wants to be told when every later event will come. */
  readonly announce: boolean
}

/** From the request's `extensions`; an error with `BAD_USER_INPUT` when they are not what they should be. */
export function readSubscriptionExtensions({
  extensions = {},
}: OperationRequest): SubscriptionExtensions | GraphQLError {
  const { resumeAfter, announce } = extensions
  if (resumeAfter !== undefined && resumeAfter !== null && !isPosition(resumeAfter)) {
    return badInput('extensions.resumeAfter must be the extensions.position of an event, as it was received.')
  }
  if (announce !== undefined && announce !== null && typeof announce !== 'boolean') {
    return badInput('extensions.announce must be true or false.')
  }
  return { resumeAfter: isPosition(resumeAfter) ? resumeAfter : undefined, announce: announce === true }
}

const positionCharactersMax = 200

function isPosition(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= positionCharactersMax
}

function badInput(message: string): GraphQLError {
  return refusalError({ code: 'BAD_USER_INPUT', message })
}
