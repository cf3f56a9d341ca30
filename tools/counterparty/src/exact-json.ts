type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseJson = JSON.parse as (text: string, reviver: Reviver) => unknown
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/**
 * The one JSON value in `text`, where a number under the key `amount` comes as the text that was written, so that no
 * digit is lost. Throws `SyntaxError` when there is no value, or more than one.
 */
export function parseExactJson(text: string): unknown {
  return parseJson(text, (key, value, { source }) => (key === 'amount' && typeof value === 'number' ? source : value))
}

/** A value that `JSON.stringify` writes as the number `decimal`, digit by digit. */
export function exactNumber(decimal: string): unknown {
  return rawJson(decimal)
}

/** The same text for every order of keys: what "same body" means when a message is repeated. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
