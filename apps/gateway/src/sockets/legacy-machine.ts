import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'

/**
 * The server's side of the subprotocol `graphql-ws`, as a function without side effects.
 *
 * Source: subscriptions-transport-ws, PROTOCOL.md and the behaviour of its client 0.9 to 0.11, which sends `start` without waiting for
 * `connection_ack`: such operations wait here until the caller is known.
 */
export function stepLegacy(state: LegacyState, input: LegacyInput): LegacyStep {
  if (state.phase === 'CLOSED') return { state, effects: [] }
  switch (input.type) {
    case 'message':
      return receive(state, input.text)
    case 'accepted':
      return accept(state)
    case 'refused': {
      const payload = { message: input.message, code: input.code }
      return close(state, 4403, 'Forbidden', [send({ type: 'connection_error', payload })])
    }
    case 'initTimeout':
      return state.phase === 'OPEN' ? close(state, 4408, 'Connection initialisation timeout') : stay(state)
    case 'keepAlive':
      return stay(state, state.phase === 'READY' ? [send({ type: 'ka' })] : [])
    case 'rejected':
      return settle(state, input.id, [send({ type: 'error', id: input.id, payload: errorPayload(input.errors) })])
    case 'result':
      return state.operations.has(input.id)
        ? stay(state, [send({ type: 'data', id: input.id, payload: input.result })])
        : stay(state)
    case 'failed':
      return settle(state, input.id, [
        send({ type: 'data', id: input.id, payload: { data: null, errors: input.errors } }),
        send({ type: 'complete', id: input.id }),
      ])
    case 'ended':
      return settle(state, input.id, [send({ type: 'complete', id: input.id })])
  }
}

export interface LegacyState {
  readonly phase: 'OPEN' | 'AUTHENTICATING' | 'READY' | 'CLOSED'
  /** Operations that came before the caller was known, in their order. */
  readonly waiting: readonly LegacyStart[]
  /** Ids under way. */
  readonly operations: ReadonlySet<string>
}

export const LEGACY_START: LegacyState = { phase: 'OPEN', waiting: [], operations: new Set() }

export interface LegacyStart {
  readonly id: string
  readonly payload: unknown
}

export type LegacyInput =
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly code: string; readonly message: string }
  | { readonly type: 'initTimeout' }
  | { readonly type: 'keepAlive' }
  /** The operation was not executed. */
  | { readonly type: 'rejected'; readonly id: string; readonly errors: readonly GraphQLFormattedError[] }
  | { readonly type: 'result'; readonly id: string; readonly result: FormattedExecutionResult }
  /** The operation cannot go on. */
  | { readonly type: 'failed'; readonly id: string; readonly errors: readonly GraphQLFormattedError[] }
  | { readonly type: 'ended'; readonly id: string }

export type LegacyEffect =
  | { readonly type: 'send'; readonly message: LegacyMessage }
  | { readonly type: 'authenticate'; readonly payload: unknown }
  | { readonly type: 'start'; readonly id: string; readonly payload: unknown }
  | { readonly type: 'stop'; readonly id: string }
  | { readonly type: 'close'; readonly code: number; readonly reason: string }

export interface LegacyMessage {
  readonly type: 'connection_ack' | 'connection_error' | 'ka' | 'data' | 'error' | 'complete'
  readonly id?: string
  readonly payload?: unknown
}

export interface LegacyStep {
  readonly state: LegacyState
  readonly effects: readonly LegacyEffect[]
}

/** Operations that may wait for the caller to be known. */
const waitingMax = 100

function receive(state: LegacyState, text: string): LegacyStep {
  const message = parseMessage(text)
  switch (message?.type) {
    case 'connection_init':
      if (state.phase !== 'OPEN') return close(state, 4429, 'Too many initialisation requests')
      return {
        state: { ...state, phase: 'AUTHENTICATING' },
        effects: [{ type: 'authenticate', payload: message.payload }],
      }
    case 'start':
      return typeof message.id === 'string' ? start(state, message.id, message.payload) : invalid(state)
    case 'stop':
      return typeof message.id === 'string' ? stop(state, message.id) : invalid(state)
    case 'connection_terminate':
      return close(state, 1000, 'Terminated')
    default:
      return invalid(state)
  }
}

function start(state: LegacyState, id: string, payload: unknown): LegacyStep {
  if (state.phase === 'OPEN') return close(state, 4401, 'Unauthorized')
  if (state.phase === 'AUTHENTICATING') {
    if (state.waiting.length >= waitingMax) return close(state, 4429, 'Too many operations before connection_ack')
    return stay({ ...state, waiting: [...state.waiting.filter((other) => other.id !== id), { id, payload }] })
  }
  // As the library does it: the same id again replaces the operation.
  const replaced: LegacyEffect[] = state.operations.has(id) ? [{ type: 'stop', id }] : []
  return {
    state: { ...state, operations: new Set([...state.operations, id]) },
    effects: [...replaced, { type: 'start', id, payload }],
  }
}

function stop(state: LegacyState, id: string): LegacyStep {
  if (!state.operations.has(id)) return stay({ ...state, waiting: state.waiting.filter((other) => other.id !== id) })
  return { state: without(state, id), effects: [{ type: 'stop', id }, send({ type: 'complete', id })] }
}

function accept(state: LegacyState): LegacyStep {
  const acknowledged: LegacyEffect[] = [send({ type: 'connection_ack' }), send({ type: 'ka' })]
  return state.waiting.reduce<LegacyStep>(
    (step, { id, payload }) => {
      const next = start(step.state, id, payload)
      return { state: next.state, effects: [...step.effects, ...next.effects] }
    },
    { state: { ...state, phase: 'READY', waiting: [] }, effects: acknowledged },
  )
}

/** An operation is over. What comes for an operation that is not under way any more is dropped. */
function settle(state: LegacyState, id: string, effects: readonly LegacyEffect[]): LegacyStep {
  return state.operations.has(id) ? { state: without(state, id), effects } : stay(state)
}

function without(state: LegacyState, id: string): LegacyState {
  return { ...state, operations: new Set([...state.operations].filter((other) => other !== id)) }
}

function invalid(state: LegacyState): LegacyStep {
  return close(state, 4400, 'Invalid message received')
}

function close(state: LegacyState, code: number, reason: string, effects: readonly LegacyEffect[] = []): LegacyStep {
  return { state: { ...state, phase: 'CLOSED', waiting: [] }, effects: [...effects, { type: 'close', code, reason }] }
}

function stay(state: LegacyState, effects: readonly LegacyEffect[] = []): LegacyStep {
  return { state, effects }
}

function send(message: LegacyMessage): LegacyEffect {
  return { type: 'send', message }
}

/** The client reads `message` of a single error, or each of a list. */
function errorPayload(errors: readonly GraphQLFormattedError[]): unknown {
  return errors.length === 1 ? errors[0] : errors
}

function parseMessage(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: unknown })
      : undefined
  } catch {
    return undefined
  }
}
