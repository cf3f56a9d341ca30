import { ok, type Result, refuse } from '@travel-rule/service/result'
import { LosslessNumber, parse, splitNumber, stringify } from 'lossless-json'

/** The most levels of lists and objects in a JSON text from outside. */
export const JSON_DEPTH_MAX = 32
/** The most characters of a JSON text from outside. */
export const JSON_LENGTH_MAX = 262_144
/** The most digits and signs that one number may be written with. */
export const JSON_NUMBER_LENGTH_MAX = 512

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether a key could reach a prototype. */
export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key)
}

/**
 * The value of the JSON text `body`, in which every number is a LosslessNumber.
 *
 * Refused with `JSON_TOO_LONG`, `JSON_ENCODING` (bytes that are not UTF-8), `JSON_TOO_DEEP`, `JSON_MALFORMED` (also: more than one value, or a
 * key given twice with different values), `JSON_NUMBER_TOO_LONG`, `JSON_KEY` (a key such as `__proto__`), `JSON_TEXT` (a text with NUL or
 * half a surrogate pair, which cannot be stored as it is). Messages never quote the text.
 *
 * Source: RFC 8259; RFC 7493 (I-JSON) for surrogates and keys.
 */
export function parseJson(body: string | Uint8Array): Result<unknown> {
  if (body.length > JSON_LENGTH_MAX)
    return refuse('JSON_TOO_LONG', `The body has more than ${JSON_LENGTH_MAX} characters.`)
  const text = typeof body === 'string' ? body : decodeUtf8(body)
  if (text === undefined) return refuse('JSON_ENCODING', 'The body is not UTF-8.')
  if (isTooDeep(text)) return refuse('JSON_TOO_DEEP', `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`)
  const value = parseLosslessly(text)
  if (value === undefined) return refuse('JSON_MALFORMED', 'The body is not one well-formed JSON value.')
  return firstTrouble(value) ?? ok(value)
}

/** The JSON text of `value`; a LosslessNumber is written with its own digits, an absent field is left out. */
export function encodeJson(value: object): string {
  return stringify(value) ?? ''
}

/** Whether `value` is a JSON object, and neither a list nor a number that was read without loss. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
}

/** The value of the field `name`, undefined when it is absent or null. Never looks at the prototype. */
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
    return parse(text)
  } catch {
    return undefined
  }
}

/** Counts brackets outside of texts, so that the recursive parser never meets more levels than the limit. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]+|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
    if (depth > JSON_DEPTH_MAX) return true
  }
  return false
}

function firstTrouble(value: unknown): Result<never> | undefined {
  if (typeof value === 'string') return troubleInText(value)
  if (value instanceof LosslessNumber) {
    if (value.value.length <= JSON_NUMBER_LENGTH_MAX) return undefined
    return refuse('JSON_NUMBER_TOO_LONG', `A number in the body has more than ${JSON_NUMBER_LENGTH_MAX} characters.`)
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (isForbiddenKey(key)) return refuse('JSON_KEY', 'The body has a key that is not allowed, such as __proto__.')
    const trouble = troubleInText(key) ?? firstTrouble(inner)
    if (trouble !== undefined) return trouble
  }
  return undefined
}

function troubleInText(text: string): Result<never> | undefined {
  if (text.isWellFormed() && !text.includes('\0')) return undefined
  return refuse('JSON_TEXT', 'A text in the body holds NUL or half a surrogate pair.')
}

/**
 * The one text of a JSON value that does not depend on how it was written: without white space, keys sorted by code unit, texts
 * escaped as by JSON.stringify, numbers as digits and an exponent, so that `1`, `1.0` and `10e-1` agree and no digit is lost.
 * Two bodies mean the same exactly when their canonical texts are equal; meant to be hashed, not sent.
 *
 * `value` comes from `parseJson`, or consists of plain objects, lists, texts, numbers, bigints, booleans and null.
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
