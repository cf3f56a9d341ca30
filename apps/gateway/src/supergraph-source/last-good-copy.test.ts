import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGoodCopyKeeper } from './keep-good-copy.ts'
import { readGoodCopy } from './last-good-copy.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'good-copy-'))
})
afterAll(() => rm(folder, { recursive: true }))

const parts = () => ({ shop: 'type Query { shop: String }' })

test('a copy is written once, and read as it was', async () => {
  const { logger, lines } = captureLog()
  const path = join(folder, 'some', 'where', 'copy.json')
  const write = async (sdl: string) => {
    await using keeper = openGoodCopyKeeper(path, parts, logger)
    keeper.keep(sdl)
  }
  await write('one')
  expect(await readGoodCopy(path, logger)).toEqual({ supergraph: 'one', subgraphs: parts() })
  await write('two')
  expect(await readGoodCopy(path, logger)).toMatchObject({ supergraph: 'two' })
  expect(lines()).toEqual([])
})

test('what could not be written is written with a later call, and the log says once that it could not', async () => {
  const { logger, lines } = captureLog()
  const parent = join(folder, 'blocked')
  const path = join(parent, 'copy.json')
  await writeFile(parent, 'a file in the place of a folder')
  await using keeper = openGoodCopyKeeper(path, parts, logger)
  const writeAgain = async () => {
    keeper.keep('one')
    await keeper[Symbol.asyncDispose]()
  }
  await writeAgain()
  await writeAgain()
  expect(lines()).toEqual([expect.objectContaining({ path, msg: expect.stringContaining('cannot be kept') })])
  await rm(parent)
  await writeAgain()
  expect(await readGoodCopy(path, logger)).toMatchObject({ supergraph: 'one' })
  await rm(path)
  await writeAgain()
  expect(await readGoodCopy(path, logger)).toBeUndefined()
})

test('a copy that is not there is not mentioned; one that is damaged or cannot be read is, with its path and the reason', async () => {
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
    [other, 'it holds something else'],
    [unreadable, expect.stringContaining('EISDIR')],
  ])
})
