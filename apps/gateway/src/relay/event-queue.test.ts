import { expect, test } from 'vitest'
import { openEventQueue } from './event-queue.ts'

const open = (valuesMax = 10) => {
  let returned = 0
  const onReturn = () => {
    returned += 1
  }
  const queue = openEventQueue<number>({ valuesMax, onReturn })
  return { queue, returned: () => returned }
}

test('values come in their order, and the end after them', async () => {
  const { queue } = open()
  queue.push(1)
  queue.push(2)
  queue.end()
  const values: number[] = []
  for await (const value of queue.values) values.push(value)
  expect(values).toEqual([1, 2])
})

test('a reader that waits gets the next value, and the end', async () => {
  const { queue } = open()
  const first = queue.values.next()
  const second = queue.values.next()
  queue.push(1)
  queue.end()
  expect(await first).toEqual({ done: false, value: 1 })
  expect(await second).toEqual({ done: true, value: undefined })
})

test('a failure overtakes what is waiting, is told once, and is the end', async () => {
  const { queue, returned } = open()
  queue.push(1)
  queue.fail(new Error('lost'))
  await expect(queue.values.next()).rejects.toThrow('lost')
  expect(await queue.values.next()).toEqual({ done: true, value: undefined })
  expect(returned()).toBe(0)
})

test('a full queue takes no more', () => {
  const { queue } = open(2)
  expect([queue.push(1), queue.push(2), queue.push(3)]).toEqual([true, true, false])
})

test('a consumer that goes while it waits is let go, and the source is told once', async () => {
  const { queue, returned } = open()
  const waiting = queue.values.next()
  await queue.values.return?.()
  await queue.values.return?.()
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(returned()).toBe(1)
  expect(queue.push(1)).toBe(false)
})
