import { expect, test } from 'vitest'
import { openSwapSet } from './requests-in-flight.ts'

const items = (count: number) => Array.from({ length: count }, (_, name) => ({ name, index: 0 }))
const namesOf = (all: readonly { readonly name: number }[]) => all.map(({ name }) => name).sort()

test('a swap set holds an item until it is deleted, in whatever order items are deleted', () => {
  const set = openSwapSet<{ name: number; index: number }>()
  const [first, second, third, last] = items(4) as [never, never, never, never]
  for (const item of [first, second, third, last]) set.add(item)
  set.delete(second)
  expect([namesOf(set.all()), set.size()]).toEqual([[0, 2, 3], 3])
  set.delete(last)
  set.delete(first)
  expect(namesOf(set.all())).toEqual([2])
  set.add(second)
  set.delete(third)
  set.delete(second)
  expect([set.all(), set.size()]).toEqual([[], 0])
})
