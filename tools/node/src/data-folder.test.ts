import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { readNodeFile } from './node-file.ts'

const secondNode = async () => 'PORT_BASE=7000 npm start'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data folder '))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('only one supervisor can lock a data folder, even if another uses a symbolic link to it', async () => {
  symlinkSync(folder, `${folder}-link`)
  try {
    {
      await using held = await openDataFolder(folder, secondNode)
      expect(held.path).toBe(folder)
      await expect(openDataFolder(`${folder}-link`, secondNode)).rejects.toThrow(
        /^Another node is running on the data folder .*\n +PORT_BASE=7000 npm start$/,
      )
    }
    await using again = await openDataFolder(`${folder}-link`, secondNode)
    expect(again.path).toBe(folder)
  } finally {
    rmSync(`${folder}-link`)
  }
})

test('opening a data folder removes the node.json left by a killed node', async () => {
  writeFileSync(`${folder}/node.json`, '{}')
  await using _held = await openDataFolder(folder, secondNode)
  expect(await readNodeFile(folder)).toBeUndefined()
})

test('a path that cannot be used as a folder is refused with the reason', async () => {
  writeFileSync(`${folder}/file`, '')
  await expect(openDataFolder(`${folder}/file/data`, secondNode)).rejects.toThrow(
    'cannot be used: a part of the path is a file.',
  )
  await expect(openDataFolder(`${folder}/${'x'.repeat(300)}`, secondNode)).rejects.toThrow(
    'cannot be used: the path is too long.',
  )
})
