import { expect, test } from 'vitest'
import { batchTargets, NOTHING_SELECTED, SELECTED_MAX, withListed, withRange, withToggled } from './selection.ts'

const rows = Array.from({ length: SELECTED_MAX + 10 }, (_, index) => ({ id: `row-${index}` }))
const numbers = ({ ids }: { readonly ids: ReadonlySet<string> }) => [...ids].map((id) => Number(id.slice(4)))

test('a row is selected and deselected, and a range extends in both directions from the previous row', () => {
  const two = withToggled(withToggled(NOTHING_SELECTED, rows, 5), rows, 2)
  expect(numbers(two)).toEqual([5, 2])
  expect(numbers(withRange(two, rows, 4))).toEqual([5, 2, 3, 4])
  expect(numbers(withRange(two, rows, 0))).toEqual([5, 2, 1, 0])
  expect(numbers(withToggled(two, rows, 5))).toEqual([2])
})

test('a range without a previous row selects only the row itself', () => {
  expect(numbers(withRange(NOTHING_SELECTED, rows, 7))).toEqual([7])
})

test('at most as many rows are selected as a batch can have', () => {
  const full = withRange(withToggled(NOTHING_SELECTED, rows, 0), rows, rows.length - 1)
  expect(full.ids.size).toBe(SELECTED_MAX)
  expect(withToggled(full, rows, SELECTED_MAX + 1).ids.size).toBe(SELECTED_MAX)
  expect(withToggled(full, rows, 0).ids.size).toBe(SELECTED_MAX - 1)
})

test('a row that has left the list cannot be selected', () => {
  expect(withToggled(NOTHING_SELECTED, [], 3)).toEqual(NOTHING_SELECTED)
})

test('a row that leaves the list is deselected, and is not selected when it returns', () => {
  const two = withToggled(withToggled(NOTHING_SELECTED, rows, 1), rows, 2)
  const listed = (from: number) => new Map(rows.slice(from).map(({ id }, index) => [id, index]))
  const left = withListed(two, listed(2))
  expect(numbers(left)).toEqual([2])
  expect(numbers(withListed(left, listed(0)))).toEqual([2])
})

test('a range extends from the same row after new rows have moved it', () => {
  const one = withToggled(NOTHING_SELECTED, rows, 2)
  const moved = [{ id: 'row-900' }, ...rows]
  expect(numbers(withRange(one, moved, 5))).toEqual([2, 3, 4])
})

test('a batch changes the selected rows; the focused row only while none is selected', () => {
  const one = withToggled(NOTHING_SELECTED, rows, 2)
  expect(batchTargets(rows, one, rows[0])).toEqual([rows[2]])
  expect(batchTargets(rows.slice(3), one, rows[5])).toEqual([])
  expect(batchTargets(rows, NOTHING_SELECTED, rows[0])).toEqual([rows[0]])
  expect(batchTargets(rows, NOTHING_SELECTED, undefined)).toEqual([])
})
