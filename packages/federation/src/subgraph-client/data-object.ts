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

/** The value at a path; `undefined` where the data ends before the path. */
export function valueAt(root: unknown, path: ResponsePath): unknown {
  let value = root
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)]
    else value = isObject(value) ? ownValue(value, String(key)) : undefined
  }
  return value
}

/** `ownValue` for a fixed key. Only property names of `Object.prototype` need the check. */
export function ownReader(key: string): (object: DataObject) => unknown {
  return key in Object.prototype ? (object) => ownValue(object, key) : (object) => object[key]
}

/** Sets an own property, under any key. */
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

/** Matches a number with more than 15 digits or an exponent, which a JavaScript number may not represent. */
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

/** Matches a fraction, an exponent, more than 15 digits, or a signed zero. */
const UNUSUAL_NUMBER = /[[:,\s](-0(?![\d.])|-?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)|-?\d{16,})/g

/**
 * Parses JSON. Numbers that `JSON.stringify` would write differently are kept as written, including `1.0`, `1e3` and
 * `-0`.
 *
 * Clients send this JSON, so it must take no longer than a few calls of `JSON.parse`. A reviver is much slower: it is
 * called for every value as soon as one needs it.
 */
export function parseVerbatim(json: string): unknown {
  const parsed: unknown = JSON.parse(json)
  if (!hasUnusualNumber(json)) return parsed
  const quoted = quoteUnusualNumbers(json)
  return quoted === json ? parsed : keepQuoted(parsed, JSON.parse(quoted))
}

/** The same JSON, with the numbers to be kept as written replaced by strings. It must be valid. */
function quoteUnusualNumbers(json: string): string {
  const parts: string[] = []
  let copied = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    else if (code === MINUS || isDigit(code)) {
      const start = at
      while (isOfNumber(json.charCodeAt(at + 1))) at += 1
      if (at - start < 2 && code !== MINUS) continue
      const source = json.slice(start, at + 1)
      if (isVerbatim(source)) continue
      parts.push(json.slice(copied, start), `"${source}"`)
      copied = at + 1
    }
  }
  return copied === 0 ? json : parts.join('') + json.slice(copied)
}

/** The index of the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  for (let code = json.charCodeAt(at); code !== QUOTE; code = json.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1
  return at
}

const QUOTE = 0x22
const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e
const BACKSLASH = 0x5c

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isOfNumber(code: number): boolean {
  const isExponent = code === 0x45 || code === 0x65
  return isDigit(code) || code === POINT || isExponent || code === PLUS || code === MINUS
}

/** Where `parsed` has a number and `quoted`, otherwise equal, has a string, sets the number as written. */
function keepQuoted(parsed: unknown, quoted: unknown): unknown {
  const kept = new Map<string, RawNumber>()
  const numberAt = (source: string) => {
    const known = kept.get(source)
    if (known !== undefined) return known
    const number = exact.rawJSON(source) as RawNumber
    kept.set(source, number)
    return number
  }
  if (typeof parsed === 'number') return typeof quoted === 'string' ? numberAt(quoted) : parsed
  // Iterative, since JSON may be nested deeper than the stack.
  const pending: unknown[] = [parsed, quoted]
  while (pending.length > 0) {
    const from = pending.pop() as DataObject
    const to = pending.pop() as DataObject
    const visit = (key: string | number) => {
      const value = to[key as string]
      const other = from[key as string]
      if (typeof value === 'number') {
        if (typeof other === 'string') putValue(to, key as string, numberAt(other))
      } else if (typeof value === 'object' && value !== null) pending.push(value, other)
    }
    if (Array.isArray(to)) for (let index = 0; index < to.length; index += 1) visit(index)
    else for (const key of Object.keys(to)) visit(key)
  }
  return parsed
}

/** A number, or the number as written if `JSON.stringify` would write it differently. */
export function verbatimNumber(source: string): number | RawNumber {
  return isVerbatim(source) ? Number(source) : (exact.rawJSON(source) as RawNumber)
}

/** The value of a number, rounded if it was kept as written; `undefined` for other values. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return isRawNumber(value) ? Number(value.rawJSON) : undefined
}

/** A number as it is written in JSON. */
export interface RawNumber {
  readonly rawJSON: string
}

/** True for a number that `parseExact` or `parseVerbatim` kept as written. */
export function isRawNumber(value: unknown): value is RawNumber {
  return exact.isRawJSON(value)
}

/** True for such a number without a fraction and an exponent. */
export function isRawInteger(value: unknown): boolean {
  return exact.isRawJSON(value) && /^-?\d+$/.test(value.rawJSON)
}

/** May also be true for digits inside strings, which only costs time. */
function hasInexactNumber(json: string): boolean {
  LONG_NUMBER.lastIndex = 0
  for (let match = LONG_NUMBER.exec(json); match !== null; match = LONG_NUMBER.exec(json)) {
    if (!isExact(match[1] ?? '')) return true
  }
  return false
}

/** May also be true for digits inside strings, which only costs time. */
function hasUnusualNumber(json: string): boolean {
  UNUSUAL_NUMBER.lastIndex = 0
  for (let match = UNUSUAL_NUMBER.exec(json); match !== null; match = UNUSUAL_NUMBER.exec(json)) {
    if (!isVerbatim(match[1] ?? '')) return true
  }
  return false
}

/** True if `JSON.stringify` writes the parsed number in the same way. */
function isVerbatim(source: string): boolean {
  if (source.length <= 15 && PLAIN_NUMBER.test(source)) return true
  if (REWRITTEN_NUMBER.test(source)) return false
  return JSON.stringify(Number(source)) === source
}

/** Matches up to 15 digits that `JSON.stringify` writes unchanged: matching is faster than writing. */
const PLAIN_NUMBER = /^-?(?:[1-9]\d*|(?:[1-9]\d*|0(?=\.[1-9]))\.\d*[1-9])$/

/** Matches a trailing zero in the fraction, or an exponent without a sign. */
const REWRITTEN_NUMBER = /^-?\d+(?:\.\d*0$|\.?\d*(?:E|e\d))/

/** True if a JavaScript number has the same value. */
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
