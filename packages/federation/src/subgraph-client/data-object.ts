/** A parsed JSON object. Its keys are untrusted: `__proto__` and `constructor` included. */
export type DataObject = Record<string, unknown>

/** A path in a response: response names and list indexes. */
export type ResponsePath = readonly (string | number)[]

/** False for lists and for the numbers that `parseExact` keeps as written. */
export function isObject(value: unknown): value is DataObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
}

/** The own property under a key, never an inherited one. */
export function ownValue(object: DataObject, key: string): unknown {
  return key in Object.prototype && !Object.hasOwn(object, key) ? undefined : object[key]
}

/** `ownValue` for a fixed key. Only a name that `Object.prototype` has needs the check. */
export function ownReader(key: string): (object: DataObject) => unknown {
  return key in Object.prototype ? (object) => ownValue(object, key) : (object) => object[key]
}

/** Sets an own property, whatever the key. */
export function putValue(object: DataObject, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** `JSON` of Node 24, with members that TypeScript's `es2024` library does not declare yet. */
interface ExactJson {
  parse(
    json: string,
    reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(json: string): object
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
}

const exact = JSON as unknown as ExactJson

/** A number with more than 15 digits or an exponent: a JavaScript number may not represent it. */
const LONG_NUMBER = /[[:,\s](-?\d(?:[\d.]{15,}(?:[eE][-+]?\d+)?|[\d.]*[eE][-+]?\d+))/g

/**
 * Parses JSON. Numbers that a JavaScript number cannot represent are kept as written, and
 * `JSON.stringify` writes them back unchanged.
 *
 * Other numbers may be written differently afterwards: `1.0` becomes `1`, `1e3` becomes `1000`.
 */
export function parseExact(json: string): unknown {
  if (!hasInexactNumber(json)) return JSON.parse(json)
  return exact.parse(json, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(source) ? exact.rawJSON(source) : value,
  )
}

/** A fraction, an exponent, more than 15 digits, or zero with a sign. */
const UNUSUAL_NUMBER = /[[:,\s](-0(?![\d.])|-?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)|-?\d{16,})/g

/**
 * Parses JSON. Numbers that `JSON.stringify` would write differently are kept as written: also
 * `1.0`, `1e3` and `-0`. JSON that is nested some thousand levels deep is parsed as by `JSON.parse`.
 */
export function parseVerbatim(json: string): unknown {
  if (!hasUnusualNumber(json)) return JSON.parse(json)
  try {
    return exact.parse(json, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined ? verbatimNumber(source) : value,
    )
  } catch (error) {
    // The reviver is called recursively.
    if (error instanceof RangeError) return JSON.parse(json)
    throw error
  }
}

/** A number, or the number as written if `JSON.stringify` would write it differently. */
export function verbatimNumber(source: string): number | RawNumber {
  return isVerbatim(source) ? Number(source) : (exact.rawJSON(source) as RawNumber)
}

/** The value of a number, rounded if it is kept as written; `undefined` for other values. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return isRawNumber(value) ? Number(value.rawJSON) : undefined
}

/** A number as it is written in JSON. */
export interface RawNumber {
  readonly rawJSON: string
}

/** Whether a value is a number that `parseExact` or `parseVerbatim` kept as written. */
export function isRawNumber(value: unknown): value is RawNumber {
  return exact.isRawJSON(value)
}

/** Whether a value is such a number, without fraction and exponent. */
export function isRawInteger(value: unknown): boolean {
  return exact.isRawJSON(value) && /^-?\d+$/.test(value.rawJSON)
}

/** Also true for some digits inside strings, which only costs time. */
function hasInexactNumber(json: string): boolean {
  LONG_NUMBER.lastIndex = 0
  for (let match = LONG_NUMBER.exec(json); match !== null; match = LONG_NUMBER.exec(json)) {
    if (!isExact(match[1] ?? '')) return true
  }
  return false
}

/** Also true for some digits inside strings, which only costs time. */
function hasUnusualNumber(json: string): boolean {
  UNUSUAL_NUMBER.lastIndex = 0
  for (let match = UNUSUAL_NUMBER.exec(json); match !== null; match = UNUSUAL_NUMBER.exec(json)) {
    if (!isVerbatim(match[1] ?? '')) return true
  }
  return false
}

/** Whether `JSON.stringify` writes the parsed number in the same way. */
function isVerbatim(source: string): boolean {
  return JSON.stringify(Number(source)) === source
}

/** Whether a JavaScript number has the same value. */
export function isExact(source: string): boolean {
  const written = String(Number(source))
  return written === source || normalized(written) === normalized(source)
}

/** A canonical form: the digits without leading and trailing zeros, and a power of ten. */
function normalized(decimal: string): string {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = DECIMAL.exec(decimal) ?? []
  const digits = integer + fraction
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  const power = Number(exponent) - fraction.length + digits.length - end
  return start === end ? '0' : `${sign}${digits.slice(start, end)}e${power}`
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/
