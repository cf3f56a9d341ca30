import type { Logger } from '@travel-rule/service/logger'
import { outageOf } from './database-outage.ts'

/** The value of `retry-after` while the database fails. */
export const OUTAGE_RETRY_SECONDS = '5'

interface OutageOptions<Request, Response> {
  readonly logger: Logger
  readonly handle: (request: Request) => Promise<Response>
  /** The response while the database fails: nothing was stored, and the client may retry. */
  readonly unavailable: (request: Request) => Response
}

/** A handler that responds with `unavailable` and logs the error while the database fails. */
export function respondToOutage<Request extends { readonly id: string }, Response>({
  logger,
  handle,
  unavailable,
}: OutageOptions<Request, Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await handle(request)
    } catch (error) {
      const outage = outageOf(error)
      if (outage === undefined) throw error
      logger.warn({ reason: outage.message, requestId: request.id }, 'a request failed with the database')
      return unavailable(request)
    }
  }
}
