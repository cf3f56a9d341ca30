import { ok, type Result, refuse } from '@travel-rule/service/result'
import { LosslessNumber, splitNumber } from 'lossless-json'

declare const decimalBrand: unique symbol

/** An exact positive decimal in its only form: no sign, exponent, leading zeros or trailing zeros behind the point. */
export type Decimal = string & { readonly [decimalBrand]: true }

/** In which unit an amount is written: whole coins (`0.5`), or the smallest unit of the asset (`50000000`). */
export type AmountUnit = 'WHOLE' | 'BASE'

/** The most digits before the point: enough for 2^256 smallest units. */
export const AMOUNT_INTEGER_DIGITS_MAX = 78
/** The most digits behind the point. */
export const AMOUNT_FRACTION_DIGITS_MAX = 36
/** The most characters an amount may be written with. */
export const AMOUNT_LENGTH_MAX = 128

/**
 * The amount that a person or a client wrote as `text`, such as `0.5` or `1200`.
 *
 * Refused with `AMOUNT_TOO_LONG`, `AMOUNT_FORMAT` (not a plain decimal), `AMOUNT_NOT_POSITIVE` (zero or below).
 */
export function parseAmount(text: string): Result<Decimal> {
  if (text.length > AMOUNT_LENGTH_MAX) return tooLong()
  if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text)) {
    return refuse('AMOUNT_FORMAT', 'An amount is a decimal number such as 0.5, with a point and without an exponent.')
  }
  return normalize(text)
}

/**
 * The amount in a value of a JSON text that was read without loss: a number, in any JSON notation, or a text like those that
 * `parseAmount` reads. A JavaScript number is a bug of the caller and throws a TypeError: it has already lost digits.
 *
 * Refused as by `parseAmount`.
 */
export function parseJsonAmount(value: unknown): Result<Decimal> {
  if (typeof value === 'number') throw new TypeError('amounts are read from the JSON text, never from a double')
  if (typeof value === 'string') return parseAmount(value)
  if (!(value instanceof LosslessNumber)) return refuse('AMOUNT_FORMAT', 'The amount is neither a number nor a text.')
  return value.value.length > AMOUNT_LENGTH_MAX ? tooLong() : normalize(value.value)
}

/**
 * `amount`, in whole units, as a number of smallest units of an asset with `decimals` digits behind the point.
 *
 * Refused with `AMOUNT_PRECISION` when the asset cannot be divided that finely.
 */
export function toBaseUnits(amount: Decimal, decimals: number): Result<bigint> {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length > decimals) {
    return refuse(
      'AMOUNT_PRECISION',
      `The amount has more than ${decimals} digits behind the point, the most that the asset has.`,
    )
  }
  return ok(BigInt(whole + fraction.padEnd(decimals, '0')))
}

/** `baseUnits` smallest units, at least one, of an asset with `decimals` digits behind the point, in whole units. */
export function fromBaseUnits(baseUnits: bigint, decimals: number): Decimal {
  if (baseUnits <= 0n) throw new RangeError('an amount is positive')
  const digits = baseUnits.toString().padStart(decimals + 1, '0')
  return joined(digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals))
}

/** Whether `amount` has no digits behind the point. */
export function isInteger(amount: Decimal): boolean {
  return !amount.includes('.')
}

function normalize(text: string): Result<Decimal> {
  const { sign, digits, exponent } = splitNumber(text)
  if (sign === '-' || digits === '0') return refuse('AMOUNT_NOT_POSITIVE', 'The amount has to be greater than zero.')
  // digits d1d2d3… with the point behind d1, times ten to the power of exponent
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
    `An amount has at most ${AMOUNT_INTEGER_DIGITS_MAX} digits before and ${AMOUNT_FRACTION_DIGITS_MAX} behind the point.`,
  )
}
