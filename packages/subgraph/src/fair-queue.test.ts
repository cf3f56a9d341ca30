import { describe, expect, test } from 'vitest'
import { openFairQueue } from './fair-queue.ts'

const NEVER = new AbortController().signal

/** Work that ends when the test says so. */
function openWork(queue: ReturnType<typeof openFairQueue>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    run(name: string, caller: string, signal = NEVER) {
      const { promise, resolve } = Promise.withResolvers<string>()
      ends.set(name, () => resolve(name))
      return queue.run(caller, signal, () => {
        begun.push(name)
        return promise
      })
    },
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

describe('a fair queue', () => {
  test('a fair queue respects its limits on concurrent work, in total and per caller', async () => {
    const queue = openFairQueue({ runningMax: 3, runningPerCallerMax: 2, queuedMax: 10 })
    const work = openWork(queue)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) work.run(name, name.slice(0, 1))
    await settled()
    expect(work.begun).toEqual(['a1', 'a2', 'b1'])
    expect(queue.counts()).toEqual({ running: 3, queued: 2, refused: 0 })
    work.end('b1')
    await settled()
    expect(work.begun).toEqual(['a1', 'a2', 'b1', 'b2'])
    work.end('a2')
    await settled()
    expect(work.begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  })

  test('callers of a fair queue take turns, however much work each has queued', async () => {
    const queue = openFairQueue({ runningMax: 1, runningPerCallerMax: 1, queuedMax: 10 })
    const work = openWork(queue)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) work.run(name, name.slice(0, 1))
    await settled()
    for (let ended = 0; ended < 6; ended += 1) {
      work.end(work.begun.at(-1) ?? '')
      await settled()
    }
    expect(work.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    expect(queue.counts()).toEqual({ running: 0, queued: 0, refused: 0 })
  })

  test('a full fair queue refuses the caller that has queued the most work', async () => {
    const queue = openFairQueue({ runningMax: 1, runningPerCallerMax: 1, queuedMax: 3 })
    const work = openWork(queue)
    const refused = { extensions: { code: 'SUBGRAPH_OVERLOADED', retryable: true } }
    const [a1, a2, , a4] = ['a1', 'a2', 'a3', 'a4'].map((name) => work.run(name, 'a'))
    await expect(work.run('a5', 'a')).rejects.toMatchObject(refused)
    const b1 = work.run('b1', 'b')
    await expect(a4).rejects.toMatchObject(refused)
    work.end('a1')
    work.end('b1')
    expect(await Promise.all([a1, b1])).toEqual(['a1', 'b1'])
    work.end('a2')
    expect(await a2).toBe('a2')
  })

  test('a fair queue drops work whose request is over, and does not start it', async () => {
    const queue = openFairQueue({ runningMax: 1, runningPerCallerMax: 1, queuedMax: 3 })
    const work = openWork(queue)
    work.run('a1', 'a')
    const abort = new AbortController()
    const a2 = work.run('a2', 'a', abort.signal)
    abort.abort(new Error('over'))
    const over = { extensions: { code: 'SUBGRAPH_TIMEOUT' } }
    await expect(a2).rejects.toMatchObject(over)
    await expect(work.run('a3', 'a', abort.signal)).rejects.toMatchObject(over)
    expect(queue.counts()).toEqual({ running: 1, queued: 0, refused: 0 })
    work.end('a1')
    await settled()
    expect(work.begun).toEqual(['a1'])
    expect(queue.counts()).toEqual({ running: 0, queued: 0, refused: 0 })
  })

  test('a fair queue continues after work that fails', async () => {
    const queue = openFairQueue({ runningMax: 1, runningPerCallerMax: 1, queuedMax: 3 })
    const failed = queue.run('a', NEVER, () => Promise.reject(new Error('failed')))
    const next = queue.run('a', NEVER, async () => 'next')
    await expect(failed).rejects.toThrow('failed')
    expect(await next).toBe('next')
  })
})
