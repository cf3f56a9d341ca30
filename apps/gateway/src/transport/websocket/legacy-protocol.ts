import type { GraphQLError } from 'graphql'
import { type CallerRefusal, refusalExtensions } from '../../identity/caller-refusal.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { openStaggeredInterval, type StaggeredInterval } from '../delivery/staggered-interval.ts'
import { readOperation } from '../http/read-graphql-request.ts'
import { Conversation, type SocketProtocol } from './conversation.ts'
import {
  type ConnectionRefusal,
  closeOf,
  frameFrom,
  INVALID_MESSAGE,
  isAccepted,
  type OperationsInProgress,
  type ProtocolSocket,
  parseClientMessage,
} from './socket-protocol.ts'
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

/**
 * The server side of the subprotocol `graphql-ws`, as a pure function.
 *
 * `operations` are in progress from their `start` until they have ended or were stopped.
 * Source: subscriptions-transport-ws, PROTOCOL.md and the behaviour of its client 0.9 to 0.11,
 * which sends `start` without waiting for `connection_ack`: such operations wait here until the
 * caller is authenticated.
 */
export function stepLegacy(state: LegacyState, input: LegacyInput, operations: OperationsInProgress): LegacyStep {
  if (state.phase === 'CLOSED') return stay(state)
  switch (input.type) {
    case 'message':
      return receive(state, input.message, operations)
    case 'accepted':
      return accept(state)
    case 'refused': {
      const { refusal } = input
      const [code, reason] = closeOf(refusal)
      if (refusal === 'TOO_MANY_CONNECTIONS' || refusal.code !== 'UNAUTHENTICATED') return close(code, reason)
      const payload = { message: messageOf(refusal), ...refusalExtensions(refusal) }
      return close(code, reason, send({ type: 'connection_error', payload }))
    }
    case 'initTimeout':
      return state.phase === 'OPEN' ? close(4408, 'Connection initialisation timeout') : stay(state)
    case 'keepAlive':
      return state.phase === 'READY' ? stay(state, send({ type: 'ka' })) : stay(state)
  }
}

export interface LegacyState {
  readonly phase: 'OPEN' | 'AUTHENTICATING' | 'READY' | 'CLOSED'
  /** Operations that were sent before authentication, in their order; each id once. */
  readonly waiting: readonly WaitingStart[]
}

export const LEGACY_START: LegacyState = { phase: 'OPEN', waiting: [] }
/** The final state. */
export const LEGACY_CLOSED: LegacyState = { phase: 'CLOSED', waiting: [] }

interface WaitingStart {
  readonly id: string
  readonly payload: unknown
}

export type LegacyInput =
  | { readonly type: 'message'; readonly message: string }
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly refusal: ConnectionRefusal }
  | { readonly type: 'initTimeout' }
  | { readonly type: 'keepAlive' }

export type LegacyEffect =
  | { readonly type: 'send'; readonly message: LegacyMessage }
  | { readonly type: 'authenticate'; readonly payload: unknown }
  | { readonly type: 'start'; readonly id: string; readonly payload: unknown }
  | { readonly type: 'stop'; readonly id: string }
  /** Sends `complete` for a stopped operation. */
  | { readonly type: 'complete'; readonly id: string }
  | { readonly type: 'close'; readonly code: number; readonly reason: string }

export interface LegacyMessage {
  readonly type: 'connection_ack' | 'connection_error' | 'ka'
  readonly payload?: unknown
}

export interface LegacyStep {
  readonly state: LegacyState
  readonly effects: readonly LegacyEffect[]
}

/** Maximum number of operations that wait for authentication. */
const waitingMax = 100

/** Where this protocol expects the token, for a client that sent none. */
function messageOf({ reason, message }: CallerRefusal): string {
  return reason === 'TOKEN_MISSING' ? 'A valid access token is needed as bearer_token.' : message
}

function receive(state: LegacyState, json: string, operations: OperationsInProgress): LegacyStep {
  const message = parseClientMessage(json, state.phase !== 'OPEN')
  switch (message?.type) {
    case 'connection_init':
      if (state.phase !== 'OPEN') return close(4429, 'Too many initialisation requests')
      return {
        state: { ...state, phase: 'AUTHENTICATING' },
        effects: [{ type: 'authenticate', payload: message.payload }],
      }
    case 'start':
      return message.id === undefined ? invalid() : start(state, message.id, message.payload, operations)
    case 'stop':
      return message.id === undefined ? invalid() : stop(state, message.id, operations)
    case 'connection_terminate':
      return close(1000, 'Terminated')
    default:
      return invalid()
  }
}

function start(state: LegacyState, id: string, payload: unknown, operations: OperationsInProgress): LegacyStep {
  if (state.phase === 'OPEN') return close(4401, 'Unauthorized')
  if (state.phase === 'AUTHENTICATING') {
    if (state.waiting.length >= waitingMax) return close(4429, 'Too many operations before connection_ack')
    return stay({ ...state, waiting: [...without(state.waiting, id), { id, payload }] })
  }
  const begin: LegacyEffect = { type: 'start', id, payload }
  // As in subscriptions-transport-ws: the same id again replaces the operation.
  return operations.has(id) ? stay(state, { type: 'stop', id }, begin) : stay(state, begin)
}

function stop(state: LegacyState, id: string, operations: OperationsInProgress): LegacyStep {
  if (state.phase !== 'READY') return stay({ ...state, waiting: without(state.waiting, id) })
  const stopped: LegacyEffect = { type: 'stop', id }
  // Even for an ended operation: its final messages may be queued.
  return operations.has(id) ? stay(state, stopped, { type: 'complete', id }) : stay(state, stopped)
}

function accept(state: LegacyState): LegacyStep {
  const starts = state.waiting.map<LegacyEffect>(({ id, payload }) => ({ type: 'start', id, payload }))
  const acknowledged = [send({ type: 'connection_ack' }), send({ type: 'ka' })]
  return { state: { phase: 'READY', waiting: [] }, effects: [...acknowledged, ...starts] }
}

function without(waiting: readonly WaitingStart[], id: string): readonly WaitingStart[] {
  return waiting.some((other) => other.id === id) ? waiting.filter((other) => other.id !== id) : waiting
}

function invalid(): LegacyStep {
  return close(4400, INVALID_MESSAGE)
}

function close(code: number, reason: string, ...effects: readonly LegacyEffect[]): LegacyStep {
  return { state: LEGACY_CLOSED, effects: [...effects, { type: 'close', code, reason }] }
}

function stay(state: LegacyState, ...effects: readonly LegacyEffect[]): LegacyStep {
  return { state, effects }
}

function send(message: LegacyMessage): LegacyEffect {
  return { type: 'send', message }
}
