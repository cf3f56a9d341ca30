import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createBell } from './bell.ts'

test('a ring wakes everybody who waits, and nobody who comes later', async () => {
  const bell = createBell()
  const waiting = Promise.all([bell.wait({}), bell.wait({ timeoutMs: 60_000 })])
  bell.ring()
  await waiting
  let woken = false
  void bell.wait({}).then(() => {
    woken = true
  })
  await Promise.resolve()
  expect(woken).toBe(false)
})

test('waiting ends with its signal, with its time, and at once when the signal was aborted before', async () => {
  const bell = createBell()
  const leaving = new AbortController()
  const waiting = bell.wait({ signal: leaving.signal })
  leaving.abort()
  await waiting
  await bell.wait({ signal: leaving.signal })
  await bell.wait({ timeoutMs: 1 })
})

test('a wait leaves no listener behind', async () => {
  const bell = createBell()
  const { signal } = new AbortController()
  for (let round = 0; round < 3; round += 1) {
    const waiting = bell.wait({ signal })
    bell.ring()
    await waiting
  }
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
