import { describe, expect, test } from 'vitest'
import type { ReadOptions } from './feed.ts'
import { feedRoute } from './feed-route.ts'
import type { StoredEvent } from './outbox.ts'

const stored: StoredEvent = {
  position: 12n,
  id: '4f9c',
  type: 'thing.made',
  subject: { type: 'Thing', id: '1' },
  actor: { type: 'USER', id: 'u1', name: 'Ada' },
  at: new Date('2026-01-02T03:04:05.678Z'),
  detail: { amount: '1.5' },
}

function request(query: string, assertion: string | string[] | undefined = 'good') {
  const reads: ReadOptions[] = []
  const route = feedRoute({
    feed: {
      read: async (options) => {
        reads.push(options)
        return options.after < 12n ? [stored] : []
      },
      head: async () => 12n,
    },
    verifier: { verify: async (value) => (value === 'good' ? { subject: 'reader' } : undefined) },
  })
  const headers = assertion === undefined ? {} : { 'x-identity-assertion': assertion }
  const input = { url: new URL(`http://localhost/events${query}`), headers, signal: new AbortController().signal }
  return route.handle(input).then(({ status, body }) => ({ status, body: JSON.parse(body), reads }))
}

describe('the route of a feed', () => {
  test('responds with events as JSON and the position to continue from', async () => {
    const { status, body, reads } = await request('?after=3&limit=7&waitMs=1000')
    expect(status).toBe(200)
    expect(body).toEqual({
      events: [
        {
          position: '12',
          id: '4f9c',
          type: 'thing.made',
          at: '2026-01-02T03:04:05.678Z',
          subject: { type: 'Thing', id: '1' },
          actor: { type: 'USER', id: 'u1', name: 'Ada' },
          detail: { amount: '1.5' },
        },
      ],
      next: '12',
    })
    expect(reads).toMatchObject([{ after: 3n, limit: 7, waitMs: 1_000 }])
  })

  test('reads from the beginning without waiting by default', async () => {
    expect((await request('')).reads).toMatchObject([{ after: 0n, limit: 500, waitMs: 0 }])
  })

  test('continues from the requested position when there is no event', async () => {
    expect((await request('?after=12')).body).toEqual({ events: [], next: '12' })
  })

  test('refuses a position that it has not reached, as after a restore from a backup', async () => {
    const { status, body } = await request('?after=13')
    expect([status, body.error.code]).toEqual([409, 'FEED_POSITION_UNKNOWN'])
  })

  test.each([[undefined], ['bad'], [''], [['good', 'good']]])(
    'refuses the assertion %j and reads nothing',
    async (assertion) => {
      const { status, body, reads } = await request('?after=0', assertion === undefined ? [] : assertion)
      expect([status, body.error.code, reads]).toEqual([401, 'UNAUTHENTICATED', []])
    },
  )

  test.each([
    'after=-1',
    'after=',
    'after=1e3',
    'after=99999999999999999999',
    'limit=0',
    'limit=1001',
    'limit=x',
    'waitMs=-1',
    'waitMs=30001',
  ])('refuses %s with the allowed range', async (parameter) => {
    const { status, body, reads } = await request(`?${parameter}`)
    expect([status, body.error.code, reads]).toEqual([400, 'FEED_PARAMETER_INVALID', []])
    expect(body.error.message).toContain(parameter.slice(0, parameter.indexOf('=')))
  })
})
