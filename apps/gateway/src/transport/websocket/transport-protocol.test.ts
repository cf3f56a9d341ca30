import { GraphQLError } from 'graphql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROVIDER_UNAVAILABLE } from '../../identity/caller-refusal.ts'
import { callerOf, converse as converseOver } from './testing/converse.ts'
import { transportProtocol } from './transport-protocol.ts'

const open: { closed(): void }[] = []
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  for (const conversation of open.splice(0)) conversation.closed()
  vi.useRealTimers()
})

function converse(...[callers, max]: [Parameters<typeof converseOver>[1]?, number?]) {
  const conversation = converseOver(
    transportProtocol({ initTimeoutMs: 60_000 }),
    callers ?? { ann: callerOf('ann') },
    max,
  )
  open.push(conversation)
  return conversation
}

const INIT = { type: 'connection_init', payload: { bearer_token: 'ann' } }
const subscribe = (id: string, query: string, more: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query, ...more },
})
const ping = (token: unknown) => ({ type: 'ping', payload: { bearer_token: token } })
const bytes = (value: object) => ({ bytes: Buffer.from(JSON.stringify(value)) })
const expired = { type: 'error', payload: [{ extensions: { code: 'TOKEN_EXPIRED' } }] }

test("a response is sent with the subgraph's own bytes, as the only result", async () => {
  const { got, fields, receive } = converse()
  await receive(INIT)
  await receive(subscribe('"1"', 'query bytes { a }'))
  await receive(subscribe('2', 'mutation b { b }'))
  expect(got).toEqual([
    { type: 'connection_ack' },
    { id: '"1"', type: 'next', payload: { data: { a: 1.1 } } },
    { id: '"1"', type: 'complete' },
    { id: '2', type: 'next', payload: { data: { name: 'b' } } },
    { id: '2', type: 'complete' },
  ])
  expect([...fields.values()]).toEqual([undefined, undefined])
})

test('results of a subscription are sent with the policy of its root field', async () => {
  const { got, fields, sinks, receive, counts } = converse()
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { ...F } fragment F on S { ... { alias: orderChanged { id } } }'))
  sinks.get('live')?.next(bytes({ data: 1 }))
  sinks.get('live')?.next(bytes({ data: 2 }))
  sinks.get('live')?.complete()
  sinks.get('live')?.next(bytes({ data: 3 }))
  expect(got.slice(1)).toEqual([
    { id: '1', type: 'next', payload: { data: 1 } },
    { id: '1', type: 'next', payload: { data: 2 } },
    { id: '1', type: 'complete' },
  ])
  expect(fields.get('1')).toBe('orderChanged')
  expect(counts).toEqual({ began: 1, finished: 1 })
})

test('the extensions of a request reach the pipeline', async () => {
  const { requests, receive } = converse()
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }', { extensions: { resumeAfter: '7', announce: true } }))
  expect(requests.get('live')?.extensions).toEqual({ resumeAfter: '7', announce: true })
})

test('an operation that is refused or fails ends with an error message', async () => {
  const { got, sinks, receive } = converse()
  await receive(INIT)
  await receive(subscribe('1', 'query refused { a }'))
  await receive(subscribe('2', 'subscription live { a }'))
  sinks.get('live')?.fail(new GraphQLError('gone', { extensions: { code: 'GONE' } }))
  sinks.get('live')?.complete()
  expect(got.slice(1)).toEqual([
    { id: '1', type: 'error', payload: [expect.anything()] },
    { id: '2', type: 'error', payload: [{ message: 'gone', extensions: { code: 'GONE' } }] },
  ])
})

test('complete ends the operation, and its later results are dropped', async () => {
  const { got, sinks, calls, receive } = converse()
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  void receive(subscribe('2', 'query endless { a }'))
  await receive({ id: '1', type: 'complete' })
  await receive({ id: '2', type: 'complete' })
  sinks.get('live')?.next(bytes({ data: 1 }))
  sinks.get('live')?.fail(new GraphQLError('late'))
  expect(calls).toEqual(['subscribe live ann', 'end live', 'end endless'])
  expect(got.slice(1)).toEqual([{ forget: '1' }, { forget: '2' }])
})

test('an operation that is completed while being prepared never begins, even when its id is reused', async () => {
  const { got, calls, sinks, receive, prepared } = converse()
  await receive(INIT)
  const first = receive(subscribe('1', 'subscription slowOne { a }'))
  await receive({ id: '1', type: 'complete' })
  const second = receive(subscribe('1', 'subscription slowTwo { a }'))
  prepared('slowOne')
  prepared('slowTwo')
  await Promise.all([first, second])
  sinks.get('slowTwo')?.next(bytes({ data: 2 }))
  expect(calls).toEqual(['subscribe slowTwo ann'])
  expect(got.at(-1)).toEqual({ id: '1', type: 'next', payload: { data: 2 } })
})

test('each operation beyond the limit is refused and not counted', async () => {
  const { got, receive, counts } = converse(undefined, 2)
  await receive(INIT)
  for (const id of ['1', '2', '3', '3']) await receive(subscribe(id, `subscription live${id} { a }`))
  expect(got.slice(1)).toMatchObject([
    { id: '3', type: 'error', payload: [{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED', max: 2, value: 2 } }] },
    { id: '3', type: 'error' },
  ])
  await receive({ id: '1', type: 'complete' })
  await receive(subscribe('3', 'subscription live3 { a }'))
  expect(counts).toEqual({ began: 3, finished: 1 })
})

test('a slow consumer is informed even if its operation has already ended', async () => {
  const { got, calls, receive, slow } = converse()
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  slow('1')
  slow('2')
  expect(calls).toEqual(['subscribe live ann', 'end live'])
  const error = { type: 'error', payload: [{ extensions: { code: 'SLOW_CONSUMER' } }] }
  expect(got.slice(1)).toMatchObject([
    { id: '1', ...error },
    { id: '2', ...error },
  ])
})

test('a protocol violation ends every operation immediately', async () => {
  const { got, calls, receive } = converse()
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  await receive('{')
  await receive(subscribe('2', 'subscription late { a }'))
  expect(calls).toEqual(['subscribe live ann', 'end live'])
  expect(got.at(-1)).toEqual({ close: 4400, reason: 'Invalid message received' })
})

test('a closing socket ends its operations, and those being prepared never begin', async () => {
  const { got, calls, counts, receive, closed, prepared } = converse()
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  const started = receive(subscribe('2', 'subscription slow { a }'))
  closed()
  prepared('slow')
  await started
  expect(calls).toEqual(['subscribe live ann', 'end live'])
  expect(got).toEqual([{ type: 'connection_ack' }])
  expect(counts).toEqual({ began: 2, finished: 2 })
})

test('a connection closes with 1013 while the identity provider is down', async () => {
  const { got, receive } = converse({ ann: PROVIDER_UNAVAILABLE })
  await receive(INIT)
  expect(got).toEqual([{ close: 1013, reason: 'Try again later' }])
})

test('a missing connection_init closes with 4408', async () => {
  const { got } = converse()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(got).toEqual([{ close: 4408, reason: 'Connection initialisation timeout' }])
})

test('an expired token fails every operation, including one being prepared, and then closes the socket', async () => {
  const { got, calls, receive, prepared } = converse({ ann: callerOf('ann', 1) })
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  void receive(subscribe('2', 'query endless { a }'))
  const started = receive(subscribe('3', 'subscription slow { a }'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(got.at(-1)).toEqual({ close: 4403, reason: 'Token expired' })
  prepared('slow')
  await started
  expect(got.slice(1, -1)).toMatchObject(['1', '2', '3'].map((id) => ({ id, ...expired })))
  expect(calls).toEqual(['subscribe live ann', 'end live', 'end endless'])
  await receive(subscribe('4', 'subscription late { a }'))
  expect(got.at(-1)).toMatchObject({ id: '4', ...expired })
})

test('a token is accepted until the clock tolerance has passed', async () => {
  const past = callerOf('ann', -1)
  const { got, receive } = converse({ ann: { ...past, acceptedUntilSeconds: past.expiresAtSeconds + 3 } })
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(got).toEqual([{ type: 'connection_ack' }])
  await vi.advanceTimersByTimeAsync(1)
  expect(got.slice(1)).toMatchObject([{ id: '1', ...expired }, { close: 4403 }])
})

test('a new token of the same subject refreshes all operations, and replaces the old expiry', async () => {
  const later = callerOf('ann', 3_600)
  const { got, calls, receive } = converse({ ann: callerOf('ann', 1), new: later })
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  await receive(ping('Bearer new'))
  const payload = { expiresAt: new Date(later.expiresAtSeconds * 1_000).toISOString() }
  expect(got.at(-1)).toEqual({ type: 'pong', payload })
  expect(calls).toEqual(['subscribe live ann', 'refresh live ann'])
  await vi.advanceTimersByTimeAsync(3_599_999)
  await receive(subscribe('2', 'subscription more { a }'))
  expect(calls.at(-1)).toBe('subscribe more ann')
  expect(got).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(got.at(-1)).toEqual({ close: 4403, reason: 'Token expired' })
})

test('an operation that is being prepared during a refresh continues with the new token', async () => {
  const renamed = { ...callerOf('ann'), identity: { ...callerOf('ann').identity, name: 'ann again' } }
  const { calls, receive, prepared } = converse({ ann: callerOf('ann'), new: renamed })
  await receive(INIT)
  const started = receive(subscribe('1', 'subscription slow { a }'))
  await receive(ping('new'))
  prepared('slow')
  await started
  expect(calls).toEqual(['subscribe slow ann', 'refresh slow ann again'])
})

test.each([
  ['of another subject', 'bob', { code: 'UNAUTHENTICATED', reason: 'TOKEN_SUBJECT_CHANGED' }],
  ['of another client', 'other', { code: 'UNAUTHENTICATED', reason: 'TOKEN_SUBJECT_CHANGED' }],
  ['that is not valid', 'nonsense', { code: 'UNAUTHENTICATED', reason: 'TOKEN_MISSING' }],
  ['that is not a string', { $ne: null }, { code: 'UNAUTHENTICATED', reason: 'TOKEN_MISSING' }],
  ['that cannot be verified', 'down', { code: 'IDENTITY_PROVIDER_UNAVAILABLE' }],
])('a new token %s changes nothing', async (_name, token, refusal) => {
  const { got, calls, receive } = converse({
    ann: callerOf('ann', 2),
    bob: callerOf('bob'),
    other: callerOf('ann', 3_600, 'another-app'),
    down: PROVIDER_UNAVAILABLE,
  })
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  await receive(ping(token))
  expect(got.at(-1)).toEqual({ type: 'pong', payload: { error: { ...refusal, message: expect.any(String) } } })
  await receive(subscribe('2', 'subscription more { a }'))
  expect(calls).toEqual(['subscribe live ann', 'subscribe more ann'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(got.at(-1)).toEqual({ close: 4403, reason: 'Token expired' })
})

test('if several new tokens are sent, the last one counts, whichever is verified first', async () => {
  const slow = Promise.withResolvers<ReturnType<typeof callerOf>>()
  const { calls, receive } = converse({ ann: callerOf('ann'), first: slow.promise, second: callerOf('ann', 60) })
  await receive(INIT)
  await receive(subscribe('1', 'subscription live { a }'))
  const first = receive(ping('first'))
  await receive(ping('second'))
  slow.resolve(callerOf('ann', 30))
  await first
  expect(calls).toEqual(['subscribe live ann', 'refresh live ann'])
})
