import type { GraphQLError } from 'graphql'
import type { Frame } from '../delivery/result-queue.ts'
import { openStaggeredInterval, type StaggeredInterval } from '../delivery/staggered-interval.ts'
import { readOperation } from '../http/read-graphql-request.ts'
import { Conversation, type SocketProtocol } from './conversation.ts'
import {
  LEGACY_CLOSED,
  LEGACY_START,
  type LegacyEffect,
  type LegacyInput,
  type LegacyState,
  stepLegacy,
} from './legacy-machine.ts'
import { frameFrom, isAccepted, type ProtocolSocket } from './socket-protocol.ts'
import type { SocketSession } from './socket-session.ts'

export interface LegacyOptions {
  readonly initTimeoutMs: number
  readonly keepAliveMs: number
}

type KeepAlive = StaggeredInterval<LegacyConversation>

/**
 * `graphql-ws` of subscriptions-transport-ws. A refused token is a `connection_error`, and closes
 * with 4403.
 */
export function legacyProtocol({ initTimeoutMs, keepAliveMs }: LegacyOptions): SocketProtocol {
  const keepAlive: KeepAlive = openStaggeredInterval(keepAliveMs, (conversation) => {
    void conversation.step({ type: 'keepAlive' })
  })
  return {
    name: 'graphql-ws',
    open: (socket, session) => new LegacyConversation(socket, session, keepAlive, initTimeoutMs),
  }
}

class LegacyConversation extends Conversation {
  readonly #keepAlive: KeepAlive
  #state: LegacyState = LEGACY_START

  constructor(socket: ProtocolSocket, session: SocketSession, keepAlive: KeepAlive, initTimeoutMs: number) {
    super(socket, session, initTimeoutMs)
    this.#keepAlive = keepAlive
  }

  override frame(id: string, field: string | undefined): Frame {
    return frameFrom(`{"id":${JSON.stringify(id)},"type":"data","payload":`, field)
  }

  override complete(id: string): void {
    this.socket.finish(id, JSON.stringify({ id, type: 'complete' }))
  }

  /** Clients read `message` of a single error, or of each error in a list. */
  override reject(id: string, errors: readonly GraphQLError[]): void {
    const payload = errors.length === 1 ? errors[0] : errors
    this.socket.finish(id, JSON.stringify({ id, type: 'error', payload }))
  }

  /** Sent as `data`, since `error` is for operations that were not executed. */
  override fail(id: string, error: GraphQLError): void {
    this.socket.finish(id, JSON.stringify({ id, type: 'data', payload: { data: null, errors: [error] } }))
    this.complete(id)
  }

  async receive(message: string): Promise<void> {
    await this.step({ type: 'message', message })
  }

  override initTimedOut(): void {
    void this.step({ type: 'initTimeout' })
  }

  override closed(): void {
    this.#state = LEGACY_CLOSED
    this.#keepAlive.delete(this)
    super.closed()
  }

  async step(input: LegacyInput): Promise<void> {
    const { state, effects } = stepLegacy(this.#state, input, this.session)
    this.#state = state
    if (state.phase !== 'OPEN') this.endInitTimeout()
    if (input.type === 'accepted' && state.phase === 'READY') this.#keepAlive.add(this)
    // Concurrently, since an operation must not wait for the end of an earlier one.
    await Promise.all(effects.map((effect) => this.#perform(effect)))
  }

  async #perform(effect: LegacyEffect): Promise<void> {
    switch (effect.type) {
      case 'send':
        return this.socket.send(JSON.stringify(effect.message))
      case 'authenticate': {
        const caller = await this.session.connect(effect.payload)
        return this.step(isAccepted(caller) ? { type: 'accepted' } : { type: 'refused', refusal: caller })
      }
      case 'start':
        return this.session.start(effect.id, readOperation(effect.payload), this)
      case 'stop':
        this.session.stop(effect.id)
        return this.socket.forget(effect.id)
      case 'complete':
        return this.complete(effect.id)
      case 'close':
        this.session.close()
        return this.socket.close(effect.code, effect.reason)
    }
  }
}
