import { afterEach, expect, test, vi } from 'vitest'
import { clockTime, instantAt } from './zoned-time.ts'

afterEach(() => vi.unstubAllEnvs())

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

test('a local time that occurs twice is the first instant', () => {
  expect(instantAt('2026-10-25T02:30', 'Europe/Zurich')).toBe('2026-10-25T00:30:00.000Z')
})

test('the seconds of a local time are kept', () => {
  expect(instantAt('2026-01-31T23:59:59', 'Europe/Zurich')).toBe('2026-01-31T22:59:59.000Z')
})

test.each([
  ['Europe/Zurich', '2026-10-25T02:00', 'Europe/London', '2026-10-25T02:00:00.000Z'],
  ['Europe/Zurich', '2026-03-29T02:00', 'Africa/Cairo', '2026-03-29T00:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29T00:00', 'Europe/London', '2026-03-29T00:00:00.000Z'],
  ['Europe/London', '2026-03-29T02:30', 'Europe/Zurich', '2026-03-29T01:30:00.000Z'],
])('with a browser in %s, the local time %s in %s is still %s', (browser, time, timeZone, instant) => {
  vi.stubEnv('TZ', browser)
  expect(instantAt(time, timeZone)).toBe(instant)
})
