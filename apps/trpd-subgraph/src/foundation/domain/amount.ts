import { ok, type Result, refuse } from '@travel-rule/service/result'
import { LosslessNumber, splitNumber } from 'lossless-json'

declare const decimalBrand: unique symbol

/** A positive decimal in canonical form: no sign, exponent, leading or trailing zeros. */
export type Decimal = string & { readonly [decimalBrand]: true }

/** The unit of an amount: whole coins (`0.5`), or the smallest unit of the asset (`50000000`). */
export type AmountUnit = 'WHOLE' | 'BASE'

/** Maximum number of digits before the decimal point: enough for 2^256 base units. */
export const AMOUNT_INTEGER_DIGITS_MAX = 78
/** Maximum number of digits after the decimal point. */
export const AMOUNT_FRACTION_DIGITS_MAX = 36
/** Maximum number of characters in an amount, in any notation. */
export const AMOUNT_LENGTH_MAX = 128

/**
 * Parses an amount in plain decimal notation, such as `0.5` or `1200`.
 *
 * Refused with `AMOUNT_TOO_LONG`, `AMOUNT_FORMAT` (not a plain decimal), `AMOUNT_NOT_POSITIVE`.
 */
export function parseAmount(text: string): Result<Decimal> {
  if (text.length > AMOUNT_LENGTH_MAX) return tooLong()
  if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text)) {
    return refuse('AMOUNT_FORMAT', 'An amount must be a decimal number without an exponent, such as 0.5.')
  }
  return normalize(text)
}

/**
 * Parses an amount from losslessly parsed JSON: a number in any JSON notation, or a string in the
 * notation of `parseAmount`.
 *
 * Refused as by `parseAmount`. Throws a TypeError for a JavaScript number: it has already lost
 * digits.
 */
export function parseJsonAmount(value: unknown): Result<Decimal> {
  if (typeof value === 'number') throw new TypeError('amounts must not be parsed as doubles')
  if (typeof value === 'string') return parseAmount(value)
  if (!(value instanceof LosslessNumber)) return refuse('AMOUNT_FORMAT', 'The amount is neither a number nor a string.')
  return value.value.length > AMOUNT_LENGTH_MAX ? tooLong() : normalize(value.value)
}

/**
 * Converts whole units to base units of an asset with `decimals` decimal places.
 *
 * Refused with `AMOUNT_PRECISION` when the amount has more decimal places than the asset.
 */
export function toBaseUnits(amount: Decimal, decimals: number): Result<bigint> {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length > decimals) {
    return refuse(
      'AMOUNT_PRECISION',
      `The amount has more than ${decimals} decimal places, the most that the asset allows.`,
    )
  }
  return ok(BigInt(whole + fraction.padEnd(decimals, '0')))
}

/**
 * Returns `baseUnits` unless they exceed 10^18 whole units of an asset with `decimals` decimal places. More
 * is a mistake, or an attack on code that adds up amounts.
 *
 * Refused with `AMOUNT_TOO_LARGE`.
 */
export function checkMagnitude(baseUnits: bigint, decimals: number): Result<bigint> {
  if (baseUnits <= 10n ** BigInt(WHOLE_UNITS_EXPONENT_MAX + decimals)) return ok(baseUnits)
  return refuse('AMOUNT_TOO_LARGE', 'The amount is more than 10^18 whole units of the asset.')
}

const WHOLE_UNITS_EXPONENT_MAX = 18

/** Converts base units, at least one, to whole units of an asset with `decimals` decimal places. */
export function fromBaseUnits(baseUnits: bigint, decimals: number): Decimal {
  if (baseUnits <= 0n) throw new RangeError('an amount must be positive')
  const digits = baseUnits.toString().padStart(decimals + 1, '0')
  return joined(digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals))
}

/** The exact product, which may have more digits than an amount may have. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  const product = BigInt(wholeA + fractionA) * BigInt(wholeB + fractionB)
  return fromBaseUnits(product, fractionA.length + fractionB.length)
}

/** Negative when `a` is less than `b`, 0 when they are equal, otherwise positive. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1
  if (fractionA === fractionB) return 0
  return fractionA < fractionB ? -1 : 1
}

/** True if `amount` has no fraction. */
export function isInteger(amount: Decimal): boolean {
  return !amount.includes('.')
}

function normalize(text: string): Result<Decimal> {
  const { sign, digits, exponent } = splitNumber(text)
  if (sign === '-' || digits === '0') return refuse('AMOUNT_NOT_POSITIVE', 'The amount must be greater than zero.')
  // The value is d1.d2d3… times ten to the power of `exponent`.
  if (exponent >= AMOUNT_INTEGER_DIGITS_MAX || digits.length - 1 - exponent > AMOUNT_FRACTION_DIGITS_MAX)
    return tooLong()
  const padded = exponent < 0 ? '0'.repeat(-exponent) + digits : digits.padEnd(exponent + 1, '0')
  const point = Math.max(exponent, 0) + 1
  return ok(joined(padded.slice(0, point), padded.slice(point)))
}

function joined(whole: string, fraction: string): Decimal {
  const significant = fraction.replace(/0+$/, '')
  return (significant === '' ? whole : `${whole}.${significant}`) as Decimal
}

function tooLong(): Result<Decimal> {
  return refuse(
    'AMOUNT_TOO_LONG',
    `An amount has at most ${AMOUNT_INTEGER_DIGITS_MAX} digits before and ${AMOUNT_FRACTION_DIGITS_MAX} after the decimal point.`,
  )
}
