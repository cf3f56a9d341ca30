import type { GraphQLError } from 'graphql'
import { type CallerRefusal, refusalExtensions } from '../../identity/caller-refusal.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { Conversation, type SocketProtocol } from './conversation.ts'
import { frameFrom, isAccepted } from './socket-protocol.ts'
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
        return this.step(isAccepted(caller) ? { type: 'accepted' } : { type: 'refused', refusal: caller })
      }
      case 'refresh': {
        const caller = await this.session.refresh(effect.token)
        return this.step({ type: 'refreshed', response: isAccepted(caller) ? expiry(caller) : refusal(caller) })
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

function refusal(refused: CallerRefusal | 'ANOTHER_SUBJECT') {
  if (refused === 'ANOTHER_SUBJECT') return { error: ANOTHER_SUBJECT }
  const message = refused.reason === 'TOKEN_MISSING' ? 'The new access token is not a string.' : refused.message
  return { error: { ...refusalExtensions(refused), message: `${message} ${KEEPS}` } }
}

const KEEPS = 'The connection keeps the previous token.'
const ANOTHER_SUBJECT = {
  code: 'UNAUTHENTICATED',
  reason: 'TOKEN_SUBJECT_CHANGED',
  message: `The new access token has another subject or client. ${KEEPS}`,
}
