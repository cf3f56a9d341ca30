import { expect, test } from 'vitest'
import { closeText } from './close-text.ts'

test.each([
  [{ code: 4403, reason: 'Forbidden' }, /Sign in again/],
  [{ code: 1006, reason: '' }, /was lost/],
  [{ code: 4999, reason: 'Odd' }, /ended \(4999: Odd\)/],
  [{ code: 4999, reason: '' }, /ended \(4999\)/],
  [new Error('odd'), /^odd$/],
  [undefined, /could not be made/],
])('the end of a socket is told in words: %j', (error, expected) => {
  expect(closeText(error)).toMatch(expected)
})
