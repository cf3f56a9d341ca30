import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConfiguredTexts } from './configured-texts.ts'
import { openOperationTexts } from './operation-texts.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

const TEXT = '{ a }'
const HASH = createHash('sha256').update(TEXT).digest('hex')
const named = (sha256Hash: string, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } })

let folder: string
const logged: string[] = []
const logger = openLogger({
  name: 'test',
  level: 'info',
  destination: { write: (line: string) => void logged.push(line) },
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texts-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function manifest(content: unknown): Promise<string> {
  const path = join(folder, `${createHash('sha256').update(JSON.stringify(content)).digest('hex')}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const refusal = (answer: string | GraphQLError) =>
  answer instanceof GraphQLError ? [answer.message, answer.extensions.code] : undefined

describe('automatic persisted queries', () => {
  const open = (persistedBytesMax = 10_000) => openOperationTexts({ persistedBytesMax, logger })

  test('a text that was kept is found by its hash', () => {
    const texts = open()
    expect(refusal(texts.textOf({ extensions: named(HASH) }))).toEqual([
      'PersistedQueryNotFound',
      'PERSISTED_OPERATION_NOT_FOUND',
    ])
    const sent = { query: TEXT, extensions: named(HASH) }
    expect(texts.textOf(sent)).toBe(TEXT)
    expect(texts.textOf({ query: '', extensions: named(HASH) })).toBeInstanceOf(GraphQLError)
    texts.keep(sent)
    expect(texts.textOf({ query: '', extensions: named(HASH) })).toBe(TEXT)
  })

  test('a text under the hash of another is refused, also when that other is known', () => {
    const texts = open()
    const wrong = { query: '{ b }', extensions: named(HASH) }
    expect(refusal(texts.textOf(wrong))?.[1]).toBe('BAD_USER_INPUT')
    texts.keep({ query: TEXT, extensions: named(HASH) })
    expect(refusal(texts.textOf(wrong))?.[1]).toBe('BAD_USER_INPUT')
    expect(texts.textOf({ extensions: named(HASH) })).toBe(TEXT)
  })

  test('texts are kept within the bytes that are allowed; the one not used for longest goes first', () => {
    const texts = open(5_000)
    const many = Array.from({ length: 1_000 }, (_, index) => `{ a${index} }`)
    const hashes = many.map((text) => createHash('sha256').update(text).digest('hex'))
    for (const [index, query] of many.entries()) texts.keep({ query, extensions: named(hashes[index] ?? '') })
    const kept = hashes.filter((hash) => typeof texts.textOf({ extensions: named(hash) }) === 'string')
    expect(kept.length).toBeGreaterThan(5)
    expect(kept.length).toBeLessThan(20)
    expect(kept.at(-1)).toBe(hashes.at(-1))
  })

  test('switched off, clients are told not to try', () => {
    const texts = open(0)
    texts.keep({ query: TEXT, extensions: named(HASH) })
    expect(refusal(texts.textOf({ extensions: named(HASH) }))?.[0]).toBe('PersistedQueryNotSupported')
    expect(texts.textOf({ query: TEXT, extensions: named(HASH) })).toBe(TEXT)
  })

  test.each([
    ['no object', { persistedQuery: 'x' }],
    ['another version', named(HASH, 2)],
    ['no hash', { persistedQuery: { version: 1 } }],
    ['a hash that is too long', named('a'.repeat(1_000))],
    ['a hash that is no text', { persistedQuery: { version: 1, sha256Hash: 1 } }],
  ])('%s is refused', (_, extensions) => {
    expect(refusal(open().textOf({ query: TEXT, extensions }))?.[1]).toBe('BAD_USER_INPUT')
  })

  test('other extensions are nobody’s business here', () => {
    expect(open().textOf({ query: TEXT, extensions: { tracing: true, persistedQuery: null } })).toBe(TEXT)
    expect(refusal(open().textOf({}))?.[1]).toBe('BAD_USER_INPUT')
  })
})

describe('published operations', () => {
  const apollo = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [{ id: 'one', name: 'One', type: 'query', body: TEXT }],
  }

  test.each([
    ['a manifest of Apollo', apollo],
    ['a map', { one: TEXT }],
  ])('%s is read', async (_, content) => {
    const documents = await readTrustedDocuments(await manifest(content))
    expect([documents.textOf('one'), documents.has(TEXT), documents.size]).toEqual([TEXT, true, 1])
    expect([documents.textOf('two'), documents.textOf('constructor'), documents.has('{ b }')]).toEqual([
      undefined,
      undefined,
      false,
    ])
  })

  test.each([
    ['no JSON', '{'],
    ['another version', { ...apollo, version: 2 }],
    ['another format', { ...apollo, format: 'other' }],
    ['no texts', { one: 1 }],
    ['a list', [TEXT]],
  ])('%s is refused with the name of the setting', async (_, content) => {
    await expect(readTrustedDocuments(await manifest(content))).rejects.toThrow(/^GATEWAY_TRUSTED_DOCUMENTS: /)
  })

  const configured = async (trustedDocumentsMode: 'off' | 'log' | 'enforce') =>
    openConfiguredTexts(
      { trustedDocuments: await manifest(apollo), trustedDocumentsMode, persistedBytesMax: 10_000 },
      logger,
    )

  test('enforced, they are taken by id and by text, and nothing else is', async () => {
    const texts = await configured('enforce')
    expect(texts.textOf({ extensions: named('one') })).toBe(TEXT)
    expect(texts.textOf({ query: TEXT })).toBe(TEXT)
    expect(texts.textOf({ query: TEXT, extensions: named('one') })).toBe(TEXT)
    const others = [
      { query: '{ b }' },
      { query: '{ a } ' },
      { extensions: named('two') },
      { query: '{ b }', extensions: named(createHash('sha256').update('{ b }').digest('hex')) },
    ]
    for (const other of others) expect(refusal(texts.textOf(other))?.[1]).toBe('PERSISTED_OPERATION_NOT_FOUND')
    expect(refusal(texts.textOf({ query: '{ b }', extensions: named('one') }))?.[1]).toBe('BAD_USER_INPUT')
  })

  test('logged, others are taken and written down once each', async () => {
    const texts = await configured('log')
    logged.length = 0
    for (const query of ['{ b }', '{ b }', '{ c }', TEXT]) expect(texts.textOf({ query })).toBe(query)
    expect(logged.filter((line) => line.includes('not in the manifest'))).toHaveLength(2)
  })

  test('off, nothing is special, and the manifest is not read', async () => {
    const texts = await openConfiguredTexts(
      { trustedDocuments: '/nowhere', trustedDocumentsMode: 'off', persistedBytesMax: 0 },
      logger,
    )
    expect(texts.textOf({ query: '{ b }' })).toBe('{ b }')
  })
})
