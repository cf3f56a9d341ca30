import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openProcessRecord } from './process-record.ts'

const ENTRY = fileURLToPath(new URL('./testing/fake-part.ts', import.meta.url))

describe('the record of the processes of a node', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'record '))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  test('waits for the processes of a killed supervisor', async () => {
    const leftover = spawn(process.execPath, [ENTRY], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const ended = once(leftover, 'exit')
    record(leftover.pid)
    let isOpen = false
    const opening = open().then((opened) => {
      isOpen = true
      return opened
    })
    await once(leftover, 'spawn')
    expect(isOpen).toBe(false)
    leftover.disconnect()
    await ended
    using _record = await opening
  })

  test.each([
    ['a process that has ended', () => 2 ** 22 - 1],
    ['another process that reuses its id', () => process.pid],
  ])('does not wait for %s', async (_what, pidOf) => {
    record(pidOf())
    using _record = await open()
  })

  test('reports a long wait, which an abort ends', async () => {
    const leftover = spawn(process.execPath, [ENTRY], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    record(leftover.pid)
    const stop = new AbortController()
    const opening = open(stop.signal, () => stop.abort(new Error('stopped')))
    await expect(opening).rejects.toThrow('stopped')
    leftover.kill('SIGKILL')
  })

  test.each(['', '{', '[1]', '{"trpd":7}'])('treats %j as an empty record', async (content) => {
    writeFileSync(`${folder}/processes.json`, content)
    using _record = await open()
  })

  test('is removed by an orderly end', async () => {
    {
      using opened = await open()
      opened.set('trpd', { pid: process.pid, entry: ENTRY })
      expect(existsSync(`${folder}/processes.json`)).toBe(true)
    }
    expect(existsSync(`${folder}/processes.json`)).toBe(false)
  })

  const open = (signal = new AbortController().signal, onWait = () => {}) =>
    openProcessRecord(folder, { signal, onWait })

  function record(pid: number | undefined): void {
    writeFileSync(`${folder}/processes.json`, JSON.stringify({ fake: { pid, entry: ENTRY } }))
  }
})
