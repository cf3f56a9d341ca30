import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFeedPage, encodeFeedPage } from './feed-page.ts'
import type { Actor, StoredEvent } from './outbox.ts'

const epoch = '1f0c9a2e-0000-4000-8000-000000000001'
const text = fc.string({ maxLength: 20 })
const events = fc.array(
  fc.record({
    id: text,
    type: text,
    subject: fc.record({ type: text, id: text }),
    actor: fc.record(
      { type: fc.constantFrom<Actor['type']>('USER', 'SYSTEM', 'COUNTERPARTY', 'CUSTOMER'), id: text, name: text },
      { requiredKeys: ['type', 'id'] },
    ),
    at: fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    detail: fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
      { noNullPrototype: true },
    ),
  }),
)

test('an encoded page is decoded unchanged', () => {
  fc.assert(
    fc.property(events, fc.bigInt({ min: 0n, max: 2n ** 60n }), (plain, after) => {
      const page: StoredEvent[] = plain.map((event, index) => ({ ...event, position: after + BigInt(index) + 1n }))
      expect(decodeFeedPage(encodeFeedPage(page, { after, epoch, head: 2n ** 61n }), after)).toEqual({
        epoch,
        events: page,
        next: after + BigInt(page.length),
        head: 2n ** 61n,
      })
    }),
  )
})

describe('invalid feed pages', () => {
  const event = (position: unknown, more = {}) => ({
    position,
    id: 'a',
    type: 'thing.made',
    subject: { type: 'Thing', id: '1' },
    actor: { type: 'USER', id: 'u' },
    at: '2026-01-02T03:04:05Z',
    detail: {},
    ...more,
  })
  test.each<[string, unknown]>([
    ['no object', []],
    ['an epoch that is not a UUID', { epoch: 'e', events: [], next: '5' }],
    ['a head that is not a position', { events: [], next: '5', head: 5 }],
    ['without events', { next: '5' }],
    ['an event at the requested position', { events: [event('5')], next: '5' }],
    ['events out of order', { events: [event('7'), event('6')], next: '6' }],
    ['an event twice', { events: [event('6'), event('6')], next: '6' }],
    ['a next that skips events', { events: [event('6')], next: '8' }],
    ['a next before the requested position', { events: [], next: '4' }],
    ['a position that is a number', { events: [event(6)], next: '6' }],
    ['a position beyond 64 bits', { events: [event('9223372036854775808')], next: '9223372036854775808' }],
    ['an event without a time', { events: [event('6', { at: 'soon' })], next: '6' }],
    ['an actor of unknown type', { events: [event('6', { actor: { type: 'ROBOT', id: 'r' } })], next: '6' }],
    ['a detail that is not a plain value', { events: [event('6', { detail: { a: {} } })], next: '6' }],
    ['an event without subject', { events: [event('6', { subject: null })], next: '6' }],
  ])('a page is refused: %s', (_what, page) => {
    expect(() => decodeFeedPage(JSON.stringify(page), 5n)).toThrow()
  })
  test('a page that is not JSON is refused', () => {
    expect(() => decodeFeedPage('<html>', 5n)).toThrow()
  })
})

test('a page of a source without epochs is accepted', () => {
  expect(decodeFeedPage('{"events":[],"next":"5"}', 5n)).toEqual({ epoch: undefined, events: [], next: 5n })
})
