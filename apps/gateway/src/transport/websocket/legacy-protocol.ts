import type { GraphQLError } from 'graphql'
import { openStaggeredInterval, type StaggeredInterval } from '../delivery/staggered-interval.ts'
import { readOperation } from '../http/read-graphql-request.ts'
import { Conversation } from './conversation.ts'
import {
  LEGACY_CLOSED,
  LEGACY_START,
  type LegacyEffect,
  type LegacyInput,
  type LegacyState,
  stepLegacy,
} from './legacy-machine.ts'
import {
  frameFrom,
  type ProtocolConversation,
  type ProtocolSocket,
  type SocketProtocol,
  type Wording,
} from './socket-protocol.ts'
import type { SocketSession } from './socket-session.ts'

export interface LegacyOptions {
  readonly initTimeoutMs: number
  readonly keepAliveMs: number
}

/** `graphql-ws`, the protocol of subscriptions-transport-ws. A refused token is answered with `connection_error` and closes with 4403. */
export function legacyProtocol({ initTimeoutMs, keepAliveMs }: LegacyOptions): SocketProtocol {
  const keepAlives = openStaggeredInterval<LegacyConversation>(
    keepAliveMs,
    (one) => void one.step({ type: 'keepAlive' }),
  )
  return {
    name: 'graphql-ws',
    open: (socket, session) => new LegacyConversation(socket, session, keepAlives, initTimeoutMs),
  }
}

const WORDING: Wording = {
  frame: (id, field) => frameFrom(`{"id":${JSON.stringify(id)},"type":"data","payload":`, field),
  complete,
  reject: (socket, id, errors) =>
    socket.finish(id, JSON.stringify({ id, type: 'error', payload: errorPayload(errors) })),
  // `error` is for operations that were not executed.
  fail(socket, id, error) {
    socket.finish(id, JSON.stringify({ id, type: 'data', payload: { data: null, errors: [error] } }))
    complete(socket, id)
  },
}

function complete(socket: ProtocolSocket, id: string): void {
  socket.finish(id, JSON.stringify({ id, type: 'complete' }))
}

/** The client reads `message` of a single error, or each of a list. */
function errorPayload(errors: readonly GraphQLError[]): unknown {
  return errors.length === 1 ? errors[0] : errors
}

class LegacyConversation extends Conversation implements ProtocolConversation {
  readonly #keepAlives: StaggeredInterval<LegacyConversation>
  #state: LegacyState = LEGACY_START

  constructor(
    socket: ProtocolSocket,
    session: SocketSession,
    keepAlives: StaggeredInterval<LegacyConversation>,
    initTimeoutMs: number,
  ) {
    super(socket, session, initTimeoutMs)
    this.#keepAlives = keepAlives
  }

  override get wording(): Wording {
    return WORDING
  }

  async receive(text: string): Promise<void> {
    await this.step({ type: 'message', text })
  }

  override initTimedOut(): void {
    void this.step({ type: 'initTimeout' })
  }

  override closed(): void {
    this.#state = LEGACY_CLOSED
    this.#keepAlives.delete(this)
    super.closed()
  }

  async step(input: LegacyInput): Promise<void> {
    const { state, effects } = stepLegacy(this.#state, input, this.session)
    this.#state = state
    if (state.phase !== 'OPEN') this.initialised()
    if (input.type === 'accepted' && state.phase === 'READY') this.#keepAlives.add(this)
    // All at once: an operation must not wait for the end of the one before.
    await Promise.all(effects.map((effect) => this.#perform(effect)))
  }

  async #perform(effect: LegacyEffect): Promise<void> {
    switch (effect.type) {
      case 'send':
        return this.socket.send(JSON.stringify(effect.message))
      case 'authenticate': {
        const caller = await this.session.connect(effect.payload)
        return this.step(typeof caller === 'string' ? { type: 'refused', code: caller } : { type: 'accepted' })
      }
      case 'start':
        return this.session.start(effect.id, readOperation(effect.payload), this)
      case 'stop':
        this.session.stop(effect.id)
        return this.socket.forget(effect.id)
      case 'complete':
        return complete(this.socket, effect.id)
      case 'close':
        this.session.close()
        return this.socket.close(effect.code, effect.reason)
    }
  }
}
