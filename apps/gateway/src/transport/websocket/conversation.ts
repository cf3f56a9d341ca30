import type { ProtocolSocket, Voice, Wording } from './socket-protocol.ts'
import { type SocketSession, slowConsumer } from './socket-session.ts'

/** What every protocol's conversation has in common. A class, since there are as many as sockets: an idle one is to cost nothing but its fields. */
export abstract class Conversation implements Voice {
  readonly socket: ProtocolSocket
  protected readonly session: SocketSession
  #initTimer: NodeJS.Timeout | undefined

  /** `initTimedOut` is called when `initialised` was not within `initTimeoutMs`. */
  constructor(socket: ProtocolSocket, session: SocketSession, initTimeoutMs: number) {
    this.socket = socket
    this.session = session
    this.#initTimer = setTimeout(initTimedOut, initTimeoutMs, this)
  }

  abstract get wording(): Wording
  abstract initTimedOut(): void

  slow(operation: string): void {
    this.session.stop(operation)
    this.wording.fail(this.socket, operation, slowConsumer())
  }

  closed(): void {
    this.initialised()
    this.session.close()
  }

  /** Nothing is waited for any more before operations may begin, or never will. */
  protected initialised(): void {
    clearTimeout(this.#initTimer)
    this.#initTimer = undefined
  }
}

function initTimedOut(conversation: Conversation): void {
  conversation.initTimedOut()
}
