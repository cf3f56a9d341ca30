import { isObject } from '@travel-rule/federation/subgraph-client/data-object'
import type { GraphQLError } from 'graphql'
import { type CallerRefusal, refusalExtensions } from '../../identity/caller-refusal.ts'
import type { OperationRequest } from '../../operation/prepared-operation.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { type RequestProblem, readOperation } from '../http/read-graphql-request.ts'
import { Conversation, type SocketProtocol } from './conversation.ts'
import {
  type ClientMessage,
  type ConnectionRefusal,
  closeOf,
  frameFrom,
  INVALID_MESSAGE,
  isAccepted,
  type OperationsInProgress,
  parseClientMessage,
} from './socket-protocol.ts'

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

/**
 * The server side of the subprotocol `graphql-transport-ws`, as a pure function.
 *
 * `operations` are in progress from their `start` until they have ended or were stopped.
 * Source: graphql-ws 6, PROTOCOL.md. A token in a `ping` is our own extension, which other servers
 * would echo.
 */
export function stepTransport(
  state: TransportState,
  input: TransportInput,
  operations: OperationsInProgress,
): TransportStep {
  if (state.phase === 'CLOSED') return stay(state)
  switch (input.type) {
    case 'message':
      return receive(state, input, operations)
    case 'accepted':
      return { state: { ...state, phase: 'READY' }, effects: [send({ type: 'connection_ack' })] }
    case 'refused':
      return close(state, ...closeOf(input.refusal))
    case 'refreshed':
      return stay(state, send({ type: 'pong', payload: input.response }))
    case 'initTimeout':
      return state.phase === 'OPEN' ? close(state, 4408, 'Connection initialisation timeout') : stay(state)
  }
}

export interface TransportState {
  readonly phase: 'OPEN' | 'AUTHENTICATING' | 'READY' | 'CLOSED'
}

export const TRANSPORT_START: TransportState = { phase: 'OPEN' }

export type TransportInput =
  | { readonly type: 'message'; readonly message: string }
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly refusal: ConnectionRefusal }
  /** The response to the token of a `ping`. */
  | { readonly type: 'refreshed'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly type: 'initTimeout' }

export type TransportEffect =
  | { readonly type: 'send'; readonly message: TransportMessage }
  | { readonly type: 'authenticate'; readonly payload: unknown }
  | { readonly type: 'refresh'; readonly token: unknown }
  | { readonly type: 'start'; readonly id: string; readonly request: OperationRequest | RequestProblem }
  | { readonly type: 'stop'; readonly id: string }
  | { readonly type: 'close'; readonly code: number; readonly reason: string }

export interface TransportMessage {
  readonly type: 'connection_ack' | 'pong'
  readonly payload?: Readonly<Record<string, unknown>>
}

export interface TransportStep {
  readonly state: TransportState
  readonly effects: readonly TransportEffect[]
}

function receive(
  state: TransportState,
  { message: json }: { readonly message: string },
  operations: OperationsInProgress,
): TransportStep {
  const message = parseClientMessage(json, state.phase === 'READY')
  if (message === undefined || !isPayload(message.payload)) return close(state, 4400, INVALID_MESSAGE)
  switch (message.type) {
    case 'connection_init':
      if (state.phase !== 'OPEN') return close(state, 4429, 'Too many initialisation requests')
      return {
        state: { ...state, phase: 'AUTHENTICATING' },
        effects: [{ type: 'authenticate', payload: message.payload }],
      }
    case 'ping':
      return ping(state, message)
    case 'pong':
      return stay(state)
    case 'subscribe':
      return subscribe(state, message, operations)
    case 'complete':
      if (message.id === undefined) return close(state, 4400, INVALID_MESSAGE)
      // Stops even an ended operation, since its final messages may be queued.
      return stay(state, { type: 'stop', id: message.id })
    default:
      return close(state, 4400, INVALID_MESSAGE)
  }
}

function subscribe(
  state: TransportState,
  { id, payload }: ClientMessage,
  operations: OperationsInProgress,
): TransportStep {
  if (id === undefined || !isObject(payload)) return close(state, 4400, INVALID_MESSAGE)
  const request = readOperation(payload)
  // An empty query fails as an operation; any other invalid payload breaks the protocol.
  if ('status' in request && payload.query !== '') return close(state, 4400, request.message)
  if (state.phase !== 'READY') return close(state, 4401, 'Unauthorized')
  if (operations.has(id)) return close(state, 4409, `Subscriber for ${shortened(id)} already exists`)
  return stay(state, { type: 'start', id, request })
}

function ping(state: TransportState, { payload }: ClientMessage): TransportStep {
  if (!isObject(payload)) return stay(state, send({ type: 'pong' }))
  if (!('bearer_token' in payload)) return stay(state, send({ type: 'pong', payload }))
  if (state.phase === 'READY') return stay(state, { type: 'refresh', token: payload.bearer_token })
  return stay(state, send({ type: 'pong', payload: { error: TOO_EARLY } }))
}

const TOO_EARLY = { code: 'UNAUTHENTICATED', message: 'Send the first token with connection_init.' }

function isPayload(value: unknown): boolean {
  return value === undefined || value === null || isObject(value)
}

/** At most 93 bytes in UTF-8, since the reason of a close frame is limited to 123. Source: RFC 6455, section 5.5. */
function shortened(id: string): string {
  return Buffer.byteLength(id) <= 93 ? id : `${id.slice(0, 30)}…`
}

function close(state: TransportState, code: number, reason: string): TransportStep {
  return { state: { ...state, phase: 'CLOSED' }, effects: [{ type: 'close', code, reason }] }
}

function stay(state: TransportState, ...effects: readonly TransportEffect[]): TransportStep {
  return { state, effects }
}

function send(message: TransportMessage): TransportEffect {
  return { type: 'send', message }
}
