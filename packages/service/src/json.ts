/** True if a parsed JSON value is an object, neither `null` nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The parsed JSON value; `undefined` for invalid JSON. */
export function parseJson(document: string): unknown {
  try {
    return JSON.parse(document)
  } catch {
    return undefined
  }
}
