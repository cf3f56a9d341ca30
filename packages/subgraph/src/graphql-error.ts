import { randomUUID } from 'node:crypto'
import { type DatabaseOutage, outageOf } from '@travel-rule/database/database-outage'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'

/** An error for the client: a stable code (`NOUN_WHAT`), and a message with advice. */
export function refusalError(refusal: {
  readonly code: string
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}): GraphQLError {
  return new GraphQLError(refusal.message, { extensions: { ...refusal.extensions, code: refusal.code } })
}

/**
 * Converts errors to the form that a client may see.
 *
 * Errors with their own code are shown without their stack. A failure of the database server is `SERVICE_UNAVAILABLE`,
 * with `retryable: false` only if a change may nevertheless have been stored. Any other error is logged in full under
 * an id and becomes `INTERNAL_SERVER_ERROR` with that id and its path.
 */
export function formatErrors(errors: readonly unknown[], logger: Logger): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error, logger))
}

function formatError(error: unknown, logger: Logger): GraphQLFormattedError {
  if (error instanceof GraphQLError && isPublic(error)) {
    const { stacktrace: _, http: __, ...extensions } = error.extensions
    return withLocation({ message: error.message, extensions }, error)
  }
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const path = error instanceof GraphQLError ? error.path : undefined
  const outage = outageOf(error instanceof GraphQLError ? rootCause(error) : error)
  if (outage !== undefined) {
    logger.warn({ reason: outage.message, outcome: outage.outcome, path }, 'an operation failed with the database')
    return error instanceof GraphQLError ? withLocation(unavailable(outage), error) : unavailable(outage)
  }
  const id = randomUUID()
  logger.error({ err: original, errorId: id, path }, 'an operation failed')
  const masked = { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR', id } }
  return error instanceof GraphQLError ? withLocation(masked, error) : masked
}

function unavailable({ outcome }: DatabaseOutage): GraphQLFormattedError {
  const retryable = outcome === 'NOTHING_STORED'
  const message = retryable
    ? 'The database of this field is unavailable. Nothing was stored for it: try again.'
    : 'The database failed after it may have stored the change: check before you repeat it.'
  return { message, extensions: { code: 'SERVICE_UNAVAILABLE', retryable } }
}

function isPublic(error: GraphQLError): boolean {
  const { code } = error.extensions
  if (typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR') return false
  return error.path === undefined || rootCause(error) instanceof GraphQLError
}

/** The original error of a resolver; graphql-js copies the `extensions` of any object. */
function rootCause(error: GraphQLError): Error {
  const { originalError } = error
  if (originalError === undefined) return error
  return originalError instanceof GraphQLError ? rootCause(originalError) : originalError
}

function withLocation(shown: GraphQLFormattedError, { locations, path }: GraphQLError): GraphQLFormattedError {
  return { ...shown, ...(locations && { locations }), ...(path && { path }) }
}
