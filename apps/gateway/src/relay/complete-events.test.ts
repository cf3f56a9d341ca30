import { expect, test } from 'vitest'
import type { LiveEvent } from '../upstream/upstream-message.ts'
import { EventCompletion } from './complete-events.ts'
import type { LiveResult } from './live-result.ts'

const event = (position: string): LiveEvent => ({
  response: { data: {}, errors: [] },
  position,
  at: undefined,
  json: undefined,
  characters: 1,
})
const result = (json: string): LiveResult => ({ bytes: Buffer.from(json) })

function open(pendingMax = 10) {
  const completions = new Map<string, (result: LiveResult) => void>()
  const delivered: string[] = []
  const completion = new EventCompletion(pendingMax, {
    pass: ({ position = '' }) => (position.startsWith('now') ? result(position) : undefined),
    complete: ({ position = '' }) => new Promise((resolve) => completions.set(position, resolve)),
    done: (done) => delivered.push('bytes' in done ? String(done.bytes) : done.message),
  })
  const finish = async (position: string) => {
    completions.get(position)?.(result(position))
    await new Promise(setImmediate)
  }
  return { completion, delivered, finish }
}

test('an event that needs no completion is delivered synchronously', () => {
  const { completion, delivered } = open()
  completion.accept(event('now 1'))
  expect([delivered, completion.pending]).toEqual([['now 1'], 0])
})

test('results keep the order of their events, however long each event takes to complete', async () => {
  const { completion, delivered, finish } = open()
  for (const position of ['1', '2', 'now 3', '4']) completion.accept(event(position))
  await finish('2')
  await finish('4')
  expect([delivered, completion.pending]).toEqual([[], 4])
  await finish('1')
  expect([delivered, completion.pending]).toEqual([['1', '2', 'now 3', '4'], 0])
})

test('no event is accepted while the maximum number of events is pending', async () => {
  const { completion, finish } = open(2)
  expect(['1', '2', '3'].map((position) => completion.accept(event(position)))).toEqual([true, true, false])
  await finish('1')
  expect(completion.accept(event('3'))).toBe(true)
})

test('no result is delivered after the completion was ended', async () => {
  const { completion, delivered, finish } = open()
  completion.accept(event('1'))
  completion.end()
  await finish('1')
  expect(delivered).toEqual([])
})
