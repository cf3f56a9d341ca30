import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '@travel-rule/service/operator-error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PartChange } from './keep-running.ts'
import { openPartProcess, type PartProcess } from './part-process.ts'

const ENTRY = fileURLToPath(new URL('./testing/fake-part.ts', import.meta.url))
const part = { name: 'fake', title: 'fake part', entry: 'fake-part.ts', env: {}, ports: {}, stopOrder: 1 }

describe('the process of a part', () => {
  let folder: string
  let pids: (number | undefined)[]
  let changes: string[]
  let nextChange: PromiseWithResolvers<void>

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'part '))
    pids = []
    changes = []
    nextChange = Promise.withResolvers()
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
    expect(pids.at(-1)).toBeUndefined()
  })

  test('a part is open once it reports that it is ready, and has exited once disposed', async () => {
    const running = await open('ready')
    const { pid } = running
    expect(pids).toEqual([pid])
    await running[Symbol.asyncDispose]()
    expect(() => process.kill(pid ?? 0, 0)).toThrow()
    expect(running.pid).toBeUndefined()
    expect(changes).toEqual([])
  })

  test('a part that logs nothing for too long while it starts has failed, and its last step is reported before that', async () => {
    const reported: string[] = []
    const patience = { noticeMs: 500, silentMs: 2_000 }
    const opening = open('hangs', { patience, onLongStart: (detail: string) => reported.push(detail) })
    await expect(opening).rejects.toThrow('The fake part was not ready, and logged nothing for 2 s')
    expect(reported).toContain(`still starting (behaviour: hangs); its log is ${folder}/log`)
  })

  test('a part may take long to start as long as it logs its progress', async () => {
    await using running = await open('works', { patience: { noticeMs: 60_000, silentMs: 4_000 } })
    expect(running.pid).toBeGreaterThan(0)
  })

  test('a part that exits unexpectedly is restarted', async () => {
    await using running = await open('ready')
    const { pid = 0 } = running
    process.kill(pid, 'SIGKILL')
    await until('restarted')
    expect(changes).toEqual(['ended by SIGKILL', `restarted process ${running.pid}`])
    expect(running.pid).not.toBe(pid)
    expect(pids).toEqual([pid, undefined, running.pid])
  })

  test('a part whose restart fails is restarted again', async () => {
    const env = { FAKE_BEHAVIOUR: 'ready' }
    await using running = await open('ready', { env })
    env.FAKE_BEHAVIOUR = 'fails'
    process.kill(running.pid ?? 0, 'SIGKILL')
    await until('failed')
    expect(running.pid).toBeUndefined()
    env.FAKE_BEHAVIOUR = 'ready'
    await until('restarted')
    expect(running.pid).toEqual(expect.any(Number))
  })

  test('opening a part throws an OperatorError with its output when its first start fails', async () => {
    const problem = open('fails')
    await expect(problem).rejects.toThrow(OperatorError)
    await expect(problem).rejects.toThrow(
      /^The fake part ended with code 3 at its start \(its log is .*\):\nbehaviour: fails$/,
    )
  })

  test('opening a part throws an OperatorError when its program cannot be run', async () => {
    await expect(open('ready', { entry: `${folder}/missing.ts` })).rejects.toThrow(/^The fake part ended with code 1/)
  })

  test('a part exits when its start is aborted', async () => {
    const start = new AbortController()
    const opening = open('hangs', { signal: start.signal })
    start.abort(new Error('aborted'))
    await expect(opening).rejects.toThrow('aborted')
    expect(() => process.kill(pids[0] ?? 0, 0)).toThrow()
  })

  test('a part is not restarted once disposed', async () => {
    const env = { FAKE_BEHAVIOUR: 'ready' }
    const running = await open('ready', { env })
    env.FAKE_BEHAVIOUR = 'fails'
    process.kill(running.pid ?? 0, 'SIGKILL')
    await until('failed')
    await running[Symbol.asyncDispose]()
    expect(changes.filter((change) => change.startsWith('restarted'))).toEqual([])
  })

  test('a part appends to its log', async () => {
    for (const _start of [1, 2]) await (await open('ready'))[Symbol.asyncDispose]()
    expect(readFileSync(`${folder}/log`, 'utf8')).toBe('behaviour: ready\nbehaviour: ready\n')
  })

  test('the log of a part is bounded while the part runs', async () => {
    await using _running = await open('ready')
    appendFileSync(`${folder}/log`, `${'x'.repeat(99)}\n`.repeat(210_000))
    await expect.poll(() => existsSync(`${folder}/log.old`)).toBe(true)
    await expect.poll(() => statSync(`${folder}/log`).size).toBe(0)
    expect(statSync(`${folder}/log.old`).size).toBeLessThanOrEqual(20_000_000)
  })

  function open(behaviour: string, change: object = {}): Promise<PartProcess> {
    return openPartProcess({
      part,
      entry: ENTRY,
      root: folder,
      logFile: `${folder}/log`,
      env: { FAKE_BEHAVIOUR: behaviour },
      signal: new AbortController().signal,
      onProcess: (pid) => pids.push(pid),
      onChange: (change, detail) => {
        changes.push(`${change} ${detail}`)
        nextChange.resolve()
        nextChange = Promise.withResolvers()
      },
      ...change,
    })
  }

  async function until(change: PartChange): Promise<void> {
    while (!changes.some((one) => one.startsWith(change))) await nextChange.promise
  }
})
