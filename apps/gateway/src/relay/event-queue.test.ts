import { GraphQLError } from 'graphql'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../upstream/upstream-message.ts'
import { EventQueue, type EventQueueLimits } from './event-queue.ts'
import type { LiveResult } from './live-result.ts'

const event = (id: string, characters = 1, position?: string): LiveEvent => {
  return { response: { data: { id }, errors: [] }, position, at: undefined, json: undefined, characters }
}

/** A queue whose events are completed by the test, in any order. */
function open(limits: Partial<EventQueueLimits> = {}) {
  const completions = new Map<string, (result: LiveResult | GraphQLError) => void>()
  const reports: string[] = []
  const queue = new EventQueue(
    { pendingMax: 2, waitingMax: 2, charactersMax: 100, ...limits },
    {
      pass: () => undefined,
      complete: ({ response }) => new Promise((resolve) => completions.set(String(response.data?.id), resolve)),
      ready: (isFirst) => reports.push(isFirst ? 'first' : 'another'),
      incomplete: ({ message }) => reports.push(message),
    },
  )
  const finish = async (id: string, error?: GraphQLError) => {
    completions.get(id)?.(error ?? { bytes: Buffer.from(id) })
    await new Promise(setImmediate)
  }
  const take = (max = 10) => queue.take(max).map(({ result }) => String(result.bytes))
  return { queue, reports, finish, take, begun: () => [...completions.keys()] }
}

test('results are ready in the order of their events, and taken once', async () => {
  const { queue, reports, finish, take } = open()
  for (const id of ['1', '2']) queue.accept(event(id))
  await finish('2')
  expect([queue.ready, queue.isEmpty()]).toEqual([0, false])
  await finish('1')
  expect([reports, take(1), take(), queue.isEmpty()]).toEqual([['first', 'another'], ['1'], ['2'], true])
})

test('an event without a position waits while too many others are in completion, until the limit', async () => {
  const { queue, finish, begun, take } = open()
  expect(['1', '2', '3', '4', '5'].map((id) => queue.accept(event(id)))).toEqual([true, true, true, true, false])
  expect(begun()).toEqual(['1', '2'])
  await finish('1')
  await finish('2')
  take()
  expect(queue.advance()).toBe(false)
  await new Promise(setImmediate)
  expect(begun()).toEqual(['1', '2', '3', '4'])
})

test('an event with a position stays with the subgraph while too many events are in completion', async () => {
  const { queue, finish, take } = open()
  expect(['1', '2', '3'].map((id) => queue.accept(event(id, 1, id)))).toEqual([true, true, false])
  for (const id of ['1', '2']) await finish(id)
  take()
  expect([queue.advance(), queue.accept(event('3', 1, '3'))]).toEqual([true, true])
})

test.each([[undefined], ['7']])(
  'events that together exceed the maximum length are not accepted: position %s',
  async (position) => {
    const { queue, finish, take } = open({ pendingMax: 10 })
    expect([60, 40, 1].map((characters) => queue.accept(event(String(characters), characters, position)))).toEqual([
      true,
      true,
      false,
    ])
    await finish('60')
    expect([queue.advance(), queue.accept(event('1', 1, position))]).toEqual([false, false])
    take()
    expect([queue.advance(), queue.accept(event('1', 1, position))]).toEqual([true, true])
  },
)

test('a single event may exceed the maximum total length', async () => {
  const { queue, finish, take } = open()
  expect([queue.accept(event('long', 1_000)), queue.accept(event('short'))]).toEqual([true, false])
  await finish('long')
  expect([take(), queue.accept(event('short'))]).toEqual([['long'], true])
})

test('an event that cannot be completed is reported, but not after the queue has ended', async () => {
  const { queue, reports, finish } = open()
  for (const id of ['1', '2']) queue.accept(event(id))
  await finish('1', new GraphQLError('refused'))
  queue.end()
  await finish('2')
  expect([reports, queue.ready]).toEqual([['refused'], 0])
})
