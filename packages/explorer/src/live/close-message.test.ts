import { expect, test } from 'vitest'
import { closeMessage } from './close-message.ts'

test.each([
  [{ code: 4403, reason: 'Forbidden' }, /Sign in again/],
  [{ code: 1006, reason: '' }, /was lost/],
  [{ code: 4999, reason: 'Odd' }, /ended \(4999: Odd\)/],
  [{ code: 4999, reason: '' }, /ended \(4999\)/],
  [new Error('odd'), /^odd$/],
  [undefined, /could not be opened/],
])('the user gets a message when a socket closes: %j', (error, expected) => {
  expect(closeMessage(error)).toMatch(expected)
})
