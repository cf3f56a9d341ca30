import { parseExact } from '@travel-rule/federation/subgraph-client/exact-json'

/** What a subgraph may send to its gateway. Of `next` and `error` only the frame is checked, so that a bad payload costs one subscription. */
export type UpstreamMessage =
  | { readonly type: 'connection_ack' | 'ping' | 'pong' }
  | {
      readonly type: 'next'
      readonly id: string
      readonly payload: unknown
      /** The payload as it was written, where it is certain. */
      readonly text: string | undefined
    }
  | { readonly type: 'error'; readonly id: string; readonly payload: unknown }
  | { readonly type: 'complete'; readonly id: string }
  /** No message of the protocol. `reason` fits into a close frame. */
  | { readonly type: 'invalid'; readonly reason: string }

/**
 * Reads one text message, parsing it once. Integers longer than a JavaScript number holds are kept as they were written.
 *
 * Source: graphql-ws, PROTOCOL.md, of `graphql-transport-ws`.
 */
export function readUpstreamMessage(text: string): UpstreamMessage {
  return cutNext(text) ?? readWhole(text)
}

/** How most servers begin a `next`. Only ids as ours are taken: these are the same with and without JSON's escapes. */
const NEXT_HEAD = /^\{"id":"(\d{1,15})","type":"next","payload":/

/**
 * A `next` whose payload is everything between the head and the last brace. When that alone is a JSON text, it is the payload and there is
 * nothing beside it: with another member after it (a second `payload` even) it would be a value, a comma and more.
 */
function cutNext(text: string): UpstreamMessage | undefined {
  const head = NEXT_HEAD.exec(text)
  if (head?.[1] === undefined || !text.endsWith('}')) return undefined
  const cut = text.slice(head[0].length, -1)
  try {
    return { type: 'next', id: head[1], payload: parseExact(cut), text: cut }
  } catch {
    return undefined
  }
}

function readWhole(text: string): UpstreamMessage {
  let message: unknown
  try {
    message = parseExact(text)
  } catch {
    return invalid('A message is no JSON')
  }
  if (!isObject(message)) return invalid('A message is no object')
  const { type, id, payload } = message
  switch (type) {
    case 'connection_ack':
    case 'ping':
    case 'pong':
      return payload == null || isObject(payload) ? { type } : invalid(`The payload of ${type} is no object`)
    case 'next':
      return isId(id) ? { type, id, payload, text: undefined } : invalid(`The id of ${type} is no text`)
    case 'error':
      return isId(id) ? { type, id, payload } : invalid(`The id of ${type} is no text`)
    case 'complete':
      return isId(id) ? { type, id } : invalid(`The id of ${type} is no text`)
    default:
      return invalid('A message has no type of the protocol')
  }
}

function invalid(reason: string): UpstreamMessage {
  return { type: 'invalid', reason }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
