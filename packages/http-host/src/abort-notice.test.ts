import { expect, test } from 'vitest'
import { AbortNoticeSource } from './abort-notice.ts'

/** A listener that counts how often it was told. */
function counting(): { times: number; handleEvent(): void } {
  return {
    times: 0,
    handleEvent() {
      this.times += 1
    },
  }
}

test('listeners are told once, in their order, and the first reason counts', () => {
  const notice = new AbortNoticeSource()
  const told: string[] = []
  for (const name of ['a', 'b']) notice.addEventListener('abort', { handleEvent: () => void told.push(name) })
  expect([notice.aborted, notice.reason]).toEqual([false, undefined])
  const first = new Error('the client left')
  notice.abort(first)
  notice.abort(new Error('too late'))
  expect(told).toEqual(['a', 'b'])
  expect(notice.aborted).toBe(true)
  expect(notice.reason).toBe(first)
})

test('whoever is told finds the notice given already', () => {
  const notice = new AbortNoticeSource()
  let seen: unknown
  notice.addEventListener('abort', { handleEvent: () => (seen = [notice.aborted, notice.reason?.message]) })
  notice.abort(new Error('over'))
  expect(seen).toEqual([true, 'over'])
})

test('a listener that was removed is told nothing, and the others are', () => {
  const notice = new AbortNoticeSource()
  const [gone, left, unknown] = [counting(), counting(), counting()]
  notice.addEventListener('abort', gone)
  notice.addEventListener('abort', left)
  notice.removeEventListener('abort', gone)
  notice.removeEventListener('abort', unknown)
  notice.abort(new Error('over'))
  expect([gone.times, left.times, unknown.times]).toEqual([0, 1, 0])
})

test('a listener that removes itself while it is told keeps nobody from being told', () => {
  const notice = new AbortNoticeSource()
  const [second, third] = [counting(), counting()]
  const first = { handleEvent: () => notice.removeEventListener('abort', first) }
  for (const listener of [first, second, third]) notice.addEventListener('abort', listener)
  notice.abort(new Error('over'))
  expect([second.times, third.times]).toEqual([1, 1])
})

test('a listener that comes when it is over is not told: `aborted` says so', () => {
  const notice = new AbortNoticeSource()
  notice.abort(new Error('over'))
  const late = counting()
  notice.addEventListener('abort', late)
  notice.abort(new Error('again'))
  expect(late.times).toBe(0)
})
