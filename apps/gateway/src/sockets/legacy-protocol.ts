import type { GraphQLError } from 'graphql'
import { readOperation } from '../http/read-graphql-request.ts'
import { LEGACY_START, type LegacyEffect, type LegacyInput, type LegacyState, stepLegacy } from './legacy-machine.ts'
import { openRounds, type Rounds } from './open-rounds.ts'
import {
  frameFrom,
  type ProtocolConversation,
  type ProtocolSocket,
  type SocketProtocol,
  type Voice,
  type Wording,
} from './socket-protocol.ts'
import { type SocketSession, slowConsumer } from './socket-session.ts'

export interface LegacyOptions {
  readonly initTimeoutMs: number
  readonly keepAliveMs: number
}

/** `graphql-ws`, the protocol of subscriptions-transport-ws. A refused token is answered with `connection_error` and closes with 4403. */
export function legacyProtocol({ initTimeoutMs, keepAliveMs }: LegacyOptions): SocketProtocol {
  const rounds = openRounds<LegacyConversation>(keepAliveMs, (one) => void one.step({ type: 'keepAlive' }))
  return {
    name: 'graphql-ws',
    open: (socket, session) => new LegacyConversation(socket, session, rounds, initTimeoutMs),
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

/** A class, since there are as many as sockets: an idle one is to cost nothing but its fields. */
class LegacyConversation implements ProtocolConversation, Voice {
  readonly socket: ProtocolSocket
  readonly #session: SocketSession
  readonly #rounds: Rounds<LegacyConversation>
  #state: LegacyState = LEGACY_START
  #initTimer: NodeJS.Timeout | undefined

  constructor(
    socket: ProtocolSocket,
    session: SocketSession,
    rounds: Rounds<LegacyConversation>,
    initTimeoutMs: number,
  ) {
    this.socket = socket
    this.#session = session
    this.#rounds = rounds
    this.#initTimer = setTimeout(initTimeout, initTimeoutMs, this)
  }

  get wording(): Wording {
    return WORDING
  }

  async receive(text: string): Promise<void> {
    await this.step({ type: 'message', text })
  }

  slow(operation: string): void {
    this.#session.stop(operation)
    WORDING.fail(this.socket, operation, slowConsumer())
  }

  closed(): void {
    this.#stopTimer()
    this.#rounds.delete(this)
    this.#session.close()
  }

  async step(input: LegacyInput): Promise<void> {
    const { state, effects } = stepLegacy(this.#state, input, this.#session)
    this.#state = state
    if (state.phase !== 'OPEN') this.#stopTimer()
    if (input.type === 'accepted' && state.phase === 'READY') this.#rounds.add(this)
    // All at once: an operation must not wait for the end of the one before.
    await Promise.all(effects.map((effect) => this.#perform(effect)))
  }

  async #perform(effect: LegacyEffect): Promise<void> {
    switch (effect.type) {
      case 'send':
        return this.socket.send(JSON.stringify(effect.message))
      case 'authenticate': {
        const caller = await this.#session.connect(effect.payload)
        return this.step(typeof caller === 'string' ? { type: 'refused', code: caller } : { type: 'accepted' })
      }
      case 'start':
        return this.#session.start(effect.id, readOperation(effect.payload), this)
      case 'stop':
        this.#session.stop(effect.id)
        return this.socket.forget(effect.id)
      case 'complete':
        return complete(this.socket, effect.id)
      case 'close':
        this.#session.close()
        return this.socket.close(effect.code, effect.reason)
    }
  }

  #stopTimer(): void {
    clearTimeout(this.#initTimer)
    this.#initTimer = undefined
  }
}

function initTimeout(conversation: LegacyConversation): void {
  void conversation.step({ type: 'initTimeout' })
}
