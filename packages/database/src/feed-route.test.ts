import { describe, expect, test } from 'vitest'
import type { FeedClaim, FeedVerdict, ReadOptions } from './feed.ts'
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

const epoch = '1f0c9a2e-0000-4000-8000-000000000001'
const intact = async (): Promise<FeedVerdict> => ({ epoch, head: 15n })

function request(
  query: string,
  assertion: string | string[] | undefined = 'good',
  check: (claim: FeedClaim) => Promise<FeedVerdict> = intact,
) {
  const reads: ReadOptions[] = []
  const route = feedRoute({
    feed: {
      read: async (options) => {
        reads.push(options)
        return options.after < 12n ? [stored] : []
      },
      check,
    },
    verifier: {
      async verify(value) {
        if (value === 'unverifiable') throw new Error('no keys')
        return value === 'good' ? { subject: 'reader' } : undefined
      },
    },
  })
  const sent = assertion === undefined ? {} : { 'x-identity-assertion': assertion }
  const input = { url: new URL(`http://localhost/events${query}`), headers: sent, signal: new AbortController().signal }
  return route.handle(input).then(({ status, headers, body }) => ({ status, headers, body: JSON.parse(body), reads }))
}

describe('the route of a feed', () => {
  test('the feed route responds with events as JSON and the position to continue from', async () => {
    const { status, body, reads } = await request('?after=3&limit=7&waitMs=1000')
    expect(status).toBe(200)
    expect(body).toEqual({
      epoch,
      head: '15',
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
    expect(reads).toMatchObject([{ after: 3n, limit: 7, epoch, waitMs: 1_000 }])
  })

  test('the feed route reads from the beginning without waiting by default', async () => {
    expect((await request('')).reads).toMatchObject([{ after: 0n, limit: 500, waitMs: 0 }])
  })

  test('the feed route returns the requested position when there is no event', async () => {
    expect((await request('?after=12')).body).toEqual({ epoch, head: '15', events: [], next: '12' })
  })

  test("the feed route compares the reader's epoch and event before it reads, and the last event of the page afterwards", async () => {
    const claims: FeedClaim[] = []
    await request(`?after=3&epoch=${epoch}&event=e3`, 'good', async (claim) => {
      claims.push(claim)
      return { epoch, head: 15n }
    })
    expect(claims).toEqual([
      { position: 3n, epoch, eventId: 'e3' },
      { position: 12n, epoch, eventId: '4f9c' },
    ])
  })

  test.each(['FEED_EPOCH_CHANGED', 'FEED_POSITION_UNKNOWN'] as const)(
    'the feed route refuses with %s and the current epoch after a restore from a backup',
    async (problem) => {
      const restored = await request('?after=12', 'good', async () => ({ epoch, head: 15n, problem }))
      expect([restored.status, restored.body.error.code, restored.body.epoch]).toEqual([409, problem, epoch])
      expect(restored.reads).toEqual([])
      const meanwhile = await request('?after=3', 'good', async ({ position }) =>
        position === 3n ? { epoch, head: 15n } : { epoch, head: 15n, problem },
      )
      expect([meanwhile.status, meanwhile.body.error.code]).toEqual([409, problem])
    },
  )

  test.each([[undefined], ['bad'], [''], [['good', 'good']]])(
    'the feed route refuses the assertion %j and reads nothing',
    async (assertion) => {
      const { status, headers, body, reads } = await request('?after=0', assertion === undefined ? [] : assertion)
      expect([status, body.error.code, reads]).toEqual([401, 'UNAUTHENTICATED', []])
      expect(headers['www-authenticate']).toBe('IdentityAssertion')
    },
  )

  test('the feed route responds with 503 while no assertion can be verified, and reads nothing', async () => {
    const { status, body, reads } = await request('?after=0', 'unverifiable')
    expect([status, body.error.code, reads]).toEqual([503, 'SERVICE_UNAVAILABLE', []])
  })

  test.each([
    'after=-1',
    'after=',
    'after=1e3',
    'epoch=1',
    'after=99999999999999999999',
    'limit=0',
    'limit=1001',
    'limit=x',
    'waitMs=-1',
    'waitMs=30001',
  ])('the feed route refuses %s with the allowed range', async (parameter) => {
    const { status, body, reads } = await request(`?${parameter}`)
    expect([status, body.error.code, reads]).toEqual([400, 'FEED_PARAMETER_INVALID', []])
    expect(body.error.message).toContain(parameter.slice(0, parameter.indexOf('=')))
  })
})
