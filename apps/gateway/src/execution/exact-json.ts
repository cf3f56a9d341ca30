/** `JSON` as Node 24 has it; the ECMAScript library that TypeScript is told to use does not name these yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (this: unknown, key: string, value: unknown, at: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
}

const exact = JSON as unknown as ExactJson

/** Where an integer may stand that is longer than a JavaScript number holds exactly. */
const LONG_INTEGER = /[[:,\s]-?\d{16}/

/**
 * The value of a JSON text. Integers that a JavaScript number cannot hold are kept as they were written, for `JSON.stringify` to write again.
 *
 * Any other number is the same value, written the way JavaScript writes it: `1.0` becomes `1`, `1e3` becomes `1000`.
 */
export function parseExact(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text)
  return exact.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && source !== undefined
      ? exact.rawJSON(source)
      : value,
  )
}

/** Whether a value is a number kept as it was written. */
export function isWrittenNumber(value: unknown): boolean {
  return exact.isRawJSON(value)
}
