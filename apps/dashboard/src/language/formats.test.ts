import { expect, test } from 'vitest'
import { formatsOf } from './formats.ts'

test('times are in the selected zone, which is named beside them', () => {
  const at = '2026-01-31T23:30:00Z'
  expect(formatsOf('de-CH', 'Europe/Zurich').dateTime(at)).toMatch(/1\. Feb\.? 2026.*00:30.*MEZ/)
  expect(formatsOf('en', 'America/New_York').dateTime(at)).toMatch(/Jan 31, 2026.*6:30.*EST/)
  expect(formatsOf('en', 'UTC').time(Date.parse(at))).toMatch(/11:30.*UTC/)
})

test("a zone that this browser does not know is replaced by the browser's zone", () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(formatsOf('en', 'Mars/Olympus').timeZone).toBe(timeZone)
  expect(formatsOf('en').timeZone).toBe(timeZone)
})

test('the day of an instant is that of the zone, and a calendar day is the same in every zone', () => {
  const formats = formatsOf('de-DE', 'Pacific/Pago_Pago')
  expect(formats.date('2026-02-01T03:00:00Z')).toMatch(/^31\. Jan\.? 2026$/)
  expect(formats.day('2026-02-01')).toMatch(/^1\. Feb\.? 2026$/)
})

test('short relative times fit a narrow column', () => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  expect(formatsOf('de').relative('2026-02-01T11:00:00Z', now)).toBe('in 23 Stunden')
  expect(formatsOf('de').relativeShort('2026-02-01T11:00:00Z', now)).toBe('in 23 Std.')
})
