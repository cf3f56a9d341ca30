import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'

/** Why a subscription ends that would have a gap if it went on. */
export function resumeImpossible(): GraphQLError {
  const message = 'Events may have been missed and cannot be replayed. Read the current state and subscribe again.'
  return refusalError({ code: 'RESUME_IMPOSSIBLE', message })
}

/** Why a subscription ends that the graph of now does not allow. `problem`: what is wrong with it, if that is known. */
export function schemaChanged(problem?: string): GraphQLError {
  const message = 'The schema has changed: this subscription cannot go on. Subscribe again.'
  return refusalError({ code: 'SCHEMA_CHANGED', message: problem === undefined ? message : `${message} ${problem}` })
}
