/** `JSON` as Node 24 has it. This is not the gateway's own reading of numbers, which it is there to judge. */
const exact = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, at: { source?: string }) => unknown): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
}

/** The value of a JSON text, with integers as they are written where a JavaScript number does not hold them. */
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
