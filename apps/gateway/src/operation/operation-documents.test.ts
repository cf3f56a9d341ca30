import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verbatimNumber } from '@travel-rule/federation/subgraph-client/data-object'
import { openLogger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConfiguredDocuments, openOperationDocuments, readTrustedDocuments } from './operation-documents.ts'

const DOCUMENT = '{ a }'
const HASH = createHash('sha256').update(DOCUMENT).digest('hex')
const named = (sha256Hash: string, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } })

let folder: string
const logged: string[] = []
const logger = openLogger({
  name: 'test',
  level: 'info',
  destination: { write: (line: string) => void logged.push(line) },
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function manifest(content: unknown): Promise<string> {
  const path = join(folder, `${createHash('sha256').update(JSON.stringify(content)).digest('hex')}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const refusal = (found: string | GraphQLError) =>
  found instanceof GraphQLError ? [found.message, found.extensions.code] : undefined

describe('automatic persisted queries', () => {
  const open = (persistedBytesMax = 10_000) => openOperationDocuments({ persistedBytesMax, logger })

  test('a persisted document is found by its hash', () => {
    const documents = open()
    expect(refusal(documents.find({ extensions: named(HASH) }))).toEqual([
      'PersistedQueryNotFound',
      'PERSISTED_OPERATION_NOT_FOUND',
    ])
    const sent = { query: DOCUMENT, extensions: named(HASH) }
    expect(documents.find(sent)).toBe(DOCUMENT)
    expect(documents.find({ query: '', extensions: named(HASH) })).toBeInstanceOf(GraphQLError)
    documents.persist(sent)
    expect(documents.find({ query: '', extensions: named(HASH) })).toBe(DOCUMENT)
  })

  test('a document sent with the hash of another is refused, even when the other is persisted', () => {
    const documents = open()
    const wrong = { query: '{ b }', extensions: named(HASH) }
    expect(refusal(documents.find(wrong))?.[1]).toBe('BAD_USER_INPUT')
    documents.persist({ query: DOCUMENT, extensions: named(HASH) })
    expect(refusal(documents.find(wrong))?.[1]).toBe('BAD_USER_INPUT')
    expect(documents.find({ extensions: named(HASH) })).toBe(DOCUMENT)
  })

  test('the least recently used persisted document is evicted when their memory is exceeded', () => {
    const documents = open(5_000)
    const many = Array.from({ length: 1_000 }, (_, index) => `{ a${index} }`)
    const hashes = many.map((query) => createHash('sha256').update(query).digest('hex'))
    for (const [index, query] of many.entries()) documents.persist({ query, extensions: named(hashes[index] ?? '') })
    const stored = hashes.filter((hash) => typeof documents.find({ extensions: named(hash) }) === 'string')
    expect(stored.length).toBeGreaterThan(5)
    expect(stored.length).toBeLessThan(20)
    expect(stored.at(-1)).toBe(hashes.at(-1))
  })

  test.each([
    ['persistedQuery that is not an object', { persistedQuery: 'x' }],
    ['persistedQuery of another version', named(HASH, 2)],
    ['persistedQuery without a hash', { persistedQuery: { version: 1 } }],
    ['a persistedQuery hash that is too long', named('a'.repeat(1_000))],
    ['a persistedQuery hash that is not a string', { persistedQuery: { version: 1, sha256Hash: 1 } }],
  ])('%s is refused', (_, extensions) => {
    expect(refusal(open().find({ query: DOCUMENT, extensions }))?.[1]).toBe('BAD_USER_INPUT')
  })

  test('the version may be written as 1.0', () => {
    const extensions = named(HASH, verbatimNumber('1.0'))
    expect(open().find({ query: DOCUMENT, extensions })).toBe(DOCUMENT)
  })

  test('other extensions are ignored', () => {
    expect(open().find({ query: DOCUMENT, extensions: { tracing: true, persistedQuery: null } })).toBe(DOCUMENT)
    expect(refusal(open().find({}))?.[1]).toBe('BAD_USER_INPUT')
  })
})

describe('trusted documents', () => {
  const apollo = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [{ id: 'one', name: 'One', type: 'query', body: DOCUMENT }],
  }

  test.each([
    ['an Apollo manifest', apollo],
    ['a map of ids to documents', { one: DOCUMENT }],
  ])('%s is read', async (_, content) => {
    const documents = await readTrustedDocuments(await manifest(content))
    expect([documents.byId('one'), documents.has(DOCUMENT), documents.size]).toEqual([DOCUMENT, true, 1])
    expect([documents.byId('two'), documents.byId('constructor'), documents.has('{ b }')]).toEqual([
      undefined,
      undefined,
      false,
    ])
  })

  test.each([
    ['a manifest that is not JSON', '{'],
    ['a manifest of another version', { ...apollo, version: 2 }],
    ['a manifest of another format', { ...apollo, format: 'other' }],
    ['a map without documents', { one: 1 }],
    ['a list instead of a manifest', [DOCUMENT]],
  ])('%s is refused with the name of the setting', async (_, content) => {
    await expect(readTrustedDocuments(await manifest(content))).rejects.toThrow(/^GATEWAY_TRUSTED_DOCUMENTS: /)
  })

  const configured = async (trustedDocumentsMode: 'off' | 'log' | 'enforce') =>
    openConfiguredDocuments(
      { trustedDocuments: await manifest(apollo), trustedDocumentsMode, persistedBytesMax: 10_000 },
      logger,
    )

  test('in mode enforce, trusted documents are accepted by id or by content, and all others are refused', async () => {
    const documents = await configured('enforce')
    expect(documents.find({ extensions: named('one') })).toBe(DOCUMENT)
    expect(documents.find({ query: DOCUMENT })).toBe(DOCUMENT)
    expect(documents.find({ query: DOCUMENT, extensions: named('one') })).toBe(DOCUMENT)
    const others = [
      { query: '{ b }' },
      { query: '{ a } ' },
      { extensions: named('two') },
      { query: '{ b }', extensions: named(createHash('sha256').update('{ b }').digest('hex')) },
    ]
    for (const other of others) expect(refusal(documents.find(other))?.[1]).toBe('PERSISTED_OPERATION_NOT_FOUND')
    expect(refusal(documents.find({ query: '{ b }', extensions: named('one') }))?.[1]).toBe('BAD_USER_INPUT')
  })

  test('in mode log, untrusted documents are accepted, and each is logged once', async () => {
    const documents = await configured('log')
    logged.length = 0
    for (const query of ['{ b }', '{ b }', '{ c }', DOCUMENT]) expect(documents.find({ query })).toBe(query)
    expect(logged.filter((line) => line.includes('not in the manifest'))).toHaveLength(2)
  })

  test('in mode off, the manifest is not read and every document is accepted', async () => {
    const documents = await openConfiguredDocuments(
      { trustedDocuments: '/nowhere', trustedDocumentsMode: 'off', persistedBytesMax: 10_000 },
      logger,
    )
    expect(documents.find({ query: '{ b }' })).toBe('{ b }')
  })
})
