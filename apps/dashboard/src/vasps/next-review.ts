import { clockTime, instantAt } from '../language/zoned-time.ts'

/** The day of a time in the zone, in the format of a date field. */
export function reviewDay(time: string | null | undefined, timeZone: string): string {
  return time == null ? '' : clockTime(time, timeZone).slice(0, 10)
}

/** The start of the day in the zone; for an unchanged day, the known time. */
export function nextReviewAt(day: string, known: string | null | undefined, timeZone: string): string | null {
  if (day === '') return null
  return known != null && day === reviewDay(known, timeZone) ? known : instantAt(`${day}T00:00`, timeZone)
}
