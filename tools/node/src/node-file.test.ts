import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type NodeFile, openPublishedNode, readNodeFile } from './node-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node file '))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const nodeWith = (pid: number): NodeFile => ({ baseUrl: 'http://localhost:4000', realm: 'travel-rule', pid, parts: {} })

test('node.json is not written before a state is published', async () => {
  await using published = openPublishedNode(folder)
  await published.publish()
  expect(await readNodeFile(folder)).toBeUndefined()
})

test('node.json is private and contains the latest published state', async () => {
  let pid = 1
  await using published = openPublishedNode(folder)
  await published.publish(() => nodeWith(pid))
  pid = 2
  await published.publish()
  expect(await readNodeFile(folder)).toEqual(nodeWith(2))
  expect(statSync(`${folder}/node.json`).mode & 0o777).toBe(0o600)
})

test('disposing removes node.json even while writes are pending', async () => {
  const published = openPublishedNode(folder)
  const writes = [published.publish(() => nodeWith(1)), published.publish(), published.publish()]
  await published[Symbol.asyncDispose]()
  await Promise.all(writes)
  await published.publish()
  expect(await readNodeFile(folder)).toBeUndefined()
})

test('publishing rejects when node.json cannot be written', async () => {
  await using published = openPublishedNode(`${folder}/later`)
  await expect(published.publish(() => nodeWith(1))).rejects.toThrow('ENOENT')
})
