import { expect, test } from 'vitest'
import { clockTime, instantAt } from './zoned-time.ts'

test.each([
  ['2026-01-31T00:00', 'Europe/Zurich', '2026-01-30T23:00:00.000Z'],
  ['2026-07-31T12:30', 'Europe/Zurich', '2026-07-31T10:30:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Zurich', '2026-03-29T01:00:00.000Z'],
  ['2026-10-26T00:00', 'Europe/Zurich', '2026-10-25T23:00:00.000Z'],
  ['2026-05-01T00:00', 'Asia/Kathmandu', '2026-04-30T18:15:00.000Z'],
  ['2026-05-01T23:59', 'America/New_York', '2026-05-02T03:59:00.000Z'],
  ['2026-05-01T00:00', 'UTC', '2026-05-01T00:00:00.000Z'],
])('the local time %s in %s is %s, and back', (time, timeZone, instant) => {
  expect(instantAt(time, timeZone)).toBe(instant)
  expect(clockTime(instant, timeZone)).toBe(time)
})

test.each([
  ['2026-03-29T02:30', 'Europe/Zurich', '2026-03-29T01:30:00.000Z'],
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
])('the skipped local time %s in %s is the instant %s after the gap', (time, timeZone, instant) => {
  expect(instantAt(time, timeZone)).toBe(instant)
})
