import type { OperationRequest } from '../../operation/prepared-operation.ts'
import { type RequestProblem, readOperation } from '../http/read-graphql-request.ts'
import {
  type ClientMessage,
  INVALID_MESSAGE,
  isObject,
  type OperationsUnderWay,
  parseClientMessage,
} from './client-message.ts'
import { closureOf } from './closures.ts'
import type { ConnectionRefusal } from './socket-session.ts'

/**
 * The server's side of the subprotocol `graphql-transport-ws`, as a function without side effects.
 *
 * Whoever performs the effects keeps the operations: one is under way from its `start` until it has ended or `stop` was asked for.
 * Source: graphql-ws 6, PROTOCOL.md. A token in a `ping` is our own addition, which other servers would echo.
 */
export function stepTransport(
  state: TransportState,
  input: TransportInput,
  operations: OperationsUnderWay,
): TransportStep {
  if (state.phase === 'CLOSED') return stay(state)
  switch (input.type) {
    case 'message':
      return receive(state, input, operations)
    case 'accepted':
      return { state: { ...state, phase: 'READY' }, effects: [send({ type: 'connection_ack' })] }
    case 'refused':
      return close(state, ...closureOf(input.code))
    case 'refreshed':
      return stay(state, send({ type: 'pong', payload: input.answer }))
    case 'initTimeout':
      return state.phase === 'OPEN' ? close(state, 4408, 'Connection initialisation timeout') : stay(state)
  }
}

export interface TransportState {
  readonly phase: 'OPEN' | 'AUTHENTICATING' | 'READY' | 'CLOSED'
  /** Pings and pongs that came since `countedFromMs`. */
  readonly controls: number
  readonly countedFromMs: number
}

export const TRANSPORT_START: TransportState = { phase: 'OPEN', controls: 0, countedFromMs: 0 }

export type TransportInput =
  /** `atMs` is any clock that only goes forward. */
  | { readonly type: 'message'; readonly text: string; readonly atMs: number }
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly code: ConnectionRefusal }
  /** What became of the token of a `ping`. */
  | { readonly type: 'refreshed'; readonly answer: Readonly<Record<string, unknown>> }
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

/** Pings and pongs of one second. A client library sends one in several seconds. */
const controlsPerSecondMax = 100

function receive(
  state: TransportState,
  { text, atMs }: { readonly text: string; readonly atMs: number },
  operations: OperationsUnderWay,
): TransportStep {
  const message = parseClientMessage(text)
  if (message === undefined || !isPayload(message.payload)) return close(state, 4400, INVALID_MESSAGE)
  switch (message.type) {
    case 'connection_init':
      if (state.phase !== 'OPEN') return close(state, 4429, 'Too many initialisation requests')
      return {
        state: { ...state, phase: 'AUTHENTICATING' },
        effects: [{ type: 'authenticate', payload: message.payload }],
      }
    case 'ping':
    case 'pong': {
      const counted = count(state, atMs)
      if (counted.controls > controlsPerSecondMax) return close(state, 4429, 'Too many messages')
      return message.type === 'ping' ? ping(counted, message) : stay(counted)
    }
    case 'subscribe':
      return subscribe(state, message, operations)
    case 'complete':
      if (message.id === undefined) return close(state, 4400, INVALID_MESSAGE)
      // Also when it is over for us: its last messages may still wait to be sent.
      return stay(state, { type: 'stop', id: message.id })
    default:
      return close(state, 4400, INVALID_MESSAGE)
  }
}

function subscribe(
  state: TransportState,
  { id, payload }: ClientMessage,
  operations: OperationsUnderWay,
): TransportStep {
  if (id === undefined || !isObject(payload)) return close(state, 4400, INVALID_MESSAGE)
  const request = readOperation(payload)
  // No operation at all is wrong only for itself; everything else is no message of this protocol.
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

function count(state: TransportState, atMs: number): TransportState {
  const { controls, countedFromMs } = state
  return atMs - countedFromMs < 1_000
    ? { ...state, controls: controls + 1 }
    : { ...state, controls: 1, countedFromMs: atMs }
}

function isPayload(value: unknown): boolean {
  return value === undefined || value === null || isObject(value)
}

/** At most 93 bytes in UTF-8: the reason of a close frame has 123 at most. Source: RFC 6455, section 5.5. */
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
