import { maskError, maskSubgraphError } from '@travel-rule/federation/execution/mask-error'
import { refusalError, shortMessage } from '@travel-rule/federation/operation/refusal-error'
import { isObject } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphError } from '@travel-rule/federation/subgraph-client/subgraph-response'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'

/**
 * The refusal of a subgraph as clients see it. Without a code, as most servers send it, it has the
 * subgraph's message and our code.
 */
export function refusalOf(
  error: SubgraphError,
  { subgraph, operation }: { readonly subgraph: string; readonly operation: string },
  logger: Logger,
): GraphQLError {
  const { message: text, extensions: given } = error
  const isCoded = isObject(given) && given.code !== undefined
  if (!isCoded && typeof text === 'string') {
    logger.warn({ subgraph, subgraphError: error }, 'a subgraph refused a subscription without a code')
    return refusalError({ code: 'SUBSCRIPTION_REFUSED', message: shortMessage(text) })
  }
  const shown = maskSubgraphError(error, subgraph, logger, operation)
  const { message, extensions } = isSerialisable(shown) ? shown : maskError(new Error('nested too deeply'), logger)
  return new GraphQLError(message, { extensions })
}

/** The error of a subscription whose event exceeds what the gateway accepts. */
export function eventTooLong(): GraphQLError {
  const message = 'An event of this subscription is too long. Select less, and subscribe again.'
  return refusalError({ code: 'EVENT_TOO_LONG', message })
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
