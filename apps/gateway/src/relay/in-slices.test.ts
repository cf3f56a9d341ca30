import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

test('others have their turn after each slice of work, however few are visited in it', async () => {
  const happened: string[] = []
  await inSlices(['a', 'b', 'c'], 2, (item) => {
    happened.push(item)
    setImmediate(() => happened.push('others'))
    const until = performance.now() + 3
    while (performance.now() < until);
    return true
  })
  expect(happened).toEqual(['a', 'others', 'b', 'others', 'c', 'others'])
})

test('work that takes no time is done at once', () => {
  const visited: number[] = []
  void inSlices([1, 2, 3], 60_000, (item) => visited.push(item) > 0)
  expect(visited).toEqual([1, 2, 3])
})

test('nothing is visited any more once that is said', async () => {
  const visited: number[] = []
  await inSlices([1, 2, 3], 0, (item) => visited.push(item) < 2)
  expect(visited).toEqual([1, 2])
})
