import { GraphQLError } from 'graphql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { legacyProtocol } from './legacy-protocol.ts'
import { callerOf, converse as converseOver } from './testing/converse.ts'

const open: { closed(): void }[] = []
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  for (const conversation of open.splice(0)) conversation.closed()
  vi.useRealTimers()
})

function converse(seconds = 3_600) {
  const protocol = legacyProtocol({ initTimeoutMs: 60_000, keepAliveMs: 20_000 })
  const conversation = converseOver(protocol, { ann: callerOf('ann', seconds) })
  open.push(conversation)
  return conversation
}

const INIT = { type: 'connection_init', payload: { bearer_token: 'ann' } }
const start = (id: string, query: string) => ({ type: 'start', id, payload: { query } })
const bytes = (value: object) => ({ bytes: Buffer.from(JSON.stringify(value)) })

test('over graphql-ws, a response is one data message followed by complete', async () => {
  const { got, receive } = converse()
  const connected = receive(INIT)
  await receive(start('1', 'query bytes { a }'))
  await connected
  expect(got).toEqual([
    { type: 'connection_ack' },
    { type: 'ka' },
    { id: '1', type: 'data', payload: { data: { a: 1.1 } } },
    { id: '1', type: 'complete' },
  ])
})

test('over graphql-ws, an operation does not wait for an earlier one', async () => {
  const { got, calls, receive } = converse()
  const connected = receive(INIT)
  void receive(start('1', 'query endless { a }'))
  void receive(start('2', 'subscription live { a }'))
  void connected
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(['subscribe live ann'])
  expect(got).toHaveLength(2)
})

test('over graphql-ws, error is sent only for an operation that was not executed', async () => {
  const { got, fields, sinks, receive } = converse()
  await receive(INIT)
  await receive({ type: 'start', id: '1', payload: { query: 7 } })
  await receive(start('2', 'subscription live { a }'))
  sinks.get('live')?.fail(new GraphQLError('gone', { extensions: { code: 'GONE' } }))
  expect(got.slice(2)).toEqual([
    { id: '1', type: 'error', payload: expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } }) },
    {
      id: '2',
      type: 'data',
      payload: { data: null, errors: [{ message: 'gone', extensions: { code: 'GONE' } }] },
    },
    { id: '2', type: 'complete' },
  ])
  // No slow-consumer policy applies to a response.
  expect(fields.get('2')).toBeUndefined()
})

test('over graphql-ws, an operation that is stopped while it is prepared never begins', async () => {
  const { got, calls, receive, prepared } = converse()
  await receive(INIT)
  const started = receive(start('1', 'subscription slow { a }'))
  await receive({ type: 'stop', id: '1' })
  prepared('slow')
  await started
  expect(calls).toEqual([])
  expect(got.slice(2)).toEqual([{ forget: '1' }, { id: '1', type: 'complete' }])
})

test('over graphql-ws, an id that is reused while its first operation is prepared belongs to the second', async () => {
  const { got, calls, sinks, receive, prepared } = converse()
  await receive(INIT)
  const first = receive(start('1', 'subscription slowOne { a }'))
  const second = receive(start('1', 'subscription slowTwo { a }'))
  prepared('slowOne')
  prepared('slowTwo')
  await Promise.all([first, second])
  sinks.get('slowTwo')?.next(bytes({ data: 2 }))
  expect(calls).toEqual(['subscribe slowTwo ann'])
  expect(got.at(-1)).toEqual({ id: '1', type: 'data', payload: { data: 2 } })
})

test('over graphql-ws, an operation that is still being prepared when the socket closes never begins', async () => {
  const { calls, receive, closed, prepared } = converse()
  await receive(INIT)
  const started = receive(start('1', 'subscription slow { a }'))
  closed()
  prepared('slow')
  await started
  expect(calls).toEqual([])
})

test('over graphql-ws, nothing remains of a client that disconnects while its token is verified', async () => {
  const known = Promise.withResolvers<ReturnType<typeof callerOf>>()
  const protocol = legacyProtocol({ initTimeoutMs: 60_000, keepAliveMs: 20_000 })
  const { got, calls, counts, receive, closed } = converseOver(protocol, { ann: known.promise })
  const connected = receive(INIT)
  await receive(start('1', 'subscription live { a }'))
  closed()
  known.resolve(callerOf('ann'))
  await connected
  expect([got, calls, counts]).toEqual([[], [], { began: 0, finished: 0 }])
  expect(vi.getTimerCount()).toBe(0)
})

test('over graphql-ws, an expired token fails every operation and then closes the socket', async () => {
  const { got, receive } = converse(1)
  await receive(INIT)
  await receive(start('1', 'subscription live { a }'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(got.at(-1)).toEqual({ close: 4403, reason: 'Token expired' })
  expect(got.slice(2, -1)).toMatchObject([
    { id: '1', type: 'data', payload: { data: null, errors: [{ extensions: { code: 'TOKEN_EXPIRED' } }] } },
    { id: '1', type: 'complete' },
  ])
})

test('over graphql-ws, ka is sent as long as the socket is open', async () => {
  const { got, receive, closed } = converse()
  await vi.advanceTimersByTimeAsync(50_000)
  expect(got).toEqual([])
  await receive(INIT)
  await vi.advanceTimersByTimeAsync(40_000)
  closed()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(got).toEqual([{ type: 'connection_ack' }, { type: 'ka' }, { type: 'ka' }, { type: 'ka' }])
  expect(vi.getTimerCount()).toBe(0)
})
