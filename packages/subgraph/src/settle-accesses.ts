import type { GraphQLError } from 'graphql'
import { refusalError } from './graphql-error.ts'
import type { SubgraphRequest } from './subgraph-context.ts'

/**
 * Records what a response contains, before it is sent. What cannot be recorded is not shown: the
 * error to send instead of the response.
 */
export async function settleAccesses(
  { accesses, logger }: Pick<SubgraphRequest, 'accesses' | 'logger'>,
  operation: string | undefined,
): Promise<GraphQLError | undefined> {
  try {
    await accesses.settle()
    return undefined
  } catch (error) {
    logger.error({ err: error }, 'a read of guarded fields could not be recorded, and its response was withheld')
    const isMutation = operation === 'mutation'
    const message = isMutation
      ? 'The changes were stored, but reading the result could not be recorded in the audit log: read it again.'
      : 'Reading these fields could not be recorded in the audit log, so they are withheld: try again.'
    return refusalError({ code: 'ACCESS_NOT_RECORDED', message, extensions: { retryable: !isMutation } })
  }
}
