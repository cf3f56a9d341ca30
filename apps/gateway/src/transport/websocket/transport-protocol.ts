import type { GraphQLError } from 'graphql'
import type { CallerRefusal } from '../../identity/authenticator.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { Conversation, type SocketProtocol } from './conversation.ts'
import { frameFrom } from './socket-protocol.ts'
import {
  stepTransport,
  TRANSPORT_START,
  type TransportEffect,
  type TransportInput,
  type TransportState,
} from './transport-machine.ts'

/** `graphql-transport-ws`. A refused token closes with 4403; a `ping` may refresh the token. */
export function transportProtocol({ initTimeoutMs }: { readonly initTimeoutMs: number }): SocketProtocol {
  return {
    name: 'graphql-transport-ws',
    open: (socket, session) => new TransportConversation(socket, session, initTimeoutMs),
  }
}

class TransportConversation extends Conversation {
  #state: TransportState = TRANSPORT_START

  override frame(id: string, field: string | undefined): Frame {
    return frameFrom(`{"id":${JSON.stringify(id)},"type":"next","payload":`, field)
  }

  override complete(id: string): void {
    this.socket.finish(id, JSON.stringify({ id, type: 'complete' }))
  }

  override reject(id: string, errors: readonly GraphQLError[]): void {
    this.socket.finish(id, JSON.stringify({ id, type: 'error', payload: errors }))
  }

  override fail(id: string, error: GraphQLError): void {
    this.reject(id, [error])
  }

  async receive(message: string): Promise<void> {
    await this.step({ type: 'message', message })
  }

  override initTimedOut(): void {
    void this.step({ type: 'initTimeout' })
  }

  async step(input: TransportInput): Promise<void> {
    const { state, effects } = stepTransport(this.#state, input, this.session)
    this.#state = state
    if (state.phase !== 'OPEN') this.endInitTimeout()
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
        return this.step({ type: 'refreshed', response: typeof caller === 'string' ? refusal(caller) : expiry(caller) })
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
  UNAUTHENTICATED: 'The new access token is not valid: the connection keeps the previous one.',
  ANOTHER_SUBJECT: 'The new access token has another subject or client: the connection keeps the previous one.',
  IDENTITY_PROVIDER_UNAVAILABLE:
    'Tokens cannot be verified, because the identity provider is not available. Try again later.',
}
