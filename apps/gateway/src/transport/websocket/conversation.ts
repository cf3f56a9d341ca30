import type { GraphQLError } from 'graphql'
import type { Frame } from '../delivery/result-queue.ts'
import { slowConsumer } from '../delivery/result-writer.ts'
import type { OperationWriter, ProtocolSocket } from './socket-protocol.ts'
import type { SocketSession } from './socket-session.ts'

/** A WebSocket subprotocol. */
export interface SocketProtocol {
  readonly name: string
  open(socket: ProtocolSocket, session: SocketSession): ProtocolConversation
}

/** One connection of a subprotocol. */
export interface ProtocolConversation {
  /** Handles a text message. Rejects only if there is a bug. */
  receive(message: string): Promise<void>
  /** Ends an operation with `SLOW_CONSUMER` after its queued messages were removed, even if it had already ended. */
  slow(operation: string): void
  /** Ends every operation without a message, because the socket is closing. May be called twice. */
  closed(): void
}

/**
 * State that the conversations of all subprotocols share. A class, since there is one per socket, most of them idle.
 */
export abstract class Conversation implements ProtocolConversation, OperationWriter {
  readonly socket: ProtocolSocket
  protected readonly session: SocketSession
  #initTimer: NodeJS.Timeout | undefined

  /** Calls `initTimedOut` after `initTimeoutMs`, unless `endInitTimeout` is called before. */
  constructor(socket: ProtocolSocket, session: SocketSession, initTimeoutMs: number) {
    this.socket = socket
    this.session = session
    this.#initTimer = setTimeout(onInitTimeout, initTimeoutMs, this)
  }

  abstract receive(message: string): Promise<void>
  abstract frame(operation: string, field: string | undefined): Frame
  abstract complete(operation: string): void
  abstract reject(operation: string, errors: readonly GraphQLError[]): void
  abstract fail(operation: string, error: GraphQLError): void
  abstract initTimedOut(): void

  slow(operation: string): void {
    this.session.stop(operation)
    this.fail(operation, slowConsumer())
  }

  closed(): void {
    this.endInitTimeout()
    this.session.close()
  }

  protected endInitTimeout(): void {
    clearTimeout(this.#initTimer)
    this.#initTimer = undefined
  }
}

function onInitTimeout(conversation: Conversation): void {
  conversation.initTimedOut()
}
