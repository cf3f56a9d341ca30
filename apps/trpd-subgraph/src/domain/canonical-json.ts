import { LosslessNumber, splitNumber } from 'lossless-json'

/**
 * The one text of a JSON value that does not depend on how it was written: without white space, keys sorted by code unit, texts
 * escaped as by JSON.stringify, numbers as digits and an exponent, so that `1`, `1.0` and `10e-1` agree and no digit is lost.
 * Two bodies mean the same exactly when their canonical texts are equal; meant to be hashed, not sent.
 *
 * `value` comes from `parseJsonText`, or consists of plain objects, lists, texts, numbers, bigints, booleans and null.
 * Throws a TypeError for anything else. Source: after RFC 8785 (JCS), but for numbers, which JCS reads as doubles.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'bigint') return canonicalNumber(String(value))
  if (value instanceof LosslessNumber) return canonicalNumber(value.value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError('not a JSON value')
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  fields.sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

/** An exponent too large to be counted exactly leaves the number as it was written: equal texts still agree. */
function canonicalNumber(text: string): string {
  const { sign, digits, exponent } = splitNumber(text)
  return Number.isSafeInteger(exponent) ? `${sign}${digits}e${exponent}` : text.toLowerCase()
}
