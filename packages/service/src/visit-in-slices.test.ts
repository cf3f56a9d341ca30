import { expect, test } from 'vitest'
import { visitInSlices } from './visit-in-slices.ts'

test('other work runs after each slice, however few items the slice has visited', async () => {
  const happened: string[] = []
  await visitInSlices(['a', 'b', 'c'], 2, (item) => {
    happened.push(item)
    setImmediate(() => happened.push('other work'))
    const until = performance.now() + 3
    while (performance.now() < until);
    return true
  })
  expect(happened).toEqual(['a', 'other work', 'b', 'other work', 'c', 'other work'])
})

test('items are visited synchronously within a slice', () => {
  const visited: number[] = []
  void visitInSlices([1, 2, 3], 60_000, (item) => visited.push(item) > 0)
  expect(visited).toEqual([1, 2, 3])
})

test('no item is visited after visit has returned false', async () => {
  const visited: number[] = []
  await visitInSlices([1, 2, 3], 0, (item) => visited.push(item) < 2)
  expect(visited).toEqual([1, 2])
})
