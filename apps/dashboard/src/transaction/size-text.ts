const KILOBYTE = 1_000

/** A number of bytes, such as “812 bytes” or “1.4 kB”. */
export function sizeText(bytes: number, locale: string): string {
  const isSmall = bytes < KILOBYTE
  const format = isSmall
    ? ({ unit: 'byte', unitDisplay: 'long' } as const)
    : ({ unit: 'kilobyte', unitDisplay: 'short', maximumSignificantDigits: 3 } as const)
  return new Intl.NumberFormat(locale, { style: 'unit', ...format }).format(isSmall ? bytes : bytes / KILOBYTE)
}
