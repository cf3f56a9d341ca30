import { LosslessNumber } from 'lossless-json'
import type { Shape } from './field.ts'
import { type Place, report } from './place.ts'

/** Large enough for every path, small enough to be exact. */
const WHOLE_NUMBER = /^\d{1,9}$/

/**
 * The text or whole number in `value`; undefined, and reported at `place`, when it is neither. A long code name of TRISA becomes the
 * short code.
 */
export function parseScalar(shape: Exclude<Shape, { kind: 'OBJECT' }>, value: unknown, place: Place): unknown {
  const text = numberText(value) ?? value
  if (typeof text !== 'string') {
    report(place, 'SHAPE', 'The value has the wrong type and was left out.')
    return undefined
  }
  const isText = typeof value === 'string'
  if (shape.kind === 'WHOLE_NUMBER') {
    // protobuf writes 64-bit numbers as texts
    if (isText && place.dialect !== 'TRISA') report(place, 'SHAPE', 'A text stands where a number is expected.')
    if (WHOLE_NUMBER.test(text)) return Number(text)
    report(place, 'SHAPE', 'The value is not a whole number and was left out.')
    return undefined
  }
  if (!isText) report(place, 'SHAPE', 'A number stands where a text is expected.')
  return shape.kind === 'CODE' ? shortCode(shape, text, place) : text
}

function shortCode({ codes, longPrefix }: Extract<Shape, { kind: 'CODE' }>, text: string, place: Place): string {
  if (!text.startsWith(longPrefix)) return text
  if (place.dialect !== 'TRISA') report(place, 'DIALECT', 'The code has a prefix that belongs to another dialect.')
  const short = text.slice(longPrefix.length)
  return codes.find((code) => code.toUpperCase() === short) ?? short
}

function numberText(value: unknown): string | undefined {
  if (value instanceof LosslessNumber) return value.value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}
