import { createHash } from 'node:crypto'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import {
  badInput,
  type PersistedQuery,
  persistedQueryNotFound,
  persistedQueryNotSupported,
  readPersistedQuery,
} from './persisted-query.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

export interface OperationTextOptions {
  /** Operations that were published before. `log`: others run and are logged once each; `enforce`: others are refused. */
  readonly trusted?: { readonly documents: TrustedDocuments; readonly mode: 'log' | 'enforce' } | undefined
  /** Bytes of texts that clients may leave here to name them by hash; 0 for none. */
  readonly persistedBytesMax: number
  readonly logger: Logger
}

/** What a request says about its operation. */
export interface SentOperation {
  /** Empty or absent when only its hash is sent. */
  readonly query?: string | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/** Finds the text of an operation that is sent, named by hash, or both. */
export interface OperationTexts {
  /** The text; or `PERSISTED_OPERATION_NOT_FOUND`, `BAD_USER_INPUT`. */
  textOf(sent: SentOperation): string | GraphQLError
  /** Keeps the text of a request that gave its hash. To be called once the text is known to be valid: what nobody can run is not kept. */
  keep(sent: SentOperation): void
}

export function openOperationTexts({ trusted, persistedBytesMax, logger }: OperationTextOptions): OperationTexts {
  const texts = new LRUCache<string, string>({
    maxSize: Math.max(1, persistedBytesMax),
    sizeCalculation: (text, hash) => 2 * (text.length + hash.length) + ENTRY_BYTES,
  })
  const logged = new Set<string>()

  /** Without its hash a text is as good as published when it is one of the published. */
  function admit(text: string): string | GraphQLError {
    if (trusted === undefined || trusted.documents.has(text)) return text
    if (trusted.mode === 'enforce') return notTrusted()
    const hash = sha256(text)
    if (!logged.has(hash) && logged.size < loggedMax) {
      logged.add(hash)
      logger.warn(
        { sha256: hash, operation: text.slice(0, loggedCharactersMax) },
        'an operation is not in the manifest',
      )
    }
    return text
  }
  function named({ id }: PersistedQuery, query: string | undefined): string | GraphQLError {
    const published = trusted?.documents.textOf(id)
    if (published !== undefined) return query === undefined || query === published ? published : wrongHash()
    if (query === undefined) {
      if (trusted?.mode === 'enforce') return notTrusted()
      if (persistedBytesMax === 0) return persistedQueryNotSupported()
      const text = texts.get(id)
      return text === undefined ? persistedQueryNotFound() : admit(text)
    }
    return texts.get(id) === query || sha256(query) === id ? admit(query) : wrongHash()
  }

  return {
    textOf({ query: sent, extensions }) {
      const query = sent === '' ? undefined : sent
      const persisted = readPersistedQuery(extensions)
      if (persisted instanceof GraphQLError) return persisted
      if (persisted !== undefined) return named(persisted, query)
      return query === undefined ? badInput('The request has no query.') : admit(query)
    },
    keep({ query, extensions }) {
      if (persistedBytesMax === 0 || !query || extensions === undefined) return
      const persisted = readPersistedQuery(extensions)
      if (persisted === undefined || persisted instanceof GraphQLError || texts.has(persisted.id)) return
      if (trusted?.documents.textOf(persisted.id) === undefined) texts.set(persisted.id, query)
    },
  }
}

/** What the store needs for an entry besides its text. */
const ENTRY_BYTES = 200
/** Operations that are logged as unknown, and how much of each. */
const loggedMax = 1_000
const loggedCharactersMax = 2_000

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function wrongHash(): GraphQLError {
  return badInput('extensions.persistedQuery.sha256Hash is not the hash of the query.')
}

function notTrusted(): GraphQLError {
  const message = 'Only published operations are taken, and this is none of them.'
  return refusalError({ code: 'PERSISTED_OPERATION_NOT_FOUND', message })
}
