import { expect, test } from 'vitest'
import { renewalDelayMs } from './caller.ts'

test.each([
  ['five minutes', 300_000, 240_000],
  ['an hour', 3_600_000, 3_540_000],
  ['ten seconds', 10_000, 8_000],
  ['no time', 0, 0],
  ['negative time', -5_000, 0],
])('a token with %s remaining is renewed before it expires', (_, remainingMs, delayMs) => {
  expect(renewalDelayMs(remainingMs)).toBe(delayMs)
})
