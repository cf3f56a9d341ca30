import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '@travel-rule/service/operator-error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPartProcess, type PartChange, type PartProcess } from './part-process.ts'

const ENTRY = fileURLToPath(new URL('./testing/fake-part.ts', import.meta.url))
const part = { name: 'fake', title: 'fake part', entry: 'fake-part.ts', env: {}, ports: {}, stopOrder: 1 }

describe('a part', () => {
  let folder: string
  let pids: (number | undefined)[]
  let changes: string[]
  let arrival: PromiseWithResolvers<void>

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'part '))
    pids = []
    changes = []
    arrival = Promise.withResolvers()
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
    expect(pids.at(-1)).toBeUndefined()
  })

  test('is open when it says that it is ready, and has ended when disposed', async () => {
    const running = await open('ready')
    const { pid } = running
    expect(pids).toEqual([pid])
    await running[Symbol.asyncDispose]()
    expect(() => process.kill(pid ?? 0, 0)).toThrow()
    expect(running.pid).toBeUndefined()
    expect(changes).toEqual([])
  })

  test('that ends by itself is started again', async () => {
    await using running = await open('ready')
    const { pid = 0 } = running
    process.kill(pid, 'SIGKILL')
    await until('again')
    expect(changes).toEqual(['ended by SIGKILL', `again process ${running.pid}`])
    expect(running.pid).not.toBe(pid)
    expect(pids).toEqual([pid, undefined, running.pid])
  })

  test('that does not start again is tried once more', async () => {
    const env = { FAKE_BEHAVIOUR: 'ready' }
    await using running = await open('ready', { env })
    env.FAKE_BEHAVIOUR = 'fails'
    process.kill(running.pid ?? 0, 'SIGKILL')
    await until('failed')
    expect(running.pid).toBeUndefined()
    env.FAKE_BEHAVIOUR = 'ready'
    await until('again')
    expect(running.pid).toEqual(expect.any(Number))
  })

  test('that fails at its first start is an OperatorError with what it wrote', async () => {
    const problem = open('fails')
    await expect(problem).rejects.toThrow(OperatorError)
    await expect(problem).rejects.toThrow(
      /^The fake part ended with code 3 at its start \(its log is .*\):\nI am to be fails$/,
    )
  })

  test('whose program cannot be run is an OperatorError', async () => {
    await expect(open('ready', { entry: `${folder}/missing.ts` })).rejects.toThrow(/^The fake part ended with code 1/)
  })

  test('that is given up while it starts leaves no process', async () => {
    const start = new AbortController()
    const opening = open('hangs', { signal: start.signal })
    start.abort(new Error('no more'))
    await expect(opening).rejects.toThrow('no more')
    expect(() => process.kill(pids[0] ?? 0, 0)).toThrow()
  })

  test('that is waiting to start again ends at once when disposed', async () => {
    const env = { FAKE_BEHAVIOUR: 'ready' }
    const running = await open('ready', { env })
    env.FAKE_BEHAVIOUR = 'fails'
    process.kill(running.pid ?? 0, 'SIGKILL')
    await until('failed')
    await running[Symbol.asyncDispose]()
    expect(changes.filter((change) => change.startsWith('again'))).toEqual([])
  })

  test('adds to its log, which only its owner reads', async () => {
    for (const _start of [1, 2]) await (await open('ready'))[Symbol.asyncDispose]()
    expect(readFileSync(`${folder}/log`, 'utf8')).toBe('I am to be ready\nI am to be ready\n')
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
        arrival.resolve()
        arrival = Promise.withResolvers()
      },
      ...change,
    })
  }

  async function until(change: PartChange): Promise<void> {
    while (!changes.some((one) => one.startsWith(change))) await arrival.promise
  }
})
