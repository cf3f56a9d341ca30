import { randomUUID } from 'node:crypto'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'

/** An error that a client is meant to see: `code` is stable (`NOUN_WHAT`), `message` says which field and what to do. */
export function refusalError(refusal: {
  readonly code: string
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}): GraphQLError {
  return new GraphQLError(refusal.message, { extensions: { ...refusal.extensions, code: refusal.code } })
}

/**
 * The errors as a client may see them.
 *
 * Errors with a code of their own are shown, without stacks. All others are logged whole under an id and become
 * `INTERNAL_SERVER_ERROR` with that id; their path is kept.
 */
export function formatErrors(errors: readonly unknown[], logger: Logger): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error, logger))
}

function formatError(error: unknown, logger: Logger): GraphQLFormattedError {
  if (error instanceof GraphQLError && isPublic(error)) {
    const { stacktrace: _, http: __, ...extensions } = error.extensions
    return withPlace({ message: error.message, extensions }, error)
  }
  const id = randomUUID()
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const path = error instanceof GraphQLError ? error.path : undefined
  logger.error({ err: original, errorId: id, path }, 'an operation failed')
  const masked = { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR', id } }
  return error instanceof GraphQLError ? withPlace(masked, error) : masked
}

function isPublic(error: GraphQLError): boolean {
  const { code } = error.extensions
  if (typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR') return false
  return error.path === undefined || rootCause(error) instanceof GraphQLError
}

/** What a resolver threw: graphql-js wraps it and copies the `extensions` of whatever object it was. */
function rootCause(error: GraphQLError): Error {
  const { originalError } = error
  if (originalError === undefined) return error
  return originalError instanceof GraphQLError ? rootCause(originalError) : originalError
}

function withPlace(shown: GraphQLFormattedError, { locations, path }: GraphQLError): GraphQLFormattedError {
  return { ...shown, ...(locations && { locations }), ...(path && { path }) }
}
