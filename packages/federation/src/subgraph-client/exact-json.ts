/** `JSON` as Node 24 has it; the ECMAScript library that TypeScript is told to use does not name these yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (this: unknown, key: string, value: unknown, at: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
}

const exact = JSON as unknown as ExactJson

/** A number that may have more digits than a JavaScript number holds (any 15 are held), or be too large or too small for one. */
const LONG_NUMBER = /[[:,\s](-?\d(?:[\d.]{15,}(?:[eE][-+]?\d+)?|[\d.]*[eE][-+]?\d+))/g

/**
 * The value of a JSON text. Numbers that a JavaScript number cannot hold are kept as they were written, for `JSON.stringify` to write again.
 *
 * Any other number is the same value, written the way JavaScript writes it: `1.0` becomes `1`, `1e3` becomes `1000`.
 */
export function parseExact(text: string): unknown {
  if (!hasUnheld(text)) return JSON.parse(text)
  return exact.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isHeld(source) ? exact.rawJSON(source) : value,
  )
}

/** Whether a value is a number kept as it was written. */
export function isWrittenNumber(value: unknown): boolean {
  return exact.isRawJSON(value)
}

/** Whether it is one without a fraction and an exponent. */
export function isWrittenInteger(value: unknown): boolean {
  return exact.isRawJSON(value) && /^-?\d+$/.test(value.rawJSON)
}

/** Whether a text has a number that must be kept as it is written. Taking what stands within a JSON text for one only costs time. */
function hasUnheld(text: string): boolean {
  LONG_NUMBER.lastIndex = 0
  for (let found = LONG_NUMBER.exec(text); found !== null; found = LONG_NUMBER.exec(text)) {
    if (!isHeld(found[1] ?? '')) return true
  }
  return false
}

/** Whether JavaScript writes a number again with the same value. */
function isHeld(source: string): boolean {
  const written = String(Number(source))
  return written === source || decimalOf(written) === decimalOf(source)
}

/** The same text for the same value: its digits without zeros around them, and a power of ten. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  const digits = whole + fraction
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  const power = Number(exponent) - fraction.length + digits.length - end
  return start === end ? '0' : `${sign}${digits.slice(start, end)}e${power}`
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/
