type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseJson = JSON.parse as (source: string, reviver: Reviver) => unknown
const rawJson = (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON

/**
 * The JSON value in `source`. A number under the key `amount` becomes a string with the same
 * digits, so that none is lost. Throws `SyntaxError`.
 */
export function parseExactJson(source: string): unknown {
  return parseJson(source, (key, value, { source }) => (key === 'amount' && typeof value === 'number' ? source : value))
}

/** A value that `JSON.stringify` writes as the number `decimal`, with all of its digits. */
export function exactNumber(decimal: string): unknown {
  return rawJson(decimal)
}

/** JSON with sorted keys, for comparing the bodies of repeated messages. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
