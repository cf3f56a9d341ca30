import type { UpstreamEvent, UpstreamMessage } from './upstream-message.ts'

/**
 * The client side of one `graphql-transport-ws` connection, or of one that is translated to it, as a
 * pure function. The subscriptions are kept by the caller, which performs the effects: the state
 * does not grow with them.
 *
 * A violation of the protocol closes the socket with 4400, and so ends all its subscriptions.
 * `next`, `error` and `complete` for an unknown subscription are ignored, because they may have
 * crossed the client's own `complete`. So is a second `connection_ack`, as in graphql-ws.
 *
 * Source: graphql-ws, PROTOCOL.md.
 */
export function stepUpstream(state: UpstreamState, input: UpstreamInput): UpstreamStep {
  if (state.phase === 'OVER') return stay(state)
  switch (input.type) {
    case 'opened':
      return { state: { phase: 'INITIALISING' }, effects: [send({ type: 'connection_init' })] }
    case 'message':
      return receive(wake(state), input.message, input.known)
    case 'handshakeOverdue':
      return state.phase === 'CONNECTING' ? end('the WebSocket was not accepted in time', TERMINATE) : stay(state)
    case 'ackOverdue':
      return state.phase === 'INITIALISING'
        ? end('no connection_ack in time', close(4504, 'Connection acknowledgement timeout'))
        : stay(state)
    case 'pingDue':
      return state.phase === 'READY'
        ? { state: { phase: 'READY', quiet: true }, effects: [send({ type: 'ping' })] }
        : stay(state)
    case 'pongOverdue':
      return state.phase === 'READY' && state.quiet ? end('no message after a ping', TERMINATE) : stay(state)
    case 'left':
    case 'failed':
      return end(input.reason, close(1000, 'Normal Closure'))
    case 'closed':
      return end(input.reason)
  }
}

export type UpstreamState =
  | { readonly phase: 'CONNECTING' | 'INITIALISING' | 'OVER' }
  /** `quiet`: no message since the last ping. */
  | { readonly phase: 'READY'; readonly quiet: boolean }

export const UPSTREAM_START: UpstreamState = { phase: 'CONNECTING' }

export type UpstreamInput =
  /** The subgraph accepted the WebSocket. */
  | { readonly type: 'opened' }
  /** `known`: the message's id belongs to a current subscription. */
  | { readonly type: 'message'; readonly message: UpstreamMessage; readonly known: boolean }
  | { readonly type: 'handshakeOverdue' | 'ackOverdue' | 'pingDue' | 'pongOverdue' }
  /** The socket is no longer needed. */
  | { readonly type: 'left'; readonly reason: string }
  /** The socket has reported an error and is about to close. */
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'closed'; readonly reason: string }

export type UpstreamEffect =
  | { readonly type: 'send'; readonly message: UpstreamOutput }
  /** Send the waiting subscriptions now, and later ones immediately. */
  | { readonly type: 'begin' }
  | { readonly type: 'next'; readonly id: string; readonly event: UpstreamEvent }
  | { readonly type: 'refused'; readonly id: string; readonly errors: readonly unknown[] }
  | { readonly type: 'completed'; readonly id: string }
  | { readonly type: 'lost'; readonly id: string; readonly reason: string }
  | { readonly type: 'close'; readonly code: number; readonly reason: string }
  /** Destroy the socket without a close frame. */
  | { readonly type: 'terminate' }
  /** All remaining subscriptions are lost. */
  | { readonly type: 'lostAll'; readonly reason: string }

/** Messages that the client sends, except subscriptions. */
export type UpstreamOutput =
  | { readonly type: 'connection_init' | 'ping' | 'pong' }
  | { readonly type: 'complete'; readonly id: string }

export interface UpstreamStep {
  readonly state: UpstreamState
  readonly effects: readonly UpstreamEffect[]
}

const AWAKE: UpstreamState = { phase: 'READY', quiet: false }
const OVER: UpstreamState = { phase: 'OVER' }
const TERMINATE: UpstreamEffect = { type: 'terminate' }

/** Any message shows that the subgraph is alive. */
function wake(state: UpstreamState): UpstreamState {
  return state.phase === 'READY' ? AWAKE : state
}

function receive(state: UpstreamState, message: UpstreamMessage, known: boolean): UpstreamStep {
  switch (message.type) {
    case 'invalid':
      return violation(message.reason)
    case 'ping':
      // Omits the payload, which the subgraph could make large.
      return stay(state, send({ type: 'pong' }))
    case 'pong':
      return stay(state)
    case 'connection_ack':
      return state.phase === 'READY' ? stay(state) : { state: AWAKE, effects: [{ type: 'begin' }] }
    case 'next':
      if (state.phase !== 'READY') return violation('next before connection_ack')
      return known ? next(state, message.id, message) : stay(state)
    case 'error': {
      if (state.phase !== 'READY') return violation('error before connection_ack')
      if (!known) return stay(state)
      const { id, payload } = message
      return Array.isArray(payload) && payload.length > 0
        ? stay(state, { type: 'refused', id, errors: payload })
        : stay(state, { type: 'lost', id, reason: 'the payload of an error message is not a list of errors' })
    }
    case 'complete':
      if (state.phase !== 'READY') return violation('complete before connection_ack')
      return known ? stay(state, { type: 'completed', id: message.id }) : stay(state)
  }
}

function next(
  state: UpstreamState,
  id: string,
  { payload, json, characters }: Extract<UpstreamMessage, { readonly type: 'next' }>,
): UpstreamStep {
  if (isResult(payload)) return stay(state, { type: 'next', id, event: { payload, json, characters } })
  const reason = 'the payload of an event is not a result'
  return stay(state, send({ id, type: 'complete' }), { type: 'lost', id, reason })
}

/** Source: GraphQL, October 2021, 7.1: a result has no other entries. */
export function isResult(payload: unknown): payload is UpstreamEvent['payload'] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false
  return Object.keys(payload).every((name) => name === 'data' || name === 'errors' || name === 'extensions')
}

function violation(reason: string): UpstreamStep {
  return end(`the subgraph violated the protocol: ${reason}`, close(4400, reason))
}

function end(reason: string, ...effects: readonly UpstreamEffect[]): UpstreamStep {
  return { state: OVER, effects: [...effects, { type: 'lostAll', reason }] }
}

function stay(state: UpstreamState, ...effects: readonly UpstreamEffect[]): UpstreamStep {
  return { state, effects }
}

function send(message: UpstreamOutput): UpstreamEffect {
  return { type: 'send', message }
}

function close(code: number, reason: string): UpstreamEffect {
  return { type: 'close', code, reason }
}
