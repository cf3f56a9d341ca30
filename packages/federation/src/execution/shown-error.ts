import { randomUUID } from 'node:crypto'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLFormattedError } from 'graphql'
import type { SubgraphError } from '../subgraph-client/subgraph-client.ts'

/** What of a subgraph's extensions could tell about its inside; however it is written: `stackTrace`, `stack_trace`. */
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

/** Codes with which a subgraph says that the gateway asked for something it does not know: nothing a client can mend. */
const INTERNAL_CODES = [
  'INTERNAL_SERVER_ERROR',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'DOWNSTREAM_SERVICE_ERROR',
]

/**
 * A subgraph's error as a client may see it, without its path.
 *
 * One with a code of its own keeps code, message and extensions. Any other is logged whole under an id and shown as
 * `INTERNAL_SERVER_ERROR` with that id; an id that the subgraph gave is kept, since it finds the cause in the subgraph's log.
 */
export function shownError(error: SubgraphError, subgraph: string, logger: Logger): GraphQLFormattedError {
  const extensions = isObject(error.extensions) ? error.extensions : {}
  const { code } = extensions
  if (typeof code === 'string' && !INTERNAL_CODES.includes(code) && typeof error.message === 'string') {
    const shown = Object.entries(extensions).filter(([name]) => !isHidden(name))
    return { message: error.message, extensions: Object.fromEntries(shown) }
  }
  const id = typeof extensions.id === 'string' && extensions.id.length <= 64 ? extensions.id : randomUUID()
  logger.error({ subgraph, errorId: id, subgraphError: error }, 'a subgraph failed')
  return internalError(id)
}

function isHidden(name: string): boolean {
  return HIDDEN_EXTENSIONS.has(name.toLowerCase().replaceAll(/[-_]/g, ''))
}

/** An error of the gateway itself, logged whole. */
export function maskedError(error: unknown, logger: Logger): GraphQLFormattedError {
  const id = randomUUID()
  logger.error({ err: error, errorId: id }, 'an operation failed')
  return internalError(id)
}

function internalError(id: string): GraphQLFormattedError {
  return { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR', id } }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
