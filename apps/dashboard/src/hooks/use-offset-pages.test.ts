import { expect, test } from 'vitest'
import { withPage } from './use-offset-pages.ts'

const START = { rows: [], offset: 0, hasMore: true }
const listOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: String(from + index) }))

test('a list ends even if more than a page of rows was added before the loaded ones', () => {
  let pages = withPage(START, listOf(0, 100))
  // 150 rows are new, so the next page and a half by offset are already known.
  const list = [...listOf(-150, 0), ...listOf(0, 230)]
  let requests = 0
  while (pages.hasMore && requests < 10) {
    requests++
    pages = withPage(pages, list.slice(pages.offset, pages.offset + 100))
  }
  expect(requests).toBe(3)
  expect(pages.rows).toEqual([...listOf(0, 100), ...listOf(-50, 0), ...listOf(100, 230)])
})

test('when a list is loaded again, its first page replaces the rows', () => {
  const before = withPage(START, listOf(0, 100))
  expect(withPage({ ...before, offset: 0 }, listOf(-1, 40))).toEqual({
    rows: listOf(-1, 40),
    offset: 41,
    hasMore: false,
  })
})
