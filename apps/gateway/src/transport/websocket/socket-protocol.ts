import { isObject, parseVerbatim } from '@travel-rule/federation/subgraph-client/data-object'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../identity/authenticator.ts'
import { type CallerRefusal, isRefusal } from '../../identity/caller-refusal.ts'
import type { LiveResult } from '../../relay/live-result.ts'
import type { Frame } from '../delivery/result-queue.ts'

/** A message of a client, in the form that both subprotocols share. */
export interface ClientMessage {
  readonly type: string
  /** `undefined` when it is missing or invalid. */
  readonly id: string | undefined
  readonly payload: unknown
}

/** Limited, since ids are sent back with every result. */
const idCharactersMax = 1_000

/**
 * Parses a message. `undefined` for anything but a JSON object with a `type`.
 *
 * Numbers keep their digits only for authenticated clients, since that takes more time.
 */
export function parseClientMessage(json: string, isAuthenticated: boolean): ClientMessage | undefined {
  const message = parseObject(json, isAuthenticated ? parseVerbatim : JSON.parse)
  if (message === undefined) return undefined
  const { type, id, payload } = message
  if (typeof type !== 'string') return undefined
  const isValid = typeof id === 'string' && id !== '' && id.length <= idCharactersMax
  return { type, id: isValid ? id : undefined, payload }
}

/** The operations of a socket. */
export interface OperationsInProgress {
  has(operation: string): boolean
}

export const INVALID_MESSAGE = 'Invalid message received'

/** Why a connection is refused. */
export type ConnectionRefusal = CallerRefusal | 'TOO_MANY_CONNECTIONS'

/** True if a token was accepted: the caller is neither a refusal nor the name of one. */
export function isAccepted(caller: Caller | CallerRefusal | string): caller is Caller {
  return typeof caller !== 'string' && !isRefusal(caller)
}

/**
 * The code and reason with which a refused connection is closed. Clients of graphql-ws retry after each of these codes.
 */
export function closeOf(refusal: ConnectionRefusal): readonly [code: number, reason: string] {
  if (refusal === 'TOO_MANY_CONNECTIONS') return [1013, 'Too many connections']
  return [refusal.code === 'UNAUTHENTICATED' ? 4403 : 1013, refusal.closeReason]
}

/** A WebSocket as used by a protocol. Nothing is sent after `close`. */
export interface ProtocolSocket {
  /** Sends a message of the connection (ack, pong, ka, connection_error) immediately. */
  send(message: string): void
  /**
   * Sends one result of an operation as `frame.head`, `result.bytes`, `frame.tail`.
   *
   * While the client is slow, the result may be queued, and then replaced or dropped according to the policy of
   * `frame.field`.
   */
  deliver(operation: string, result: LiveResult, frame: Frame): void
  /** Sends several results of an operation. Equivalent to `deliver` for each, but cheaper. */
  deliverAll(operation: string, results: readonly LiveResult[], frame: Frame): void
  /**
   * Sends the final message of an operation after its queued results. It is neither replaced nor
   * dropped.
   */
  finish(operation: string, message: string): void
  /** Drops the queued messages of an operation that its client has ended. */
  forget(operation: string): void
  /** Closes the socket once queued messages are sent. `reason` has at most 123 bytes. */
  close(code: number, reason: string): void
}

/** Writes the messages of one connection's operations. */
export interface OperationWriter {
  readonly socket: ProtocolSocket
  /** The frame of an operation's results. */
  frame(operation: string, field: string | undefined): Frame
  /** The operation has completed. */
  complete(operation: string): void
  /** The operation was not executed. */
  reject(operation: string, errors: readonly GraphQLError[]): void
  /** The operation cannot continue. */
  fail(operation: string, error: GraphQLError): void
}

const TAIL = Buffer.from('}')

/** The frame of messages that are a JSON object beginning with `head`. */
export function frameFrom(head: string, field: string | undefined): Frame {
  return { head: Buffer.from(head), tail: TAIL, field }
}

function parseObject(json: string, parse: (json: string) => unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
