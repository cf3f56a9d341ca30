/** The `JSON` of Node 24, not the gateway's own number parsing, which it judges. */
const exact = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, at: { source?: string }) => unknown): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
}

/** The value of a JSON string, with integers kept as written where a JavaScript number would lose digits. */
export function readExactly(text: string): unknown {
  return exact.parse(text, (_key, value, { source }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? exact.rawJSON(source ?? '')
      : value,
  )
}

export function isExactNumber(value: unknown): boolean {
  return exact.isRawJSON(value)
}
