import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Frame, openResultQueue, type ResultQueue, type SlowConsumerPolicy } from './result-queue.ts'

const frame: Frame = { head: Buffer.alloc(0), tail: Buffer.alloc(0), field: 'changed' }
const roomy = { bytesMax: 1_000_000, eventsMax: 1_000 }

function add(
  waiting: ResultQueue,
  operation: string,
  text: string,
  policy: SlowConsumerPolicy = 'latest',
  entity?: string,
) {
  const result = { bytes: Buffer.from(text), ...(entity === undefined ? {} : { entity }) }
  return waiting.add(operation, { result, frame }, policy)
}

function drain(waiting: ResultQueue): string[] {
  const message = waiting.shift()
  if (message === undefined) return []
  return [String('final' in message ? message.final : message.result.bytes), ...drain(waiting)]
}

test('queued operations take turns, and each keeps its order, with its final message last', () => {
  const waiting = openResultQueue(roomy)
  for (const text of ['a1', 'a2', 'a3']) add(waiting, 'a', text)
  add(waiting, 'b', 'b1')
  waiting.finish('a', 'a ends')
  add(waiting, 'c', 'c1')
  waiting.finish('b', 'b ends')
  expect(drain(waiting)).toEqual(['a1', 'b1', 'c1', 'a2', 'b ends', 'a3', 'a ends'])
  expect(waiting.isEmpty()).toBe(true)
})

test('latest: a later result about the same entity of the same operation replaces the earlier one at the end', () => {
  const waiting = openResultQueue(roomy)
  add(waiting, 'a', 'x1', 'latest', 'X')
  add(waiting, 'a', 'y1', 'latest', 'Y')
  add(waiting, 'b', 'x of b', 'latest', 'X')
  add(waiting, 'a', 'without')
  add(waiting, 'a', 'without')
  expect(add(waiting, 'a', 'x2', 'latest', 'X')).toBe(true)
  expect(drain(waiting)).toEqual(['y1', 'x of b', 'without', 'without', 'x2'])
})

test.each<SlowConsumerPolicy>(['drop-oldest', 'disconnect'])('%s: all results about one entity are kept', (policy) => {
  const waiting = openResultQueue(roomy)
  add(waiting, 'a', 'x1', policy, 'X')
  expect(add(waiting, 'a', 'x2', policy, 'X')).toBe(false)
  expect(drain(waiting)).toEqual(['x1', 'x2'])
})

test('beyond the limit of events, the operation with the most results loses its oldest or ends, depending on its policy', () => {
  const waiting = openResultQueue({ ...roomy, eventsMax: 3 })
  for (const text of ['1', '2', '3']) add(waiting, 'a', text, 'drop-oldest')
  add(waiting, 'b', 'b', 'disconnect')
  expect(waiting.evict()).toEqual({ oldest: 1, slow: [], lost: 0, overfull: false })
  for (const text of ['c1', 'c2', 'c3']) add(waiting, 'c', text, 'disconnect')
  expect(waiting.evict()).toEqual({ oldest: 0, slow: ['c'], lost: 3, overfull: false })
  expect(drain(waiting)).toEqual(['2', 'b', '3'])
})

test('beyond the limit of bytes, the operation with the most bytes loses results, but a single message may be longer', () => {
  const waiting = openResultQueue({ ...roomy, bytesMax: 10 })
  add(waiting, 'a', 'x'.repeat(50), 'latest')
  expect(waiting.evict()).toBeUndefined()
  add(waiting, 'b', 'b', 'latest')
  expect(waiting.evict()).toEqual({ oldest: 0, slow: ['a'], lost: 1, overfull: false })
  expect(drain(waiting)).toEqual(['b'])
})

test('final messages are never dropped: too many of them overfill the queue', () => {
  const waiting = openResultQueue({ ...roomy, eventsMax: 2 })
  for (const operation of ['a', 'b', 'c']) waiting.finish(operation, 'end')
  expect(waiting.evict()).toMatchObject({ slow: [], overfull: true })
})

test('removing an operation drops only its own queued messages', () => {
  const waiting = openResultQueue(roomy)
  add(waiting, 'a', 'a1')
  waiting.finish('a', 'end')
  add(waiting, 'b', 'b1')
  expect([waiting.remove('a'), waiting.remove('a'), waiting.remove('z')]).toEqual([2, 0, 0])
  expect(drain(waiting)).toEqual(['b1'])
})

test('any sequence of calls keeps the limits and the order, repeats nothing, and reports every drop', () => {
  const operation = fc.constantFrom('a', 'b', 'c')
  const policies: Record<string, SlowConsumerPolicy> = { a: 'latest', b: 'drop-oldest', c: 'disconnect' }
  const steps = fc.array(
    fc.oneof(
      fc.record({
        do: fc.constant('add' as const),
        operation,
        entity: fc.option(fc.constantFrom('X', 'Y'), { nil: undefined }),
      }),
      fc.record({ do: fc.constantFrom('take' as const, 'forget' as const), operation }),
    ),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(steps, (sequence) => {
      const waiting = openResultQueue({ bytesMax: 40, eventsMax: 5 })
      const last: Record<string, number> = {}
      const tally = { added: 0, taken: 0, gone: 0 }
      for (const [index, step] of sequence.entries()) {
        if (step.do === 'add') {
          tally.added += 1
          const text = `${step.operation}${String(index).padStart(6, '0')}`
          if (add(waiting, step.operation, text, policies[step.operation], step.entity)) tally.gone += 1
          const { oldest = 0, lost = 0, slow = [] } = waiting.evict() ?? {}
          tally.gone += oldest + lost
          expect(slow).not.toContain('b')
        } else if (step.do === 'forget') {
          tally.gone += waiting.remove(step.operation)
        } else {
          const message = waiting.shift()
          if (message === undefined || 'final' in message) continue
          tally.taken += 1
          const text = String(message.result.bytes)
          const [from, position] = [text.slice(0, 1), Number(text.slice(1))]
          expect(position).toBeGreaterThan(last[from] ?? -1)
          last[from] = position
        }
        expect(waiting.count()).toBeLessThanOrEqual(5)
        expect(waiting.count()).toBe(tally.added - tally.taken - tally.gone)
      }
    }),
  )
})
