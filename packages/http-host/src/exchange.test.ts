import { expect, test } from 'vitest'
import { AbortNoticeSource, openSwapSet } from './exchange.ts'

const items = (count: number) => Array.from({ length: count }, (_, name) => ({ name, index: 0 }))
const namesOf = (all: readonly { readonly name: number }[]) => all.map(({ name }) => name).sort()

test('a swap set contains an item until it is deleted, regardless of the order of deletions', () => {
  const set = openSwapSet<{ name: number; index: number }>()
  const [first, second, third, last] = items(4) as [never, never, never, never]
  for (const item of [first, second, third, last]) set.add(item)
  set.delete(second)
  expect([namesOf(set.all()), set.size()]).toEqual([[0, 2, 3], 3])
  set.delete(last)
  set.delete(first)
  expect(namesOf(set.all())).toEqual([2])
  set.add(second)
  set.delete(third)
  set.delete(second)
  expect([set.all(), set.size()]).toEqual([[], 0])
})

/** A listener that counts its calls. */
function counting(): { times: number; handleEvent(): void } {
  return {
    times: 0,
    handleEvent() {
      this.times += 1
    },
  }
}

test('abort listeners are called once, in order, with the first reason', () => {
  const notice = new AbortNoticeSource()
  const called: string[] = []
  for (const name of ['a', 'b']) notice.addEventListener('abort', { handleEvent: () => void called.push(name) })
  expect([notice.aborted, notice.reason]).toEqual([false, undefined])
  const first = new Error('the client disconnected')
  notice.abort(first)
  notice.abort(new Error('too late'))
  expect(called).toEqual(['a', 'b'])
  expect(notice.aborted).toBe(true)
  expect(notice.reason).toBe(first)
})

test('an abort listener finds the notice already aborted', () => {
  const notice = new AbortNoticeSource()
  let seen: unknown
  notice.addEventListener('abort', { handleEvent: () => (seen = [notice.aborted, notice.reason?.message]) })
  notice.abort(new Error('over'))
  expect(seen).toEqual([true, 'over'])
})

test('a removed abort listener is not called, but the others are', () => {
  const notice = new AbortNoticeSource()
  const [removed, remaining, unknown] = [counting(), counting(), counting()]
  notice.addEventListener('abort', removed)
  notice.addEventListener('abort', remaining)
  notice.removeEventListener('abort', removed)
  notice.removeEventListener('abort', unknown)
  notice.abort(new Error('over'))
  expect([removed.times, remaining.times, unknown.times]).toEqual([0, 1, 0])
})

test('an abort listener that removes itself during its call does not prevent the others from being called', () => {
  const notice = new AbortNoticeSource()
  const [second, third] = [counting(), counting()]
  const first = { handleEvent: () => notice.removeEventListener('abort', first) }
  for (const listener of [first, second, third]) notice.addEventListener('abort', listener)
  notice.abort(new Error('over'))
  expect([second.times, third.times]).toEqual([1, 1])
})

test('an abort listener added after the abort is not called', () => {
  const notice = new AbortNoticeSource()
  notice.abort(new Error('over'))
  const late = counting()
  notice.addEventListener('abort', late)
  notice.abort(new Error('again'))
  expect(late.times).toBe(0)
})
