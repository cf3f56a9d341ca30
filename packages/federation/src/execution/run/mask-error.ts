import { randomUUID } from 'node:crypto'
import type { GraphQLFormattedError } from 'graphql'
import { isObject } from '../../subgraph-client/data-object.ts'
import type { SubgraphError } from '../../subgraph-client/subgraph-response.ts'
import type { Logger } from './plan-run.ts'

/** Extensions that reveal a subgraph's internals, compared without case, `-` and `_`. */
const HIDDEN_EXTENSIONS = new Set([
  'debug',
  'debuginfo',
  'debugmessage',
  'exception',
  'http',
  'innererror',
  'innerexception',
  'originalerror',
  'query',
  'response',
  'servicename',
  'sql',
  'stack',
  'stacktrace',
  'trace',
])

/** Codes for a subgraph rejecting the gateway's own request, which a client cannot fix. */
const INTERNAL_CODES = [
  'INTERNAL_SERVER_ERROR',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'DOWNSTREAM_SERVICE_ERROR',
]

/** The code given to an error without a code whose message is shown. */
export const UNCODED = 'SUBGRAPH_ERROR'

interface Shown {
  readonly isAboutLiteral: (error: SubgraphError) => boolean
  readonly showsUncoded: boolean
}

/**
 * A subgraph's error as the client sees it, without its path.
 *
 * An error with a public code, or about a literal of the client by `isAboutLiteral`, keeps code,
 * message and extensions. With `showsUncoded`, one without a code keeps its message and extensions
 * and gets the code `SUBGRAPH_ERROR`. Any other is logged in full and shown
 * as `INTERNAL_SERVER_ERROR` with the id of the log entry; an id that the subgraph assigned is
 * reused, so that it finds the subgraph's own log entry too.
 */
export function maskSubgraphError(
  error: SubgraphError,
  subgraph: string,
  logger: Logger,
  { isAboutLiteral, showsUncoded }: Shown,
): GraphQLFormattedError {
  const extensions = isObject(error.extensions) ? error.extensions : {}
  const code = extensions.code ?? (showsUncoded ? UNCODED : undefined)
  const isPublic = typeof code === 'string' && (!INTERNAL_CODES.includes(code) || isAboutLiteral(error))
  if (isPublic && typeof error.message === 'string') {
    const visible = Object.entries(extensions).filter(([name]) => !isHidden(name))
    return { message: error.message, extensions: { ...Object.fromEntries(visible), code } }
  }
  const id = typeof extensions.id === 'string' && extensions.id.length <= 64 ? extensions.id : randomUUID()
  logger.error({ subgraph, errorId: id, subgraphError: error }, 'subgraph returned an internal error')
  return internalError(id)
}

function isHidden(name: string): boolean {
  return HIDDEN_EXTENSIONS.has(name.toLowerCase().replaceAll(/[-_]/g, ''))
}

/** The masked form of the gateway's own error, which is logged in full. */
export function maskError(error: unknown, logger: Pick<Logger, 'error'>): GraphQLFormattedError {
  const id = randomUUID()
  logger.error({ err: error, errorId: id }, 'operation failed')
  return internalError(id)
}

function internalError(id: string): GraphQLFormattedError {
  return { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR', id } }
}
