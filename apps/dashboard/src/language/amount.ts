/**
 * The exact amount in whole units of the asset, as a decimal number; `undefined` when the amount is not a decimal
 * number. `unit`: the unit of `amount`.
 */
export function wholeAmount(amount: string, unit: 'WHOLE' | 'BASE', decimals: number): string | undefined {
  if (!DECIMAL.test(amount)) return undefined
  if (unit === 'WHOLE') return trimmed(amount)
  if (amount.includes('.')) return undefined
  const digits = amount.padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return trimmed(`${digits.slice(0, point)}.${digits.slice(point)}`)
}

/** An amount of whole units in base units; `undefined` when it has more decimals than the asset. */
export function baseAmount(whole: string, decimals: number): string | undefined {
  if (!DECIMAL.test(whole)) return undefined
  const [integer = '', fraction = ''] = trimmed(whole).split('.')
  if (fraction.length > decimals) return undefined
  return `${integer}${fraction.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '')
}

/** A decimal number with a locale's separators and all of its digits. */
export function localDecimal(number: string, format: Intl.NumberFormat): string {
  if (!DECIMAL.test(number)) return number
  const [integer = '', fraction] = number.split('.')
  const grouped = format.format(BigInt(integer))
  if (fraction === undefined) return grouped
  const point = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return `${grouped}${point}${fraction}`
}

const DECIMAL = /^\d+(\.\d+)?$/

function trimmed(number: string): string {
  const [integer = '', fraction = ''] = number.split('.')
  const digits = fraction.replace(/0+$/, '')
  const whole = integer.replace(/^0+(?=\d)/, '')
  return digits === '' ? whole : `${whole}.${digits}`
}
