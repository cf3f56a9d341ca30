import { TZDate } from '@date-fns/tz'

/** A local time in a zone, to the minute, such as `2026-03-29T02:30`. */
export function clockTime(iso: string, timeZone: string): string {
  return new TZDate(iso, timeZone).toISOString().slice(0, 16)
}

/**
 * The instant of the local time `time` in a zone, such as `2026-03-29T02:30`. If the clock skips that time, the instant
 * after the gap; if it occurs twice, one of the two.
 */
export function instantAt(time: string, timeZone: string): string {
  const wall = new Date(`${time}Z`)
  const day = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()] as const
  return new Date(+new TZDate(...day, wall.getUTCHours(), wall.getUTCMinutes(), timeZone)).toISOString()
}

/** The instant at which a day such as `2026-03-29` begins in a zone, plus `daysLater` days. */
export function midnightOf(day: string, daysLater: number, timeZone: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + daysLater)
  return instantAt(date.toISOString().slice(0, 16), timeZone)
}
