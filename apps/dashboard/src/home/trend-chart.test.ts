import { expect, test } from 'vitest'
import { axisTop } from './trend-chart.tsx'

test.each([
  [0, 4],
  [1, 4],
  [4, 4],
  [5, 8],
  [9, 20],
  [37, 40],
  [41, 80],
  [1_000, 2_000],
  [123_456, 200_000],
])('a chart with the maximum value %i has integers at its grid lines, up to %i', (value, top) => {
  expect(axisTop(value)).toBe(top)
})
