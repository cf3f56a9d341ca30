import { expect, it } from 'vitest'
import { problemsOf, readThreshold } from './thresholds.ts'

it.each([
  ['0.7', 0.7],
  ['0,75', 0.75],
  [' 0.8 ', 0.8],
  ['0.755', undefined],
  ['70 %', undefined],
  ['', undefined],
])('the score "%s" is read as %s', (text, score) => {
  expect(readThreshold(text)).toBe(score)
})

it.each([
  [0.7, 0.8, {}],
  [0.6, 0.95, {}],
  [0.8, 0.8, {}],
  [0.59, 0.96, { possible: 'invalid', strong: 'invalid' }],
  [undefined, 0.8, { possible: 'invalid' }],
  [0.7, undefined, { strong: 'invalid' }],
  [0.8, 0.7, { strong: 'order' }],
])('the scores %s and %s have the problems %o', (possible, strong, problems) => {
  expect(problemsOf({ possible, strong })).toEqual(problems)
})
