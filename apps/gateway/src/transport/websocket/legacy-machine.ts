import { type CallerRefusal, refusalExtensions } from '../../identity/caller-refusal.ts'
import {
  type ConnectionRefusal,
  closeOf,
  INVALID_MESSAGE,
  type OperationsInProgress,
  parseClientMessage,
} from './socket-protocol.ts'

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
