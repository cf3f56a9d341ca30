/** `JSON` of Node 24, independent of the number parsing under test. */
const exact = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, at: { source?: string }) => unknown): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
}

/** Parses JSON; integers that a JavaScript number cannot represent keep their digits. */
export function readExactly(json: string): unknown {
  return exact.parse(json, (_key, value, { source }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? exact.rawJSON(source ?? '')
      : value,
  )
}

export function isExactNumber(value: unknown): boolean {
  return exact.isRawJSON(value)
}
