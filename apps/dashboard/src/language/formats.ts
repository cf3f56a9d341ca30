import { localDecimal } from './amount.ts'

/** Dates and numbers as written in a locale. */
export interface Formats {
  readonly locale: string
  /** The zone of the times. */
  readonly timeZone: string
  count(value: number): string
  decimal(value: string): string
  dateTime(iso: string): string
  /** The day of an instant. */
  date(iso: string): string
  /** A day such as `2026-01-31`, the same in every zone. */
  day(isoDay: string): string
  time(ms: number): string
  /** A relative time, such as “5 minutes ago” or “in 2 hours”. */
  relative(iso: string, nowMs: number): string
  /** A relative time with short units, for narrow columns. */
  relativeShort(iso: string, nowMs: number): string
  country(code: string): string
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `timeZone`: an IANA name. Without one, or if it is unknown here, the browser's zone is used. */
export function formatsOf(locale: string, timeZone?: string): Formats {
  const numbers = new Intl.NumberFormat(locale)
  const zone = knownZone(timeZone)
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: zone } as const
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const dateTimes = new Intl.DateTimeFormat(locale, { ...date, ...time })
  const dates = new Intl.DateTimeFormat(locale, { ...date, timeZone: zone })
  const days = new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(locale, time)
  const relative = relativeOf(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const relativeShort = relativeOf(new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))
  const regions = new Intl.DisplayNames([locale], { type: 'region' })
  return {
    locale,
    timeZone: dateTimes.resolvedOptions().timeZone,
    count: (value) => numbers.format(value),
    decimal: (value) => localDecimal(value, numbers),
    dateTime: (iso) => dateTimes.format(new Date(iso)),
    date: (iso) => dates.format(new Date(iso)),
    day: (isoDay) => days.format(new Date(isoDay)),
    time: (ms) => times.format(ms),
    relative,
    relativeShort,
    country(code) {
      return /^[A-Z]{2}$/.test(code) ? `${regions.of(code) ?? code} (${code})` : code
    },
  }
}

function relativeOf(format: Intl.RelativeTimeFormat): Formats['relative'] {
  return (iso, nowMs) => {
    const seconds = Math.round((Date.parse(iso) - nowMs) / 1_000)
    const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60]
    return format.format(Math.trunc(seconds / size), unit)
  }
}

function knownZone(name: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
