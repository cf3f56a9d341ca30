/**
 * Reads one JSON value that starts at an index of a body. Returns the index after it, or -1 when
 * the value is not one that the scan accepts.
 *
 * Values are compared byte by byte and never parsed, which costs a fraction of `JSON.parse`. No
 * space between tokens is accepted.
 */
export type Scan = (body: Buffer, at: number) => number

const SPACE = 0x20
export const QUOTE = 0x22
export const COMMA = 0x2c
export const COLON = 0x3a
export const BACKSLASH = 0x5c
export const BRACKET_OPEN = 0x5b
export const BRACKET_CLOSE = 0x5d
export const BRACE_OPEN = 0x7b
export const BRACE_CLOSE = 0x7d

/** True if a body continues with these bytes. */
export function startsWith(body: Buffer, start: Buffer, at = 0): boolean {
  for (let index = 0; index < start.length; index += 1) {
    if (body[at + index] !== start[index]) return false
  }
  return true
}

/** Accepts exactly this text. */
export function scanLiteral(text: string): Scan {
  const literal = Buffer.from(text)
  return (body, at) => (startsWith(body, literal, at) ? at + literal.length : -1)
}

const NULL = Buffer.from('null')

/** Accepts `null` and anything that `scan` accepts. */
export function scanNullable(scan: Scan): Scan {
  return (body, at) => (body[at] === NULL[0] ? scanNull(body, at) : scan(body, at))
}

export function scanNull(body: Buffer, at: number): number {
  return startsWith(body, NULL, at) ? at + NULL.length : -1
}

export function scanList(scanItem: Scan): Scan {
  return (body, at) => {
    if (body[at] !== BRACKET_OPEN) return -1
    if (body[at + 1] === BRACKET_CLOSE) return at + 2
    for (let next = at + 1; ; next += 1) {
      next = scanItem(body, next)
      if (next < 0) return -1
      if (body[next] === BRACKET_CLOSE) return next + 1
      if (body[next] !== COMMA) return -1
    }
  }
}

export function scanString(body: Buffer, at: number): number {
  if (body[at] !== QUOTE) return -1
  let next = at + 1
  while (next < body.length) {
    const byte = body[next] ?? 0
    if (IS_PLAIN[byte] === 1) {
      next += 1
    } else if (byte === QUOTE) {
      return next + 1
    } else {
      next = byte === BACKSLASH ? scanEscape(body, next) : -1
      if (next < 0) return -1
    }
  }
  return -1
}

/** For each byte, true if it may occur unescaped in a string. Source: RFC 8259, section 7. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH),
)

// Source: RFC 8259, section 7.
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'))
const unicodeEscape = 'u'.charCodeAt(0)
const hexDigits = 4

function scanEscape(body: Buffer, at: number): number {
  const letter = body[at + 1] ?? 0
  if (ESCAPED.has(letter)) return at + 2
  if (letter !== unicodeEscape) return -1
  for (let next = at + 2; next < at + 2 + hexDigits; next += 1) if (!isHexDigit(body[next])) return -1
  return at + 2 + hexDigits
}

const ZERO = 0x30
const NINE = 0x39
const MINUS = 0x2d
const PLUS = 0x2b
const DOT = 0x2e

function isDigit(byte = 0): boolean {
  return byte >= ZERO && byte <= NINE
}

/** Setting 0x20 makes a letter lower-case, and keeps digits. */
function isHexDigit(byte = 0): boolean {
  const lower = byte | 0x20
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66)
}

/** True if a number continues after its integer part. */
function isFraction(byte = 0): boolean {
  return byte === DOT || (byte | 0x20) === 0x65
}

function scanDigits(body: Buffer, at: number): number {
  let next = at
  while (isDigit(body[next])) next += 1
  return next === at ? -1 : next
}

/** The integer part of a number: without leading zeros. Source: RFC 8259, section 6. */
function scanIntegerPart(body: Buffer, at: number): number {
  const first = body[at] === MINUS ? at + 1 : at
  return body[first] === ZERO ? first + 1 : scanDigits(body, first)
}

/** Accepts an integer of any size, written without fraction and exponent. */
export function scanInteger(body: Buffer, at: number): number {
  const end = scanIntegerPart(body, at)
  return isFraction(body[end]) ? -1 : end
}

export function scanNumber(body: Buffer, at: number): number {
  let next = scanIntegerPart(body, at)
  if (!isFraction(body[next])) return next
  if (body[next] === DOT) {
    next = scanDigits(body, next + 1)
    if (next < 0 || !isFraction(body[next])) return next
    if (body[next] === DOT) return -1
  }
  const sign = body[next + 1]
  return scanDigits(body, sign === PLUS || sign === MINUS ? next + 2 : next + 1)
}

const scanTrue = scanLiteral('true')
const scanFalse = scanLiteral('false')

export function scanBoolean(body: Buffer, at: number): number {
  const end = scanTrue(body, at)
  return end < 0 ? scanFalse(body, at) : end
}

/** Maximum depth. Deeper values are not accepted, since they could overflow the stack. */
const depthMax = 500

/** Accepts any JSON value. */
export function scanValue(body: Buffer, at: number, depth = 0): number {
  switch (body[at]) {
    case QUOTE:
      return scanString(body, at)
    case BRACE_OPEN:
      return scanMembers(body, at, (_key, value) => (depth < depthMax ? scanValue(body, value, depth + 1) : -1))
    case BRACKET_OPEN:
      return depth < depthMax ? scanList((_, item) => scanValue(body, item, depth + 1))(body, at) : -1
    default: {
      const end = scanNumber(body, at)
      return end < 0 ? scanKeyword(body, at) : end
    }
  }
}

function scanKeyword(body: Buffer, at: number): number {
  const end = scanBoolean(body, at)
  return end < 0 ? scanNull(body, at) : end
}

/**
 * Scans the members of an object. `scanMember` gets the indexes of the key and of the value, and
 * returns the index after the value, or -1 to stop.
 */
export function scanMembers(body: Buffer, at: number, scanMember: (key: number, value: number) => number): number {
  if (body[at] !== BRACE_OPEN) return -1
  if (body[at + 1] === BRACE_CLOSE) return at + 2
  for (let next = at + 1; ; next += 1) {
    const colon = scanString(body, next)
    if (colon < 0 || body[colon] !== COLON) return -1
    next = scanMember(next, colon + 1)
    if (next < 0) return -1
    if (body[next] === BRACE_CLOSE) return next + 1
    if (body[next] !== COMMA) return -1
  }
}
