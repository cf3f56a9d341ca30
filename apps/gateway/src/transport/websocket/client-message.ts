/** A message of a client, as both protocols write it. */
export interface ClientMessage {
  readonly type: string
  /** `undefined` when the message has none that can be used. */
  readonly id: string | undefined
  readonly payload: unknown
}

/** Ids are sent back with every result. */
const idCharactersMax = 1_000

/** `undefined` for what is no JSON object with a `type`. */
export function parseClientMessage(text: string): ClientMessage | undefined {
  const message = parseObject(text)
  if (message === undefined) return undefined
  const { type, id, payload } = message
  if (typeof type !== 'string') return undefined
  const usable = typeof id === 'string' && id !== '' && id.length <= idCharactersMax
  return { type, id: usable ? id : undefined, payload }
}

/** Which operations of a socket are under way. */
export interface OperationsUnderWay {
  has(operation: string): boolean
}

export const INVALID_MESSAGE = 'Invalid message received'

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
