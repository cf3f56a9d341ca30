import type { CallerRefusal } from '../../identity/authenticator.ts'
import { Conversation } from './conversation.ts'
import { frameFrom, type ProtocolConversation, type SocketProtocol, type Wording } from './socket-protocol.ts'
import {
  stepTransport,
  TRANSPORT_START,
  type TransportEffect,
  type TransportInput,
  type TransportState,
} from './transport-machine.ts'

/** `graphql-transport-ws`. A refused token closes with 4403; a new one may come in a `ping`. */
export function transportProtocol({ initTimeoutMs }: { readonly initTimeoutMs: number }): SocketProtocol {
  return {
    name: 'graphql-transport-ws',
    open: (socket, session) => new TransportConversation(socket, session, initTimeoutMs),
  }
}

const WORDING: Wording = {
  frame: (id, field) => frameFrom(`{"id":${JSON.stringify(id)},"type":"next","payload":`, field),
  complete: (socket, id) => socket.finish(id, JSON.stringify({ id, type: 'complete' })),
  reject: (socket, id, errors) => socket.finish(id, JSON.stringify({ id, type: 'error', payload: errors })),
  fail: (socket, id, error) => socket.finish(id, JSON.stringify({ id, type: 'error', payload: [error] })),
}

class TransportConversation extends Conversation implements ProtocolConversation {
  #state: TransportState = TRANSPORT_START

  override get wording(): Wording {
    return WORDING
  }

  async receive(text: string): Promise<void> {
    await this.step({ type: 'message', text, atMs: performance.now() })
  }

  override initTimedOut(): void {
    void this.step({ type: 'initTimeout' })
  }

  async step(input: TransportInput): Promise<void> {
    const { state, effects } = stepTransport(this.#state, input, this.session)
    this.#state = state
    if (state.phase !== 'OPEN') this.initialised()
    for (const effect of effects) await this.#perform(effect)
  }

  async #perform(effect: TransportEffect): Promise<void> {
    switch (effect.type) {
      case 'send':
        return this.socket.send(JSON.stringify(effect.message))
      case 'authenticate': {
        const caller = await this.session.connect(effect.payload)
        return this.step(typeof caller === 'string' ? { type: 'refused', code: caller } : { type: 'accepted' })
      }
      case 'refresh': {
        const caller = await this.session.refresh(effect.token)
        return this.step({ type: 'refreshed', answer: typeof caller === 'string' ? refusal(caller) : expiry(caller) })
      }
      case 'start':
        return this.session.start(effect.id, effect.request, this)
      case 'stop':
        this.session.stop(effect.id)
        return this.socket.forget(effect.id)
      case 'close':
        this.session.close()
        return this.socket.close(effect.code, effect.reason)
    }
  }
}

function expiry({ expiresAtSeconds }: { readonly expiresAtSeconds: number }) {
  return { expiresAt: new Date(expiresAtSeconds * 1_000).toISOString() }
}

function refusal(reason: CallerRefusal | 'ANOTHER_SUBJECT') {
  const code = reason === 'IDENTITY_PROVIDER_UNAVAILABLE' ? reason : 'UNAUTHENTICATED'
  return { error: { code, message: REFUSALS[reason] } }
}

const REFUSALS: Readonly<Record<CallerRefusal | 'ANOTHER_SUBJECT', string>> = {
  UNAUTHENTICATED: 'The new access token is not accepted: the connection goes on with the one before.',
  ANOTHER_SUBJECT: 'The new access token is of another subject or client: the connection goes on with the one before.',
  IDENTITY_PROVIDER_UNAVAILABLE:
    'Tokens cannot be checked, because the identity provider does not answer. Try again later.',
}
