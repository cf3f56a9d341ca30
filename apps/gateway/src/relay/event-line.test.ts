import { expect, test } from 'vitest'
import { openEventLine } from './event-line.ts'
import type { LiveEvent } from './live-event.ts'
import type { LiveResult } from './live-result.ts'

const event = (position: string): LiveEvent => ({
  answer: { data: {}, errors: [] },
  position,
  at: undefined,
  text: undefined,
})
const result = (text: string): LiveResult => ({ bytes: Buffer.from(text) })

function open(waitingMax = 10) {
  const completions = new Map<string, (result: LiveResult) => void>()
  const handedOut: string[] = []
  const line = openEventLine({
    waitingMax,
    complete: ({ position = '' }) =>
      position.startsWith('now') ? result(position) : new Promise((resolve) => completions.set(position, resolve)),
    done: (done) => handedOut.push('bytes' in done ? String(done.bytes) : done.message),
  })
  const finish = async (position: string) => {
    completions.get(position)?.(result(position))
    await new Promise(setImmediate)
  }
  return { line, handedOut, finish }
}

test('what is complete at once is handed out at once', () => {
  const { line, handedOut } = open()
  line.take(event('now 1'))
  expect([handedOut, line.waiting()]).toEqual([['now 1'], 0])
})

test('results come in the order of their events, however long each takes', async () => {
  const { line, handedOut, finish } = open()
  for (const position of ['1', '2', 'now 3', '4']) line.take(event(position))
  await finish('2')
  await finish('4')
  expect([handedOut, line.waiting()]).toEqual([[], 4])
  await finish('1')
  expect([handedOut, line.waiting()]).toEqual([['1', '2', 'now 3', '4'], 0])
})

test('a full line takes no event until one is handed out', async () => {
  const { line, finish } = open(2)
  expect(['1', '2', '3'].map((position) => line.take(event(position)))).toEqual([true, true, false])
  await finish('1')
  expect(line.take(event('3'))).toBe(true)
})

test('nothing is handed out after the end', async () => {
  const { line, handedOut, finish } = open()
  line.take(event('1'))
  line.end()
  await finish('1')
  expect(handedOut).toEqual([])
})
