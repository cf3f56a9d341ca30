import { isObject, parseExact } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubscribePayload } from 'graphql-ws'
import type { UpstreamOutput } from './upstream-machine.ts'
import { readUpstreamMessage, type UpstreamMessage } from './upstream-message.ts'

/** How a WebSocket protocol encodes the messages of the state machine and decodes replies. */
export interface SocketDialect {
  readonly protocol: 'graphql-transport-ws' | 'graphql-ws'
  read(message: string): UpstreamMessage
  subscribe(id: string, payload: SubscribePayload): string
  /** `undefined` if the protocol has no ping message: a ping frame is sent instead. */
  write(message: UpstreamOutput): string | undefined
}

export const TRANSPORT: SocketDialect = {
  protocol: 'graphql-transport-ws',
  read: readUpstreamMessage,
  subscribe: (id, payload) => JSON.stringify({ id, type: 'subscribe', payload }),
  write: (message) => JSON.stringify(message),
}

/** `graphql-ws` of subscriptions-transport-ws. */
export const LEGACY: SocketDialect = {
  protocol: 'graphql-ws',
  read: readLegacyMessage,
  subscribe: (id, payload) => JSON.stringify({ id, type: 'start', payload }),
  write(message) {
    if (message.type === 'ping') return undefined
    return JSON.stringify(message.type === 'complete' ? { id: message.id, type: 'stop' } : message)
  },
}

/** Source: subscriptions-transport-ws, PROTOCOL.md. */
function readLegacyMessage(text: string): UpstreamMessage {
  let message: unknown
  try {
    message = parseExact(text)
  } catch {
    return { type: 'invalid', reason: 'A message is not valid JSON' }
  }
  const { type, id, payload }: Record<string, unknown> = isObject(message) ? message : {}
  switch (type) {
    case 'connection_ack':
      return { type }
    case 'ka':
    case 'connection_keep_alive':
      return { type: 'pong' }
    case 'connection_error':
      return { type: 'invalid', reason: 'connection_error' }
    case 'data':
    case 'error':
    case 'complete':
      break
    default:
      return { type: 'invalid', reason: 'A message has an unknown type' }
  }
  // Some servers use numbers as ids.
  if (typeof id !== 'string' && typeof id !== 'number') return { type: 'invalid', reason: 'A message has no id' }
  if (type === 'complete') return { type, id: String(id) }
  const errors = type === 'error' ? errorsIn(payload) : requestErrorsOf(payload)
  if (errors !== undefined) return { type: 'error', id: String(id), payload: errors }
  return { type: 'next', id: String(id), payload, json: undefined, characters: text.length }
}

/** The payload is one error, a list of errors, or a result with errors. */
function errorsIn(payload: unknown): readonly unknown[] {
  if (Array.isArray(payload)) return payload
  return isObject(payload) && Array.isArray(payload.errors) ? payload.errors : [payload]
}

/**
 * The errors of a result that has no `data`: the operation was refused before it was executed.
 * Source: GraphQL, October 2021, 7.1.
 */
export function requestErrorsOf(result: unknown): readonly unknown[] | undefined {
  if (!isObject(result) || 'data' in result) return undefined
  return Array.isArray(result.errors) && result.errors.length > 0 ? result.errors : undefined
}
