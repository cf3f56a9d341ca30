import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'

/** Where a request names its operation instead of, or besides, sending it. */
export interface PersistedQuery {
  /** sha256 of the text, hexadecimal; for a published operation whatever id its manifest gives. */
  readonly id: string
}

/** Longest id that is looked up. */
const idCharactersMax = 256

/**
 * What `extensions.persistedQuery` names; `undefined` without one; `BAD_USER_INPUT` when it is none.
 *
 * Source: Apollo, "Automatic persisted queries", protocol version 1.
 */
export function readPersistedQuery(
  extensions: Readonly<Record<string, unknown>> | undefined,
): PersistedQuery | GraphQLError | undefined {
  const given = extensions?.persistedQuery
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'object') return badInput('extensions.persistedQuery must be an object.')
  const { version, sha256Hash: id } = given as Record<string, unknown>
  if (version !== 1) return badInput('extensions.persistedQuery.version must be 1: no other is known.')
  if (typeof id !== 'string' || id === '' || id.length > idCharactersMax) {
    return badInput('extensions.persistedQuery.sha256Hash must be a text.')
  }
  return { id }
}

export function badInput(message: string): GraphQLError {
  return refusalError({ code: 'BAD_USER_INPUT', message })
}

/**
 * The refusal that the clients of Apollo answer by sending the text.
 *
 * They know it by its message (or by the code PERSISTED_QUERY_NOT_FOUND); the code is the one of this gateway.
 */
export function persistedQueryNotFound(): GraphQLError {
  return refusalError({ code: 'PERSISTED_OPERATION_NOT_FOUND', message: 'PersistedQueryNotFound' })
}

/** The refusal after which Apollo's clients stop sending hashes. */
export function persistedQueryNotSupported(): GraphQLError {
  return refusalError({ code: 'PERSISTED_OPERATION_NOT_FOUND', message: 'PersistedQueryNotSupported' })
}
