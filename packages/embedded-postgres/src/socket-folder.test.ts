import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSocketFolder } from './socket-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'socket-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each(['short', 'long'.repeat(30)])('the folder for a socket is the same at every start (%s)', async (name) => {
  const data = path.join(folder, name)
  await mkdir(data)
  const first = await openSocketFolder(data)
  await writeFile(path.join(first.path, 'left-behind'), '')
  // Simulates a killed process: not disposed.
  await using second = await openSocketFolder(data)
  expect(second.path).toBe(first.path)
  await expect(stat(path.join(second.path, 'left-behind'))).rejects.toThrow('ENOENT')
  expect((await stat(second.path)).mode & 0o777).toBe(0o700)
})
