import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEGACY_START, type LegacyEffect, type LegacyInput, type LegacyState, stepLegacy } from './legacy-machine.ts'

function play(...inputs: LegacyInput[]): { state: LegacyState; effects: LegacyEffect[] } {
  const effects: LegacyEffect[] = []
  let state = LEGACY_START
  for (const input of inputs) {
    const step = stepLegacy(state, input)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

const message = (content: object): LegacyInput => ({ type: 'message', text: JSON.stringify(content) })
const INIT = message({ type: 'connection_init', payload: { bearer_token: 't' } })
const ACCEPTED: LegacyInput = { type: 'accepted' }
const START = message({ type: 'start', id: '1', payload: { query: '{a}' } })
const sent = (effects: readonly LegacyEffect[]) =>
  effects.flatMap((effect) => (effect.type === 'send' ? [effect.message.type] : []))

test('ka follows the ack at once, and later only when the connection is ready', () => {
  expect(sent(play({ type: 'keepAlive' }, INIT, { type: 'keepAlive' }).effects)).toEqual([])
  expect(sent(play(INIT, ACCEPTED, { type: 'keepAlive' }).effects)).toEqual(['connection_ack', 'ka', 'ka'])
})

test('operations that come before the ack begin after it, in their order', () => {
  const second = message({ type: 'start', id: '2', payload: { query: '{b}' } })
  const { effects } = play(INIT, START, second, ACCEPTED)
  expect(effects.slice(1)).toEqual([
    { type: 'send', message: { type: 'connection_ack' } },
    { type: 'send', message: { type: 'ka' } },
    { type: 'start', id: '1', payload: { query: '{a}' } },
    { type: 'start', id: '2', payload: { query: '{b}' } },
  ])
})

test('an operation stopped before the ack never begins', () => {
  const { effects } = play(INIT, START, message({ type: 'stop', id: '1' }), ACCEPTED)
  expect(effects.some(({ type }) => type === 'start')).toBe(false)
})

test('error is sent only for an operation that was not executed', () => {
  const errors = [{ message: 'wrong' }]
  expect(sent(play(INIT, ACCEPTED, START, { type: 'rejected', id: '1', errors }).effects).slice(2)).toEqual(['error'])
  expect(sent(play(INIT, ACCEPTED, START, { type: 'failed', id: '1', errors }).effects).slice(2)).toEqual([
    'data',
    'complete',
  ])
})

test('a stopped operation is completed, and what still comes for it is dropped', () => {
  const { effects } = play(INIT, ACCEPTED, START, message({ type: 'stop', id: '1' }), {
    type: 'result',
    id: '1',
    result: { data: {} },
  })
  expect(effects).toContainEqual({ type: 'stop', id: '1' })
  expect(sent(effects).slice(2)).toEqual(['complete'])
})

test('the same id again replaces the operation', () => {
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

test('whatever comes in whatever order: one close at most and nothing after it, nothing sent before the ack but refusals', () => {
  const id = fc.constantFrom('1', '2')
  const inputs = fc.array(
    fc.oneof(
      fc.constantFrom<LegacyInput>(INIT, ACCEPTED, START, { type: 'keepAlive' }, { type: 'initTimeout' }),
      fc.constant<LegacyInput>({ type: 'refused', code: 'UNAUTHENTICATED', message: 'no' }),
      id.map<LegacyInput>((value) => message({ type: 'start', id: value })),
      id.map<LegacyInput>((value) => message({ type: 'stop', id: value })),
      id.map<LegacyInput>((value) => ({ type: 'result', id: value, result: { data: null } })),
      id.map<LegacyInput>((value) => ({ type: 'ended', id: value })),
      fc.oneof(fc.string(), fc.json()).map<LegacyInput>((text) => ({ type: 'message', text })),
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
