import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGoodCopyWriter, readGoodCopy } from './last-good-copy.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'good-copy-'))
})
afterAll(() => rm(folder, { recursive: true }))

const schemas = () => ({ shop: 'type Query { shop: String }' })

test('a last good copy is written and read back unchanged', async () => {
  const { logger, lines } = captureLog()
  const path = join(folder, 'some', 'where', 'copy.json')
  const write = async (sdl: string) => {
    await using writer = openGoodCopyWriter(path, schemas, logger)
    writer.store(sdl)
  }
  await write('one')
  expect(await readGoodCopy(path, logger)).toEqual({ supergraph: 'one', subgraphs: schemas() })
  await write('two')
  expect(await readGoodCopy(path, logger)).toMatchObject({ supergraph: 'two' })
  expect(lines()).toEqual([])
})

test('a failed write of the last good copy is logged once and retried by the next call', async () => {
  const { logger, lines } = captureLog()
  const parent = join(folder, 'blocked')
  const path = join(parent, 'copy.json')
  await writeFile(parent, 'a file instead of a folder')
  await using writer = openGoodCopyWriter(path, schemas, logger)
  const writeAgain = async () => {
    writer.store('one')
    await writer[Symbol.asyncDispose]()
  }
  await writeAgain()
  await writeAgain()
  expect(lines()).toEqual([expect.objectContaining({ path, msg: expect.stringContaining('cannot be stored') })])
  await rm(parent)
  await writeAgain()
  expect(await readGoodCopy(path, logger)).toMatchObject({ supergraph: 'one' })
  await rm(path)
  await writeAgain()
  expect(await readGoodCopy(path, logger)).toBeUndefined()
})

test('a missing last good copy is not logged; a damaged or unreadable copy is logged with its path and the reason', async () => {
  const { logger, lines } = captureLog()
  expect(await readGoodCopy(join(folder, 'none.json'), logger)).toBeUndefined()
  expect(lines()).toEqual([])
  const [cut, other, unreadable] = ['cut.json', 'other.json', 'unreadable.json'].map((name) => join(folder, name))
  await writeFile(String(cut), '{"supergraph": "')
  await writeFile(String(other), '{"supergraph": 1, "subgraphs": {}}')
  await mkdir(String(unreadable))
  for (const path of [cut, other, unreadable]) expect(await readGoodCopy(String(path), logger)).toBeUndefined()
  expect(lines().map(({ path, reason }) => [path, reason])).toEqual([
    [cut, expect.stringContaining('JSON')],
    [other, 'it contains something else'],
    [unreadable, expect.stringContaining('EISDIR')],
  ])
})
