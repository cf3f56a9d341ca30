import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PROVIDER_UNAVAILABLE, TOKEN_MISSING } from '../../identity/caller-refusal.ts'
import {
  stepTransport,
  TRANSPORT_START,
  type TransportEffect,
  type TransportInput,
  type TransportState,
} from './transport-protocol.ts'

/** Feeds inputs to the machine, and tracks operations as its caller would. */
function play(...inputs: TransportInput[]): { state: TransportState; effects: TransportEffect[] } {
  const effects: TransportEffect[] = []
  const operations = new Set<string>()
  let state = TRANSPORT_START
  for (const input of inputs) {
    const step = stepTransport(state, input, operations)
    state = step.state
    effects.push(...step.effects)
    for (const effect of step.effects) {
      if (effect.type === 'start') operations.add(effect.id)
      if (effect.type === 'stop') operations.delete(effect.id)
    }
  }
  return { state, effects }
}

const raw = (message: string): TransportInput => ({ type: 'message', message })
const message = (content: object) => raw(JSON.stringify(content))
const INIT = message({ type: 'connection_init', payload: { bearer_token: 't' } })
const ACCEPTED: TransportInput = { type: 'accepted' }
const SUBSCRIBE = message({ id: '1', type: 'subscribe', payload: { query: '{a}' } })
const COMPLETE = message({ id: '1', type: 'complete' })
const last = (...inputs: TransportInput[]) => play(...inputs).effects.at(-1)

test('connection_init is authenticated, then acknowledged', () => {
  expect(play(INIT, ACCEPTED).effects).toEqual([
    { type: 'authenticate', payload: { bearer_token: 't' } },
    { type: 'send', message: { type: 'connection_ack' } },
  ])
})

test('subscribe starts an operation, and complete stops it', () => {
  const request = { query: 'query A { a }', operationName: 'A', variables: { a: 1 }, extensions: { announce: true } }
  const { effects } = play(INIT, ACCEPTED, message({ id: 'x', type: 'subscribe', payload: request }))
  expect(effects.at(-1)).toEqual({ type: 'start', id: 'x', request })
  expect(last(INIT, ACCEPTED, SUBSCRIBE, COMPLETE)).toEqual({ type: 'stop', id: '1' })
})

test('an id may be reused once its operation has ended', () => {
  expect(last(INIT, ACCEPTED, SUBSCRIBE, COMPLETE, SUBSCRIBE)).toMatchObject({ type: 'start', id: '1' })
})

test('a complete for an unknown operation is ignored', () => {
  expect(play(INIT, ACCEPTED, COMPLETE).state.phase).toBe('READY')
  expect(play(COMPLETE).state.phase).toBe('OPEN')
})

test('an empty query fails its operation only', () => {
  const empty = message({ id: '1', type: 'subscribe', payload: { query: '' } })
  expect(last(INIT, ACCEPTED, empty)).toMatchObject({ type: 'start', request: { status: 400 } })
})

describe('closing graphql-transport-ws', () => {
  const subscribe = (payload: unknown, id: unknown = '1') => message({ id, type: 'subscribe', payload })
  test.each<[string, TransportInput[], number, string]>([
    ['for a second init', [INIT, INIT], 4429, 'Too many initialisation requests'],
    ['for a second init after the ack', [INIT, ACCEPTED, INIT], 4429, 'Too many initialisation requests'],
    ['without an init in time', [{ type: 'initTimeout' }], 4408, 'Connection initialisation timeout'],
    ['for an operation before the init', [SUBSCRIBE], 4401, 'Unauthorized'],
    ['for an operation before the ack', [INIT, SUBSCRIBE], 4401, 'Unauthorized'],
    ['for an id in use', [INIT, ACCEPTED, SUBSCRIBE, SUBSCRIBE], 4409, 'Subscriber for 1 already exists'],
    ['for a refused token', [INIT, { type: 'refused', refusal: TOKEN_MISSING }], 4403, TOKEN_MISSING.closeReason],
    [
      'while tokens cannot be verified',
      [INIT, { type: 'refused', refusal: PROVIDER_UNAVAILABLE }],
      1013,
      'Try again later',
    ],
    ['for a message that is not JSON', [raw('{')], 4400, 'Invalid message received'],
    ['for a message that is not an object', [raw('[]')], 4400, 'Invalid message received'],
    ['for a message that is null', [raw('null')], 4400, 'Invalid message received'],
    ['for a message without a type', [raw('{}')], 4400, 'Invalid message received'],
    ['for an unknown type', [message({ type: 'dance' })], 4400, 'Invalid message received'],
    [
      'for a message type of the server',
      [INIT, ACCEPTED, message({ id: '1', type: 'next', payload: {} })],
      4400,
      'Invalid message received',
    ],
    ['for a payload that is a string', [message({ type: 'ping', payload: 'x' })], 4400, 'Invalid message received'],
    ['for an init with a list', [message({ type: 'connection_init', payload: [] })], 4400, 'Invalid message received'],
    [
      'for an operation without an id',
      [INIT, ACCEPTED, subscribe({ query: '{a}' }, '')],
      4400,
      'Invalid message received',
    ],
    ['for an id that is a number', [INIT, ACCEPTED, subscribe({ query: '{a}' }, 1)], 4400, 'Invalid message received'],
    [
      'for an id that is too long',
      [INIT, ACCEPTED, subscribe({ query: '{a}' }, 'x'.repeat(1_001))],
      4400,
      'Invalid message received',
    ],
    ['for an operation without a payload', [INIT, ACCEPTED, subscribe(null)], 4400, 'Invalid message received'],
    ['for a query that is a number', [INIT, ACCEPTED, subscribe({ query: 1 })], 4400, 'query must be a string.'],
    [
      'for variables that are a list',
      [INIT, ACCEPTED, subscribe({ query: '{a}', variables: [] })],
      4400,
      'variables must be an object.',
    ],
    ['for a complete without an id', [INIT, ACCEPTED, message({ type: 'complete' })], 4400, 'Invalid message received'],
  ])('graphql-transport-ws is closed %s', (_name, inputs, code, reason) => {
    expect(last(...inputs)).toEqual({ type: 'close', code, reason })
  })

  test('the reason of a close fits into a close frame, even if the id is long', () => {
    for (const id of ['x'.repeat(1_000), '\u20ac'.repeat(40), 'x'.repeat(93), '\ud83d'.repeat(40)]) {
      const closed = last(INIT, ACCEPTED, subscribe({ query: '{a}' }, id), subscribe({ query: '{a}' }, id))
      expect(closed).toMatchObject({ code: 4409, reason: expect.stringMatching(/^Subscriber for .* already exists$/) })
      expect(Buffer.byteLength((closed as { reason: string }).reason)).toBeLessThanOrEqual(123)
    }
  })
})

test('the init timeout is ignored after connection_init', () => {
  expect(play(INIT, { type: 'initTimeout' }).state.phase).toBe('AUTHENTICATING')
})

describe('a ping of a client', () => {
  const ping = (payload?: unknown) => message({ type: 'ping', payload })

  test('a ping gets a pong with its payload, in any phase', () => {
    expect(last(ping())).toEqual({ type: 'send', message: { type: 'pong' } })
    expect(last(INIT, ping(null))).toEqual({ type: 'send', message: { type: 'pong' } })
    expect(last(INIT, ACCEPTED, ping({ a: 1 }))).toEqual({ type: 'send', message: { type: 'pong', payload: { a: 1 } } })
  })

  test('a ping with a token refreshes it, and gets a pong with the outcome', () => {
    expect(last(INIT, ACCEPTED, ping({ bearer_token: 'new' }))).toEqual({ type: 'refresh', token: 'new' })
    const response = { expiresAt: '2026-01-01T00:00:00.000Z' }
    const { effects } = play(INIT, ACCEPTED, ping({ bearer_token: 'new' }), { type: 'refreshed', response })
    expect(effects.at(-1)).toEqual({ type: 'send', message: { type: 'pong', payload: response } })
  })

  test('a ping with a token before the ack is refused, without echoing the token', () => {
    const answered = last(INIT, ping({ bearer_token: 'secret' }))
    expect(answered).toMatchObject({ message: { type: 'pong', payload: { error: { code: 'UNAUTHENTICATED' } } } })
    expect(JSON.stringify(answered)).not.toContain('secret')
  })
})

test('the number of pings, pongs and operations is unlimited, since the reader paces them', () => {
  const inputs = Array.from({ length: 500 }, () => [message({ type: 'ping' }), message({ type: 'pong' })]).flat()
  expect(play(...inputs).state.phase).toBe('OPEN')
  const turns = Array.from({ length: 500 }, () => [SUBSCRIBE, COMPLETE]).flat()
  expect(play(INIT, ACCEPTED, ...turns).state.phase).toBe('READY')
})

test('for any inputs, graphql-transport-ws closes at most once, starts nothing before the ack, and no id twice', () => {
  const id = fc.constantFrom('1', '2')
  const inputs = fc.array(
    fc.oneof(
      fc.constantFrom<TransportInput>(INIT, ACCEPTED, { type: 'initTimeout' }, { type: 'refreshed', response: {} }),
      fc.constant<TransportInput>({ type: 'refused', refusal: TOKEN_MISSING }),
      id.map((value) => message({ type: 'subscribe', id: value, payload: { query: '{a}' } })),
      id.map((value) => message({ type: 'complete', id: value })),
      fc.constantFrom('ping', 'pong').map((type) => message({ type })),
      fc.oneof(fc.string(), fc.json()).map((message) => raw(message)),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(inputs, (sequence) => {
      const { effects } = play(...sequence)
      const closing = effects.findIndex(({ type }) => type === 'close')
      if (closing >= 0) expect(closing).toBe(effects.length - 1)
      const acknowledged = effects.findIndex((effect) => effect.type === 'send' && effect.message.type !== 'pong')
      const begun = effects.findIndex(({ type }) => type === 'start')
      if (begun >= 0) expect(acknowledged).toBeGreaterThanOrEqual(0)
      if (begun >= 0) expect(begun).toBeGreaterThan(acknowledged)
      const underWay = new Set<string>()
      for (const effect of effects) {
        if (effect.type === 'start') expect(underWay.size).not.toBe(underWay.add(effect.id).size)
        if (effect.type === 'stop') underWay.delete(effect.id)
      }
    }),
  )
})
