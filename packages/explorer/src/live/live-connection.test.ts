import { openTestGateway } from '@travel-rule/web-app/testing/test-gateway'
import { expect, test } from 'vitest'
import { openEventLog } from './event-log.ts'
import { closeMessage, openLiveConnection } from './live-connection.ts'

test('a subscription is live once it is announced, and resumes after its last event when the connection is lost', async () => {
  await using gateway = await openTestGateway()
  const log = openEventLog(() => new Date())
  const tokens = { token: () => 'a token', refused: () => {} }
  const live = openLiveConnection({ url: gateway.url, tokens, log })
  const events = live.follow({ query: 'subscription { changed }' }, 'changes')
  const first = events.next()

  const before = await gateway.subscription()
  expect(before.extensions).toEqual({ announce: true })
  expect(log.current().phase).toBe('STARTING')
  before.send({ data: null, extensions: { position: '1' } })
  await expect.poll(() => log.current().phase).toBe('LIVE')
  before.send({ data: { changed: 'a' }, extensions: { position: '2' } })
  expect((await first).value).toMatchObject({ data: { changed: 'a' } })

  const second = events.next()
  before.cut()
  const after = await gateway.subscription()
  expect(after.extensions).toEqual({ announce: true, resumeAfter: '2' })
  expect(log.current().phase).toBe('STARTING')
  after.send({ data: { changed: 'b' }, extensions: { position: '3' } })
  expect((await second).value).toMatchObject({ data: { changed: 'b' } })
  expect(log.current()).toMatchObject({ phase: 'LIVE', count: 2 })
  live.close()
})

test.each([
  [{ code: 4403, reason: 'Forbidden' }, /Sign in again/],
  [{ code: 1006, reason: '' }, /was lost/],
  [{ code: 4999, reason: 'Odd' }, /ended \(4999: Odd\)/],
  [{ code: 4999, reason: '' }, /ended \(4999\)/],
  [new Error('odd'), /^odd$/],
  [undefined, /could not be opened/],
])('a socket that ends has a message: %j', (error, expected) => {
  expect(closeMessage(error)).toMatch(expected)
})
