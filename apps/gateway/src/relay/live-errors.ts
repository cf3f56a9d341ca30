import { compileIsAboutLiteral } from '@travel-rule/federation/execution/run/client-values'
import { maskError, maskSubgraphError } from '@travel-rule/federation/execution/run/mask-error'
import { refusalError, shortMessage } from '@travel-rule/federation/operation/refusal-error'
import { isObject } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphError } from '@travel-rule/federation/subgraph-client/subgraph-response'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { OperationRefusal } from '../operation/prepared-operation.ts'

/**
 * The refusal of a subgraph as clients see it. Without a code, which most servers omit, it gets the code
 * `SUBSCRIPTION_REFUSED`; its message is kept only if the setting of the subgraph says so.
 */
export function refusalOf(
  error: SubgraphError,
  followed: { readonly subgraph: string; readonly operation: string; readonly showsUncoded: boolean },
  logger: Logger,
): GraphQLError {
  const { subgraph, operation, showsUncoded } = followed
  const code = isObject(error.extensions) ? (error.extensions.code ?? undefined) : undefined
  const masked = maskSubgraphError(error, subgraph, logger, {
    isAboutLiteral: compileIsAboutLiteral(operation),
    showsUncoded,
  })
  const { message, extensions = {} } = isSerialisable(masked)
    ? masked
    : maskError(new Error('nested too deeply'), logger)
  if (code !== undefined) return new GraphQLError(message, { extensions })
  const shown = showsUncoded ? shortMessage(message) : 'The subscription was refused.'
  return new GraphQLError(shown, { extensions: { ...extensions, code: 'SUBSCRIPTION_REFUSED' } })
}

/** The error of a subscription whose event exceeds the size that the gateway accepts. */
export function eventTooLong(): GraphQLError {
  const message = 'An event of this subscription is too long. Select less, and subscribe again.'
  return refusalError({ code: 'EVENT_TOO_LONG', message })
}

/** The error of a subscription that would continue with a gap. */
export function resumeImpossible(): GraphQLError {
  const message = 'Events may have been missed and cannot be replayed. Read the current state and subscribe again.'
  return refusalError({ code: 'RESUME_IMPOSSIBLE', message })
}

/**
 * The error of a subscription that the current graph does not allow. `problem`: the reason, if
 * known.
 */
export function schemaChanged(problem?: string): GraphQLError {
  const message = 'The schema has changed, and this subscription cannot continue. Subscribe again.'
  return refusalError({ code: 'SCHEMA_CHANGED', message: problem === undefined ? message : `${message} ${problem}` })
}

/**
 * The error that ends a subscription which the changed schema does not allow. `FORBIDDEN` and internal
 * errors stay as they are; all others become `SCHEMA_CHANGED`.
 */
export function refusalAfterChange({ errors: [error] }: OperationRefusal): GraphQLError {
  if (error === undefined) return schemaChanged()
  const { code } = error.extensions
  return code === 'FORBIDDEN' || code === 'INTERNAL_SERVER_ERROR' ? error : schemaChanged(error.message)
}

/** JSON.parse accepts deeper nesting than JSON.stringify. */
function isSerialisable(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}
