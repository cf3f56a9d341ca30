import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openProcessRecord } from './process-record.ts'

const ENTRY = fileURLToPath(new URL('./testing/fake-part.ts', import.meta.url))

describe('the record of the processes of a node', () => {
  let folder: string
  let file: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'record '))
    file = `${folder}/processes.json`
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  test('a start waits for the processes of a killed supervisor, and reports this', async () => {
    const leftover = spawnPart()
    const ended = once(leftover, 'exit')
    await once(leftover, 'spawn')
    record(leftover.pid)
    const waits = Promise.withResolvers<void>()
    const order: string[] = []
    const opening = open({ onWait: waits.resolve }).then((opened) => {
      order.push('opened')
      return opened
    })
    await waits.promise
    order.push('waited')
    leftover.disconnect()
    await ended
    using opened = await opening
    expect(order).toEqual(['waited', 'opened'])
    expect(opened.followsKill).toBe(true)
    expect(recorded()).toEqual({})
  })

  test.each([
    ['a process that has exited', () => 2 ** 22 - 1],
    ['another process that reuses its id', () => process.pid],
  ])('a start does not wait for %s', async (_what, pidOf) => {
    record(pidOf())
    let waits = 0
    using opened = await open({
      onWait: () => {
        waits += 1
      },
    })
    expect({ waits, followsKill: opened.followsKill, recorded: recorded() }).toEqual({
      waits: 0,
      followsKill: true,
      recorded: {},
    })
  })

  test('an aborted start stops waiting, and leaves the process and its record unchanged', async () => {
    const leftover = spawnPart()
    await once(leftover, 'spawn')
    record(leftover.pid)
    const stop = new AbortController()
    const opening = open({ signal: stop.signal, onWait: () => stop.abort(new Error('stopped')) })
    await expect(opening).rejects.toThrow('stopped')
    expect([leftover.exitCode, leftover.signalCode]).toEqual([null, null])
    expect(recorded()).toEqual({ fake: { pid: leftover.pid, entry: ENTRY } })
    leftover.kill('SIGKILL')
    await once(leftover, 'exit')
  })

  test.each(['', '{', '[1]', '{"trpd":7}'])(
    'a damaged record (%j) counts as empty, but still indicates a kill',
    async (json) => {
      writeFileSync(file, json)
      using opened = await open()
      expect(opened.followsKill).toBe(true)
      expect(recorded()).toEqual({})
    },
  )

  test('the record names the running processes', async () => {
    using opened = await open()
    expect([opened.followsKill, recorded()]).toEqual([false, {}])
    opened.set('trpd', { pid: 1, entry: '/trpd.ts' })
    opened.set('aopd', { pid: 2, entry: '/aopd.ts' })
    opened.set('trpd', { pid: 3, entry: '/trpd.ts' })
    expect(recorded()).toEqual({ trpd: { pid: 3, entry: '/trpd.ts' }, aopd: { pid: 2, entry: '/aopd.ts' } })
    opened.set('trpd', undefined)
    expect(recorded()).toEqual({ aopd: { pid: 2, entry: '/aopd.ts' } })
  })

  test('an orderly stop removes the record, so that the next start assumes no kill', async () => {
    {
      using opened = await open()
      opened.set('trpd', { pid: process.pid, entry: ENTRY })
    }
    expect(existsSync(file)).toBe(false)
    using next = await open()
    expect(next.followsKill).toBe(false)
  })

  function open({ signal = new AbortController().signal, onWait = () => {} } = {}) {
    return openProcessRecord(folder, { signal, onWait })
  }

  function record(pid: number | undefined): void {
    writeFileSync(file, JSON.stringify({ fake: { pid, entry: ENTRY } }))
  }

  function recorded(): unknown {
    return JSON.parse(readFileSync(file, 'utf8'))
  }
})

/** A part that exits when its supervisor disconnects. */
function spawnPart(): ChildProcess {
  return spawn(process.execPath, [ENTRY], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}
