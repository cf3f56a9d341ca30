import { expect, test, vi } from 'vitest'
import { composeSdl } from '../testing/graph-of.ts'
import { buildGraph } from './build-graph.ts'
import { withoutCollation } from './without-collation.ts'

test('while a graph is built, its names are not compared by locale, unlike in other code', () => {
  const sdl = composeSdl('type Query { a: A } enum A { C B }')
  using byLocale = vi.spyOn(String.prototype, 'localeCompare')
  buildGraph(sdl)
  expect(byLocale).not.toHaveBeenCalled()
  expect(['b', 'C', 'a'].sort((one, other) => one.localeCompare(other))).toEqual(['a', 'b', 'C'])
})

test('names are compared by code units, even when the task fails', () => {
  expect(withoutCollation(() => ['b', 'C', 'a', 'b'].sort((one, other) => one.localeCompare(other)))).toEqual([
    'C',
    'a',
    'b',
    'b',
  ])
  const { localeCompare } = String.prototype
  expect(() =>
    withoutCollation(() => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(String.prototype.localeCompare).toBe(localeCompare)
})
