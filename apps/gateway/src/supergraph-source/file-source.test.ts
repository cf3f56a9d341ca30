import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogger } from '@travel-rule/service/logger'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileSource } from './open-source.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-source-'))
})
afterEach(() => rm(folder, { recursive: true }))

const { signal } = new AbortController()
const logger = openLogger({ name: 'gateway', level: 'silent' })

/** A file source, with a promise of its next hint. */
function openWatched(path: string) {
  const source = openFileSource({ path, pollMs: 1_000, logger })
  let hint = Promise.withResolvers<void>()
  source.watch(() => hint.resolve())
  return {
    source,
    hinted: async () => {
      await hint.promise
      hint = Promise.withResolvers()
    },
    read: async () => (await source.read(signal)).sdl,
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  }
}

test('a supergraph file is read again when it is replaced or written in place', async () => {
  const path = join(folder, 'supergraph.graphql')
  await writeFile(path, 'one')
  await using watched = openWatched(path)
  expect(await watched.read()).toBe('one')
  await writeFile(`${path}.next`, 'two')
  await rename(`${path}.next`, path)
  await watched.hinted()
  await expect.poll(watched.read).toBe('two')
  await writeFile(path, 'three')
  await watched.hinted()
  await expect.poll(watched.read).toBe('three')
})

test('a supergraph file is followed when its folder is a symbolic link that is replaced, as in Kubernetes mounts', async () => {
  for (const version of ['1', '2']) {
    await mkdir(join(folder, version))
    await writeFile(join(folder, version, 'supergraph.graphql'), `version ${version}`)
  }
  await symlink('1', join(folder, '..data'))
  await symlink('..data/supergraph.graphql', join(folder, 'supergraph.graphql'))
  await using watched = openWatched(join(folder, 'supergraph.graphql'))
  expect(await watched.read()).toBe('version 1')
  await symlink('2', join(folder, '..next'))
  await rename(join(folder, '..next'), join(folder, '..data'))
  await watched.hinted()
  expect(await watched.read()).toBe('version 2')
})

test('a supergraph file is not read while it is being written', async () => {
  const path = join(folder, 'supergraph.graphql')
  await writeFile(path, 'first')
  await using watched = openWatched(path)
  await watched.read()
  const full = 'x'.repeat(1_000_000)
  const writing = (async () => {
    for (let length = 0; length <= full.length; length += 100_000) await writeFile(path, full.slice(0, length))
  })()
  const read = await watched.read()
  await writing
  expect(['first', full]).toContain(read)
  await expect.poll(watched.read).toBe(full)
})

test('a missing supergraph file is reported', async () => {
  await using watched = openWatched(join(folder, 'none.graphql'))
  await expect(watched.read()).rejects.toThrow(/none\.graphql cannot be read: ENOENT/)
})
