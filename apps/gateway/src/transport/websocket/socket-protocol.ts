import type { GraphQLError } from 'graphql'
import type { LiveResult } from '../../relay/live-result.ts'
import type { Frame } from '../delivery/result-queue.ts'
import type { SocketSession } from './socket-session.ts'

/** A WebSocket as a protocol sees it. After `close` nothing is sent any more. */
export interface ProtocolSocket {
  /** A message of no operation (ack, pong, ka, connection_error), at once. */
  send(text: string): void
  /**
   * One result of an operation: `frame.head`, `result.bytes`, `frame.tail` are the message.
   *
   * It may wait while the client is slow, and then be replaced or dropped as the policy of `frame.field` says.
   */
  deliver(operation: string, result: LiveResult, frame: Frame): void
  /** Several results of an operation: the same as `deliver` for each. */
  deliverAll(operation: string, results: readonly LiveResult[], frame: Frame): void
  /** A last message of an operation, after the results of it that wait. Also of an operation that had none. It is neither replaced nor dropped. */
  finish(operation: string, text: string): void
  /** The client ended the operation: what waits for it is forgotten. Nothing happens for one that is not known. */
  forget(operation: string): void
  /** Closes the socket, after what was to be sent before. `reason` has at most 123 bytes. */
  close(code: number, reason: string): void
}

/** A language spoken over `/graphql-ws`. */
export interface SocketProtocol {
  /** The WebSocket subprotocol. */
  readonly name: string
  open(socket: ProtocolSocket, session: SocketSession): ProtocolConversation
}

export interface ProtocolConversation {
  /** A text message came. Rejects only for a bug. */
  receive(text: string): Promise<void>
  /** What waited for this operation was forgotten, since its client is too slow: it ends with `SLOW_CONSUMER`, also when it was over already. */
  slow(operation: string): void
  /** The socket is closed, or is being closed: every operation ends, nobody is told. May be called twice. */
  closed(): void
}

/** How a protocol speaks of operations; the same for all its sockets. */
export interface Wording {
  frame(operation: string, field: string | undefined): Frame
  /** The operation has come to its end. */
  complete(socket: ProtocolSocket, operation: string): void
  /** The operation was not executed. */
  reject(socket: ProtocolSocket, operation: string, errors: readonly GraphQLError[]): void
  /** The operation cannot go on. */
  fail(socket: ProtocolSocket, operation: string, error: GraphQLError): void
}

/** Who tells one client about its operations. */
export interface Voice {
  readonly socket: ProtocolSocket
  readonly wording: Wording
}

const TAIL = Buffer.from('}')

/** A frame whose message is the JSON object that begins with `head`. */
export function frameFrom(head: string, field: string | undefined): Frame {
  return { head: Buffer.from(head), tail: TAIL, field }
}
