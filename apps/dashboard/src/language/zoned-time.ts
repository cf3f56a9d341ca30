/** A local time in a zone, to the minute, such as `2026-03-29T02:30`. */
export function clockTime(iso: string, timeZone: string): string {
  return new Date(wallMs(Date.parse(iso), timeZone)).toISOString().slice(0, 16)
}

/**
 * The instant of the local time `time` in a zone, such as `2026-03-29T02:30`. If the clock skips that time, the instant
 * after the gap; if it occurs twice, one of the two.
 */
export function instantAt(time: string, timeZone: string): string {
  const wall = Date.parse(`${time}Z`)
  // The offset at the instant of the first guess.
  const guess = wall - offsetMs(wall, timeZone)
  return new Date(wall - offsetMs(guess, timeZone)).toISOString()
}

/** The instant at which a day such as `2026-03-29` begins in a zone, plus `daysLater` days. */
export function midnightOf(day: string, daysLater: number, timeZone: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + daysLater)
  return instantAt(date.toISOString().slice(0, 16), timeZone)
}

function offsetMs(ms: number, timeZone: string): number {
  return wallMs(ms, timeZone) - Math.floor(ms / 1_000) * 1_000
}

/** The local time in the zone, as if it were UTC. */
function wallMs(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}
