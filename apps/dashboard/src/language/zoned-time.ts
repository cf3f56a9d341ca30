import { tzOffset } from '@date-fns/tz'

/** A local time in a zone, to the minute, such as `2026-03-29T02:30`. */
export function clockTime(iso: string, timeZone: string): string {
  const instant = new Date(iso)
  return new Date(+instant + tzOffset(timeZone, instant) * MINUTE_MS).toISOString().slice(0, MINUTE)
}

/**
 * The instant of the local time `time` in a zone, such as `2026-03-29T02:30`. If the clock skips that time, the instant
 * after the gap; if it occurs twice, the first. Does not depend on the zone of the browser.
 */
export function instantAt(time: string, timeZone: string): string {
  const wall = Date.parse(`${time}Z`)
  const withOffsetOf = (day: number) => new Date(wall - tzOffset(timeZone, new Date(day)) * MINUTE_MS).toISOString()
  // The clock changes at most once between these days.
  const before = withOffsetOf(wall - DAY_MS)
  const after = withOffsetOf(wall + DAY_MS)
  const isShown = (instant: string) => clockTime(instant, timeZone) === time.slice(0, MINUTE)
  return isShown(before) || !isShown(after) ? before : after
}

/** The instant at which a day such as `2026-03-29` begins in a zone, plus `daysLater` days. */
export function midnightOf(day: string, daysLater: number, timeZone: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + daysLater)
  return instantAt(date.toISOString().slice(0, 16), timeZone)
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The length of a time to the minute, such as `2026-03-29T02:30`. */
const MINUTE = 16
