import type { SocketSession } from './socket-session.ts'

/** A WebSocket as a protocol sees it. */
export interface ProtocolSocket {
  /** Resolves when the text was handed to the network, at once when the socket is closed. */
  send(text: string): Promise<void>
  close(code?: number, reason?: string): void
}

/** A language spoken over `/graphql-ws`. */
export interface SocketProtocol {
  /** The WebSocket subprotocol. */
  readonly name: string
  open(socket: ProtocolSocket, session: SocketSession): ProtocolConversation
}

export interface ProtocolConversation {
  /** A text message came. Rejects with `SocketClosure` to have the socket closed. */
  receive(text: string): Promise<void>
  /** The socket is closed. */
  closed(code: number, reason: string): Promise<void>
}

/** Thrown while a message is dealt with: the socket is to be closed with this code. */
export class SocketClosure extends Error {
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason)
    this.name = 'SocketClosure'
    this.code = code
  }
}
