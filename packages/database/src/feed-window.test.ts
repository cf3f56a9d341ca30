import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFeedWindow } from './feed-window.ts'
import type { StoredEvent } from './outbox.ts'

const at = (position: bigint): StoredEvent => ({
  position,
  id: String(position),
  type: 'thing.made',
  subject: { type: 'Thing', id: '1' },
  actor: { type: 'SYSTEM', id: 'test' },
  at: new Date(0),
  detail: {},
})

test('a window returns exactly the events after any position that it covers, and never exceeds its limit', () => {
  const pages = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 }), { maxLength: 20 })
  fc.assert(
    fc.property(pages, fc.bigInt({ min: 0n, max: 5n }), fc.integer({ min: 2, max: 20 }), (gaps, start, eventsMax) => {
      const window = createFeedWindow(start, eventsMax)
      const all: bigint[] = []
      let last = start
      for (const page of gaps) {
        const events = page.map((gap) => {
          last += BigInt(gap)
          return at(last)
        })
        window.append(events)
        all.push(...events.map(({ position }) => position))
        expect(window.end).toBe(last)
        expect(window.covers(last)).toBe(true)
        for (let position = 0n; position <= last; position += 1n) {
          if (!window.covers(position)) continue
          const expected = all.filter((other) => other > position)
          expect(expected.length).toBeLessThanOrEqual(Math.max(eventsMax, page.length))
          expect(window.after(position, 1_000).map((event) => event.position)).toEqual(expected)
          expect(window.after(position, 2)).toHaveLength(Math.min(2, expected.length))
        }
      }
    }),
  )
})

test('a window covers nothing before its start', () => {
  expect(createFeedWindow(7n, 10).covers(6n)).toBe(false)
  expect(createFeedWindow(7n, 10).covers(7n)).toBe(true)
})
