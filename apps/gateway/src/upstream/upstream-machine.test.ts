import { describe, expect, test } from 'vitest'
import {
  stepUpstream,
  UPSTREAM_START,
  type UpstreamEffect,
  type UpstreamInput,
  type UpstreamState,
} from './upstream-machine.ts'
import { readUpstreamMessage } from './upstream-message.ts'

function play(...inputs: UpstreamInput[]): { state: UpstreamState; effects: readonly UpstreamEffect[] } {
  let state = UPSTREAM_START
  let effects: readonly UpstreamEffect[] = []
  for (const input of inputs) ({ state, effects } = stepUpstream(state, input))
  return { state, effects }
}

/** A received message. `1` is the only current subscription. */
const got = (json: string): UpstreamInput => ({
  type: 'message',
  message: readUpstreamMessage(json),
  known: json.includes('"id":"1"'),
})
const OPENED: UpstreamInput = { type: 'opened' }
const ACK = got('{"type":"connection_ack"}')
const PING_DUE: UpstreamInput = { type: 'pingDue' }
const PONG_OVERDUE: UpstreamInput = { type: 'pongOverdue' }

describe('an upstream connection', () => {
  test('an accepted socket is initialised without a payload', () => {
    expect(play(OPENED).effects).toEqual([{ type: 'send', message: { type: 'connection_init' } }])
  })

  test('subscriptions are sent after the first connection_ack', () => {
    expect(play(OPENED, ACK)).toEqual({ state: { phase: 'READY', quiet: false }, effects: [{ type: 'begin' }] })
    expect(play(OPENED, ACK, ACK).effects).toEqual([])
  })

  test('a socket that is not accepted in time is terminated', () => {
    const { state, effects } = play({ type: 'handshakeOverdue' })
    expect(state).toEqual({ phase: 'OVER' })
    expect(effects).toEqual([
      { type: 'terminate' },
      { type: 'lostAll', reason: 'the WebSocket was not accepted in time' },
    ])
    expect(play(OPENED, { type: 'handshakeOverdue' }).effects).toEqual([])
  })

  test('a missing connection_ack closes the socket with 4504', () => {
    expect(play(OPENED, { type: 'ackOverdue' }).effects).toEqual([
      { type: 'close', code: 4504, reason: 'Connection acknowledgement timeout' },
      { type: 'lostAll', reason: 'no connection_ack in time' },
    ])
    expect(play(OPENED, ACK, { type: 'ackOverdue' }).effects).toEqual([])
  })

  test.each(['next', 'error', 'complete'])('%s before connection_ack violates the protocol', (type) => {
    const reason = `${type} before connection_ack`
    for (const id of ['1', '2']) {
      expect(play(OPENED, got(`{"id":"${id}","type":"${type}","payload":{}}`)).effects).toEqual([
        { type: 'close', code: 4400, reason },
        { type: 'lostAll', reason: `the subgraph violated the protocol: ${reason}` },
      ])
    }
  })
})

describe('an upstream message', () => {
  test('an event keeps its serialized payload', () => {
    const json = '{"data":{"a":1},"extensions":{"position":"7"}}'
    const message = `{"id":"1","type":"next","payload":${json}}`
    expect(play(OPENED, ACK, got(message)).effects).toEqual([
      { type: 'next', id: '1', event: { payload: JSON.parse(json), json, characters: message.length } },
    ])
  })

  test.each(['null', '7', '"data"', '[]', '12345678901234567890', '{"data":{},"hasNext":true}', '{"__proto__":{}}'])(
    'an event with the invalid payload %s ends only its own subscription',
    (payload) => {
      const { state, effects } = play(OPENED, ACK, got(`{"id":"1","type":"next","payload":${payload}}`))
      expect(state.phase).toBe('READY')
      expect(effects).toEqual([
        { type: 'send', message: { id: '1', type: 'complete' } },
        { type: 'lost', id: '1', reason: 'the payload of an event is not a result' },
      ])
    },
  )

  test('an event without a payload ends only its own subscription', () => {
    expect(play(OPENED, ACK, got('{"id":"1","type":"next"}')).effects).toHaveLength(2)
  })

  test('an error message is a refusal with its errors', () => {
    expect(play(OPENED, ACK, got('{"id":"1","type":"error","payload":[{"message":"no"}]}')).effects).toEqual([
      { type: 'refused', id: '1', errors: [{ message: 'no' }] },
    ])
  })

  test.each(['[]', '{}', 'null', '"no"'])(
    'an error message with the invalid payload %s loses the subscription',
    (payload) => {
      expect(play(OPENED, ACK, got(`{"id":"1","type":"error","payload":${payload}}`)).effects).toEqual([
        { type: 'lost', id: '1', reason: 'the payload of an error message is not a list of errors' },
      ])
    },
  )

  test('a complete message completes the subscription', () => {
    expect(play(OPENED, ACK, got('{"id":"1","type":"complete"}')).effects).toEqual([{ type: 'completed', id: '1' }])
  })

  test.each([
    '{"id":"2","type":"next","payload":{"data":{}}}',
    '{"id":"2","type":"next","payload":7}',
    '{"id":"2","type":"error","payload":[{"message":"no"}]}',
    '{"id":"2","type":"complete"}',
  ])('the message %s for an ended subscription is ignored', (text) => {
    expect(play(OPENED, ACK, got(text))).toEqual({ state: { phase: 'READY', quiet: false }, effects: [] })
  })

  test.each(['nonsense', '{"type":"data","id":"1","payload":{}}', '{"type":"next","payload":{}}'])(
    '%s closes the socket with 4400, and all subscriptions are lost',
    (text) => {
      const { state, effects } = play(OPENED, ACK, got(text))
      expect(state).toEqual({ phase: 'OVER' })
      expect(effects).toMatchObject([{ type: 'close', code: 4400 }, { type: 'lostAll' }])
    },
  )
})

describe('the keep-alive of an upstream connection', () => {
  test.each([[OPENED], [OPENED, ACK]])('a ping gets a pong', (...inputs) => {
    expect(play(...inputs, got('{"type":"ping","payload":{"a":1}}')).effects).toEqual([
      { type: 'send', message: { type: 'pong' } },
    ])
  })

  test('a silent subgraph is terminated', () => {
    expect(play(OPENED, ACK, PING_DUE).effects).toEqual([{ type: 'send', message: { type: 'ping' } }])
    expect(play(OPENED, ACK, PING_DUE, PONG_OVERDUE).effects).toEqual([
      { type: 'terminate' },
      { type: 'lostAll', reason: 'no message after a ping' },
    ])
  })

  test.each(['{"type":"pong"}', '{"type":"ping"}', '{"id":"2","type":"complete"}'])(
    '%s shows that the subgraph is alive',
    (text) => {
      expect(play(OPENED, ACK, PING_DUE, got(text), PONG_OVERDUE).effects).toEqual([])
    },
  )
})

describe('the end of an upstream connection', () => {
  test('an idle socket is closed with 1000', () => {
    expect(play(OPENED, ACK, { type: 'left', reason: 'idle' }).effects).toEqual([
      { type: 'close', code: 1000, reason: 'Normal Closure' },
      { type: 'lostAll', reason: 'idle' },
    ])
  })

  test('a closed socket loses all subscriptions', () => {
    expect(play(OPENED, ACK, { type: 'closed', reason: 'closed with 1000' }).effects).toEqual([
      { type: 'lostAll', reason: 'closed with 1000' },
    ])
  })

  test('a closed connection ignores later inputs', () => {
    const over: UpstreamInput[] = [OPENED, ACK, { type: 'failed', reason: 'too long' }]
    const later: UpstreamInput[] = [
      got('{"id":"1","type":"next","payload":{"data":{}}}'),
      got('nonsense'),
      PING_DUE,
      PONG_OVERDUE,
      { type: 'left', reason: 'idle' },
      { type: 'closed', reason: 'closed with 1009' },
    ]
    for (const input of later) expect(play(...over, input)).toEqual({ state: { phase: 'OVER' }, effects: [] })
  })
})
