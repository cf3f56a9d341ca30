const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration in its largest unit, such as “2.5 hr”, to two digits. */
export function durationText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1]
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 2 } as const
  return new Intl.NumberFormat(locale, format).format(seconds / size)
}
