import { ok, type Result, refuse } from '@travel-rule/service/result'
import { LosslessNumber, splitNumber, stringify } from 'lossless-json'

/** Maximum nesting depth of arrays and objects in an external JSON document. */
export const JSON_DEPTH_MAX = 32
/** Maximum number of characters in an external JSON document. */
export const JSON_LENGTH_MAX = 262_144
/** Maximum number of values, including arrays and objects: parsing a value costs more than parsing text. */
export const JSON_VALUES_MAX = 10_000
/** Maximum number of characters in one number. */
export const JSON_NUMBER_LENGTH_MAX = 512

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** True if a key could be used for prototype pollution. */
export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key)
}

/**
 * Parses JSON losslessly: every number becomes a LosslessNumber.
 *
 * Refused with `JSON_TOO_LONG`, `JSON_ENCODING` (bytes that are not UTF-8), `JSON_TOO_DEEP`,
 * `JSON_TOO_MANY_VALUES`, `JSON_MALFORMED` (also several values, or a key twice in an object),
 * `JSON_NUMBER_TOO_LONG`, `JSON_KEY` (a key such as `__proto__`), `JSON_TEXT` (a string with NUL or
 * an unpaired surrogate, which PostgreSQL cannot store). Messages never quote the body.
 *
 * Source: RFC 8259; RFC 7493 (I-JSON) for surrogates and keys.
 */
export function parseJson(body: string | Uint8Array): Result<unknown> {
  if (body.length > JSON_LENGTH_MAX)
    return refuse('JSON_TOO_LONG', `The body has more than ${JSON_LENGTH_MAX} characters.`)
  const text = typeof body === 'string' ? body : decodeUtf8(body)
  if (text === undefined) return refuse('JSON_ENCODING', 'The body is not UTF-8.')
  const { depth, values, keys } = measure(text)
  if (depth > JSON_DEPTH_MAX) return refuse('JSON_TOO_DEEP', `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`)
  if (values > JSON_VALUES_MAX)
    return refuse('JSON_TOO_MANY_VALUES', `The body has more than ${JSON_VALUES_MAX} values.`)
  const value = parseLosslessly(text)
  if (value === undefined) return refuse('JSON_MALFORMED', 'The body is not one well-formed JSON value.')
  const found = { keys: 0 }
  const refused = findUnacceptable(value, found)
  if (refused !== undefined) return refused
  // `JSON.parse` keeps the last of several fields with the same key.
  return found.keys === keys ? ok(value) : refuse('JSON_MALFORMED', 'An object in the body contains a key twice.')
}

/** Serializes `value`. A LosslessNumber keeps its digits; undefined fields are omitted. */
export function encodeJson(value: object): string {
  return stringify(value) ?? ''
}

/** True if `value` is a JSON object: neither an array nor a LosslessNumber. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
}

/** The own property `name`; undefined when it is absent or null. */
export function fieldOf(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parseLosslessly(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    return undefined
  }
}

function keepDigits(_key: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' ? new LosslessNumber(source) : value
}

/**
 * Determines the depth and the numbers of values and keys of a JSON document before it is parsed, so that the
 * recursive parser never exceeds the limits. Stops at the first exceeded limit.
 */
function measure(text: string): { readonly depth: number; readonly values: number; readonly keys: number } {
  let depth = 0
  let deepest = 0
  let values = 1
  let keys = 0
  for (let at = 0; at < text.length && deepest <= JSON_DEPTH_MAX && values <= JSON_VALUES_MAX; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1
        values += 1
        deepest = Math.max(deepest, depth)
        break
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1
        // Counted when it was opened, although it is empty.
        if (isOpening(text.charCodeAt(at - 1))) values -= 1
        break
      case COMMA:
        values += 1
        break
      case COLON:
        keys += 1
        break
    }
  }
  return { depth: deepest, values, keys }
}

function isOpening(code: number): boolean {
  return code === OPENING_BRACKET || code === OPENING_BRACE
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** The position of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

/** True if the character at `at` follows an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (at - first) % 2 === 1
}

/** Why a parsed value is refused, if it is. Adds its keys to `found`. */
function findUnacceptable(value: unknown, found: { keys: number }): Result<never> | undefined {
  if (typeof value === 'string') return checkString(value)
  if (value instanceof LosslessNumber) {
    if (value.value.length <= JSON_NUMBER_LENGTH_MAX) return undefined
    return refuse('JSON_NUMBER_TOO_LONG', `A number in the body has more than ${JSON_NUMBER_LENGTH_MAX} characters.`)
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (const element of value) {
      const refused = findUnacceptable(element, found)
      if (refused !== undefined) return refused
    }
    return undefined
  }
  for (const [key, inner] of Object.entries(value)) {
    found.keys += 1
    if (isForbiddenKey(key))
      return refuse('JSON_KEY', 'The body contains a key that is not allowed, such as __proto__.')
    const refused = checkString(key) ?? findUnacceptable(inner, found)
    if (refused !== undefined) return refused
  }
  return undefined
}

function checkString(text: string): Result<never> | undefined {
  if (text.isWellFormed() && !text.includes('\0')) return undefined
  return refuse('JSON_TEXT', 'A string in the body contains NUL or an unpaired surrogate.')
}

/**
 * The canonical form of a JSON value, for hashing: no white space, keys sorted by code unit,
 * strings escaped as by JSON.stringify, numbers as digits and an exponent. `1`, `1.0` and `10e-1`
 * are equal, and no digit is lost.
 *
 * `value` comes from `parseJson`, or consists of plain objects, arrays, strings, numbers, bigints,
 * booleans and null. Throws a TypeError for anything else.
 *
 * Source: RFC 8785 (JCS), except for numbers, which JCS treats as doubles.
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

/** A number whose exponent exceeds the safe integers is kept as written. */
function canonicalNumber(text: string): string {
  const { sign, digits, exponent } = splitNumber(text)
  return Number.isSafeInteger(exponent) ? `${sign}${digits}e${exponent}` : text.toLowerCase()
}
