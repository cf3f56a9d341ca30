import { expect, test } from 'vitest'
import { renewalDelayMs } from './renewal-delay.ts'

test.each([
  ['five minutes', 300_000, 240_000],
  ['an hour', 3_600_000, 3_540_000],
  ['ten seconds', 10_000, 8_000],
  ['nothing', 0, 0],
  ['less than nothing', -5_000, 0],
])('a token that expires in %s is renewed in time', (_, remainingMs, delayMs) => {
  expect(renewalDelayMs(remainingMs)).toBe(delayMs)
})
