import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

test.each([
  [0, '0 sec'],
  [0.42, '0.42 sec'],
  [59, '59 sec'],
  [90, '1.5 min'],
  [9_000, '2.5 hr'],
  [172_800, '2 days'],
])('%d seconds are shown as "%s"', (seconds, text) => {
  expect(durationText(seconds, 'en')).toBe(text)
})
