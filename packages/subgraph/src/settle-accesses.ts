import { outageOf } from '@travel-rule/database/database-outage'
import type { GraphQLError } from 'graphql'
import { refusalError } from './graphql-error.ts'
import type { SubgraphRequest } from './subgraph-context.ts'

/**
 * Records the reads of a response before it is sent. If they cannot be recorded, returns the error to send instead:
 * `SERVICE_UNAVAILABLE` if the database failed, otherwise `ACCESS_NOT_RECORDED`.
 */
export async function settleAccesses(
  { accesses, logger }: Pick<SubgraphRequest, 'accesses' | 'logger'>,
  operation: string | undefined,
): Promise<GraphQLError | undefined> {
  try {
    await accesses.settle()
    return undefined
  } catch (error) {
    const isOutage = outageOf(error) !== undefined
    const message = 'a read of guarded fields could not be recorded, and its response was withheld'
    if (isOutage) logger.warn({ err: error }, message)
    else logger.error({ err: error }, message)
    const isMutation = operation === 'mutation'
    return refusalError({
      code: isOutage ? 'SERVICE_UNAVAILABLE' : 'ACCESS_NOT_RECORDED',
      message: isMutation ? MUTATION_WITHHELD : READ_WITHHELD,
      extensions: { retryable: !isMutation },
    })
  }
}

const READ_WITHHELD = 'Reading these fields could not be recorded in the audit log, so they are withheld: try again.'
const MUTATION_WITHHELD =
  'The changes may have been stored, but reading the result could not be recorded in the audit log: check before you repeat them.'
