import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROVIDER_UNAVAILABLE, TOKEN_MISSING } from '../../identity/caller-refusal.ts'
import { LEGACY_START, type LegacyEffect, type LegacyInput, type LegacyState, stepLegacy } from './legacy-protocol.ts'

/** Feeds inputs to the machine, and tracks operations as its caller would. */
function play(...inputs: LegacyInput[]): { state: LegacyState; effects: LegacyEffect[] } {
  const effects: LegacyEffect[] = []
  const operations = new Set<string>()
  let state = LEGACY_START
  for (const input of inputs) {
    const step = stepLegacy(state, input, operations)
    state = step.state
    effects.push(...step.effects)
    for (const effect of step.effects) {
      if (effect.type === 'start') operations.add(effect.id)
      if (effect.type === 'stop') operations.delete(effect.id)
    }
  }
  return { state, effects }
}

const message = (content: object): LegacyInput => ({ type: 'message', message: JSON.stringify(content) })
const INIT = message({ type: 'connection_init', payload: { bearer_token: 't' } })
const ACCEPTED: LegacyInput = { type: 'accepted' }
const START = message({ type: 'start', id: '1', payload: { query: '{a}' } })
const sent = (effects: readonly LegacyEffect[]) =>
  effects.flatMap((effect) => (effect.type === 'send' ? [effect.message.type] : []))

test('ka follows the ack immediately, and is sent later only while the connection is ready', () => {
  expect(sent(play({ type: 'keepAlive' }, INIT, { type: 'keepAlive' }).effects)).toEqual([])
  expect(sent(play(INIT, ACCEPTED, { type: 'keepAlive' }).effects)).toEqual(['connection_ack', 'ka', 'ka'])
})

test('operations that are sent before the ack begin after it, in the order sent', () => {
  const second = message({ type: 'start', id: '2', payload: { query: '{b}' } })
  const { effects } = play(INIT, START, second, ACCEPTED)
  expect(effects.slice(1)).toEqual([
    { type: 'send', message: { type: 'connection_ack' } },
    { type: 'send', message: { type: 'ka' } },
    { type: 'start', id: '1', payload: { query: '{a}' } },
    { type: 'start', id: '2', payload: { query: '{b}' } },
  ])
})

test('an operation that is stopped before the ack never begins', () => {
  const { effects } = play(INIT, START, message({ type: 'stop', id: '1' }), ACCEPTED)
  expect(effects.some(({ type }) => type === 'start')).toBe(false)
})

test('if an id is sent twice before the ack, only the second operation begins', () => {
  const again = message({ type: 'start', id: '1', payload: { query: '{b}' } })
  const { effects } = play(INIT, START, again, ACCEPTED)
  expect(effects.filter(({ type }) => type === 'start')).toEqual([
    { type: 'start', id: '1', payload: { query: '{b}' } },
  ])
})

test('a stopped operation gets a complete message', () => {
  const { effects } = play(INIT, ACCEPTED, START, message({ type: 'stop', id: '1' }))
  expect(effects.slice(-2)).toEqual([
    { type: 'stop', id: '1' },
    { type: 'complete', id: '1' },
  ])
})

test('a stop for an unknown operation is ignored', () => {
  const { effects, state } = play(INIT, ACCEPTED, message({ type: 'stop', id: '1' }))
  expect(effects.at(-1)).toEqual({ type: 'stop', id: '1' })
  expect(state.phase).toBe('READY')
})

test('over graphql-ws, a refused token gets connection_error and closes with 4403', () => {
  expect(play(INIT, { type: 'refused', refusal: TOKEN_MISSING }).effects.slice(1)).toEqual([
    {
      type: 'send',
      message: {
        type: 'connection_error',
        payload: {
          message: 'A valid access token is needed as bearer_token.',
          code: 'UNAUTHENTICATED',
          reason: 'TOKEN_MISSING',
        },
      },
    },
    { type: 'close', code: 4403, reason: TOKEN_MISSING.closeReason },
  ])
})

test('a token that cannot be verified closes graphql-ws with 1013', () => {
  const { effects } = play(INIT, { type: 'refused', refusal: PROVIDER_UNAVAILABLE })
  expect(effects.slice(1)).toEqual([{ type: 'close', code: 1013, reason: 'Try again later' }])
})

test('too many operations before the ack close graphql-ws with 4429', () => {
  const starts = Array.from({ length: 101 }, (_, id) => message({ type: 'start', id: `${id}`, payload: {} }))
  expect(play(INIT, ...starts.slice(1)).state.waiting).toHaveLength(100)
  expect(play(INIT, ...starts).effects.at(-1)).toMatchObject({ type: 'close', code: 4429 })
})

test('over graphql-ws, an operation with an id in use replaces the earlier operation', () => {
  expect(
    play(INIT, ACCEPTED, START, START)
      .effects.slice(3)
      .map(({ type }) => type),
  ).toEqual(['start', 'stop', 'start'])
})

test('connection_terminate closes with 1000', () => {
  expect(play(INIT, ACCEPTED, message({ type: 'connection_terminate' })).effects.at(-1)).toEqual({
    type: 'close',
    code: 1000,
    reason: 'Terminated',
  })
})

test('for any inputs, graphql-ws closes at most once, sends nothing afterwards, and only refusals before the ack', () => {
  const id = fc.constantFrom('1', '2')
  const inputs = fc.array(
    fc.oneof(
      fc.constantFrom<LegacyInput>(INIT, ACCEPTED, START, { type: 'keepAlive' }, { type: 'initTimeout' }),
      fc.constant<LegacyInput>({ type: 'refused', refusal: TOKEN_MISSING }),
      id.map<LegacyInput>((value) => message({ type: 'start', id: value })),
      id.map<LegacyInput>((value) => message({ type: 'stop', id: value })),
      fc.oneof(fc.string(), fc.json()).map<LegacyInput>((message) => ({ type: 'message', message })),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(inputs, (sequence) => {
      const { effects } = play(...sequence)
      const closing = effects.findIndex(({ type }) => type === 'close')
      if (closing >= 0) expect(closing).toBe(effects.length - 1)
      const types = sent(effects)
      const acknowledged = types.indexOf('connection_ack')
      const before = acknowledged < 0 ? types : types.slice(0, acknowledged)
      expect(before.every((type) => type === 'connection_error')).toBe(true)
    }),
  )
})
