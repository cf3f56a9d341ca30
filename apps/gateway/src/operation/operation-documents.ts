import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { badInput, refusalError } from '@travel-rule/federation/operation/refusal-error'
import { numberOf } from '@travel-rule/federation/subgraph-client/data-object'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

/** The parts of a request that identify its document. */
export interface SentDocument {
  /** Empty or absent when only a hash is sent. */
  readonly query?: string | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/** Finds the document of a request: sent with it, persisted earlier, or trusted. */
export interface OperationDocuments {
  /** The document, or `PERSISTED_OPERATION_NOT_FOUND`, or `BAD_USER_INPUT`. */
  find(sent: SentDocument): string | GraphQLError
  /**
   * Persists the document of a request under its hash. Call it only once the document is known to
   * be valid.
   */
  persist(sent: SentDocument): void
}

export interface DocumentSettings {
  /** Path of the manifest of trusted documents. */
  readonly trustedDocuments: string | undefined
  readonly trustedDocumentsMode: 'off' | 'log' | 'enforce'
  /** Memory for persisted queries. */
  readonly persistedBytesMax: number
}

/** Throws `OperatorError` when the manifest cannot be read. */
export async function openConfiguredDocuments(settings: DocumentSettings, logger: Logger): Promise<OperationDocuments> {
  const { trustedDocuments: path, trustedDocumentsMode: mode, persistedBytesMax } = settings
  if (path === undefined || mode === 'off') return openOperationDocuments({ persistedBytesMax, logger })
  const documents = await readTrustedDocuments(path)
  logger.info({ path, mode, operations: documents.size }, 'trusted documents loaded')
  return openOperationDocuments({ trusted: { documents, mode }, persistedBytesMax, logger })
}

export interface DocumentOptions {
  /** `log`: untrusted documents are executed, each logged once; `enforce`: they are refused. */
  readonly trusted?: { readonly documents: TrustedDocuments; readonly mode: 'log' | 'enforce' } | undefined
  readonly persistedBytesMax: number
  readonly logger: Logger
}

export function openOperationDocuments({ trusted, persistedBytesMax, logger }: DocumentOptions): OperationDocuments {
  const persisted = new LRUCache<string, string>({
    maxSize: persistedBytesMax,
    sizeCalculation: (document, hash) => 2 * (document.length + hash.length) + entryBytes,
  })
  const logged = new Set<string>()

  function admit(document: string): string | GraphQLError {
    if (trusted === undefined || trusted.documents.has(document)) return document
    if (trusted.mode === 'enforce') return notTrusted()
    const hash = sha256(document)
    if (!logged.has(hash) && logged.size < loggedMax) {
      logged.add(hash)
      const operation = document.slice(0, loggedCharactersMax)
      logger.warn({ sha256: hash, operation }, 'the document is not in the manifest')
    }
    return document
  }

  function findById(id: string, query: string | undefined): string | GraphQLError {
    const published = trusted?.documents.byId(id)
    if (published !== undefined) return query === undefined || query === published ? published : wrongHash()
    if (query === undefined) {
      if (trusted?.mode === 'enforce') return notTrusted()
      const document = persisted.get(id)
      return document === undefined ? persistedQueryNotFound() : admit(document)
    }
    return persisted.get(id) === query || sha256(query) === id ? admit(query) : wrongHash()
  }

  return {
    find({ query: sent, extensions }) {
      const query = sent === '' ? undefined : sent
      const id = readPersistedQueryId(extensions)
      if (id instanceof GraphQLError) return id
      if (id !== undefined) return findById(id, query)
      return query === undefined ? badInput('The request has no query.') : admit(query)
    },
    persist({ query, extensions }) {
      if (!query || extensions === undefined) return
      const id = readPersistedQueryId(extensions)
      if (id === undefined || id instanceof GraphQLError || persisted.has(id)) return
      if (trusted?.documents.byId(id) === undefined) persisted.set(id, query)
    },
  }
}

/** Memory overhead per entry. */
const entryBytes = 200
/** Limits on the untrusted documents that are logged, and on the logged length of each. */
const loggedMax = 1_000
const loggedCharactersMax = 2_000
/** Limit on the length of an id. */
const idCharactersMax = 256

/**
 * The id in `extensions.persistedQuery`: the sha256 of the document in hexadecimal, or the
 * manifest's id of a trusted document. `undefined` without one; `BAD_USER_INPUT` when it is
 * invalid.
 *
 * Source: Apollo, "Automatic persisted queries", protocol version 1.
 */
function readPersistedQueryId(
  extensions: Readonly<Record<string, unknown>> | undefined,
): string | GraphQLError | undefined {
  const persistedQuery = extensions?.persistedQuery
  if (persistedQuery === undefined || persistedQuery === null) return undefined
  if (typeof persistedQuery !== 'object') return badInput('extensions.persistedQuery must be an object.')
  const { version, sha256Hash: id } = persistedQuery as Record<string, unknown>
  if (numberOf(version) !== 1)
    return badInput('extensions.persistedQuery.version must be 1, the only supported version.')
  if (typeof id !== 'string' || id === '' || id.length > idCharactersMax) {
    const message = `extensions.persistedQuery.sha256Hash must be a string of 1 to ${idCharactersMax} characters.`
    return badInput(message)
  }
  return id
}

function sha256(document: string): string {
  return createHash('sha256').update(document).digest('hex')
}

function wrongHash(): GraphQLError {
  return badInput('extensions.persistedQuery.sha256Hash is not the hash of the query.')
}

/** Apollo's clients recognise the message and send the document. The code is this gateway's own. */
function persistedQueryNotFound(): GraphQLError {
  return refusalError({ code: 'PERSISTED_OPERATION_NOT_FOUND', message: 'PersistedQueryNotFound' })
}

function notTrusted(): GraphQLError {
  const message = 'Only published operations are accepted, and this one is not published.'
  return refusalError({ code: 'PERSISTED_OPERATION_NOT_FOUND', message })
}

/** The documents of a published manifest. */
export interface TrustedDocuments {
  byId(id: string): string | undefined
  /** True if exactly this document is published, under any id. */
  has(document: string): boolean
  readonly size: number
}

/**
 * The manifest in a file: an Apollo persisted query manifest, or a map of ids to documents.
 *
 * Throws `OperatorError` for anything else. Source: Apollo, "Persisted query manifest", format
 * version 1.
 */
export async function readTrustedDocuments(path: string): Promise<TrustedDocuments> {
  const entries = parseManifest(await readManifest(path))
  if (entries === undefined) {
    throw new OperatorError(
      `GATEWAY_TRUSTED_DOCUMENTS: ${path} is neither an Apollo persisted query manifest nor a map {"id": "document"}`,
    )
  }
  const documents = new Map(entries)
  const published = new Set(documents.values())
  return { byId: (id) => documents.get(id), has: (document) => published.has(document), size: documents.size }
}

async function readManifest(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new OperatorError(`GATEWAY_TRUSTED_DOCUMENTS: ${path} cannot be read as JSON`, { cause: error })
  }
}

const apolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string().min(1), body: z.string().min(1) })),
})
const mapManifest = z.record(z.string().min(1), z.string().min(1))

function parseManifest(json: unknown): readonly (readonly [id: string, document: string])[] | undefined {
  const apollo = apolloManifest.safeParse(json)
  if (apollo.success) return apollo.data.operations.map(({ id, body }) => [id, body] as const)
  if (typeof json === 'object' && json !== null && 'format' in json) return undefined
  const map = mapManifest.safeParse(json)
  return map.success ? Object.entries(map.data) : undefined
}
