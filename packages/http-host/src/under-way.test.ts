import { expect, test } from 'vitest'
import { openUnderWay } from './under-way.ts'

const items = (count: number) => Array.from({ length: count }, (_, name) => ({ name, place: 0 }))
const namesOf = (all: readonly { readonly name: number }[]) => all.map(({ name }) => name).sort()

test('what was added is there until it is deleted, whichever goes first', () => {
  const underWay = openUnderWay<{ name: number; place: number }>()
  const [first, second, third, last] = items(4) as [never, never, never, never]
  for (const item of [first, second, third, last]) underWay.add(item)
  underWay.delete(second)
  expect([namesOf(underWay.all()), underWay.size()]).toEqual([[0, 2, 3], 3])
  underWay.delete(last)
  underWay.delete(first)
  expect(namesOf(underWay.all())).toEqual([2])
  underWay.add(second)
  underWay.delete(third)
  underWay.delete(second)
  expect([underWay.all(), underWay.size()]).toEqual([[], 0])
})
