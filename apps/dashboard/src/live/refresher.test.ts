import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openRefresher } from './refresher.ts'

describe('a refresher', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('a refresher loads again when the response is older than the change', async () => {
    const load = vi.fn<() => Promise<number>>().mockResolvedValueOnce(4).mockResolvedValue(5)
    openRefresher(load).refresh(5)
    await vi.runAllTimersAsync()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a refresher repeats a failed attempt', async () => {
    const load = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('unreachable')).mockResolvedValue(5)
    openRefresher(load).refresh(5)
    await vi.runAllTimersAsync()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a refresher loads once more for all changes that arrive while it loads', async () => {
    const first = Promise.withResolvers<undefined>()
    const load = vi.fn<() => Promise<undefined>>().mockReturnValueOnce(first.promise).mockResolvedValue(undefined)
    const refresher = openRefresher(load)
    for (let changes = 0; changes < 3; changes++) refresher.refresh()
    first.resolve(undefined)
    await vi.runAllTimersAsync()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a closed refresher loads nothing more', async () => {
    const load = vi.fn<() => Promise<number>>().mockRejectedValue(new Error('unreachable'))
    const refresher = openRefresher(load)
    refresher.refresh()
    refresher.close()
    await vi.runAllTimersAsync()
    expect(load).toHaveBeenCalledTimes(1)
  })
})
