import { getEventListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bell, createBell } from './bell.ts'

describe('a wait for a bell', () => {
  let bell: Bell
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    bell = createBell()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('waiting on a bell ends at the next ring, for every waiter; an earlier ring does not count', async () => {
    bell.ring()
    const waits = [waitFor({}), waitFor({ timeoutMs: 60_000 }), waitFor({ signal: new AbortController().signal })]
    expect(await ended(...waits)).toEqual([false, false, false])
    bell.ring()
    const later = waitFor({})
    expect(await ended(...waits, later)).toEqual([true, true, true, false])
    bell.ring()
    expect(await ended(later)).toEqual([true])
  })

  test('waiting on a bell ends when its own signal is aborted, without ending other waits', async () => {
    const leaving = new AbortController()
    const [aborted, other] = [waitFor({ signal: leaving.signal }), waitFor({})]
    expect(await ended(aborted, other)).toEqual([false, false])
    leaving.abort()
    expect(await ended(aborted, other)).toEqual([true, false])
  })

  test('waiting on a bell ends immediately if its signal is already aborted', async () => {
    expect(await ended(waitFor({ signal: AbortSignal.abort() }))).toEqual([true])
  })

  test('waiting on a bell ends after its timeout, and not before', async () => {
    const wait = waitFor({ timeoutMs: 1_000 })
    vi.advanceTimersByTime(999)
    expect(await ended(wait)).toEqual([false])
    vi.advanceTimersByTime(1)
    expect(await ended(wait)).toEqual([true])
  })

  test.each([
    ['a ring', () => bell.ring()],
    ['its timeout', () => vi.advanceTimersByTime(1_000)],
    ['an abort of its signal', (leaving: AbortController) => leaving.abort()],
  ])('waiting on a bell leaves no listener and no timer behind when it ends by %s', async (_what, end) => {
    const leaving = new AbortController()
    const wait = waitFor({ signal: leaving.signal, timeoutMs: 1_000 })
    expect([getEventListeners(leaving.signal, 'abort').length, vi.getTimerCount()]).toEqual([1, 1])
    end(leaving)
    expect(await ended(wait)).toEqual([true])
    expect([getEventListeners(leaving.signal, 'abort').length, vi.getTimerCount()]).toEqual([0, 0])
  })

  function waitFor(options: Parameters<Bell['wait']>[0]): { ended: boolean } {
    const wait = { ended: false }
    void bell.wait(options).then(() => {
      wait.ended = true
    })
    return wait
  }

  async function ended(...waits: readonly { ended: boolean }[]): Promise<boolean[]> {
    await turn()
    return waits.map((wait) => wait.ended)
  }
})
