import type { UpstreamMessage } from './upstream-message.ts'
import type { UpstreamEvent } from './upstream-sink.ts'

/**
 * The client's side of one `graphql-transport-ws` connection, as a function without side effects. Which subscriptions there are is kept by
 * whoever carries out the effects: nothing here grows with them.
 *
 * What breaks the protocol closes the socket with 4400, and with it all its subscriptions. `next`, `error` and `complete` for a subscription that
 * is not there may have crossed the client's own `complete`: they are ignored. So is another `connection_ack`, as graphql-ws does it.
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
      return state.phase === 'CONNECTING' ? end('the WebSocket was not accepted in time', CUT) : stay(state)
    case 'ackOverdue':
      return state.phase === 'INITIALISING'
        ? end('no connection_ack in time', close(4504, 'Connection acknowledgement timeout'))
        : stay(state)
    case 'pingDue':
      return state.phase === 'READY'
        ? { state: { phase: 'READY', quiet: true }, effects: [send({ type: 'ping' })] }
        : stay(state)
    case 'pongOverdue':
      return state.phase === 'READY' && state.quiet ? end('no sign of life after a ping', CUT) : stay(state)
    case 'left':
    case 'failed':
      return end(input.reason, close(1000, 'Normal Closure'))
    case 'closed':
      return end(input.reason)
  }
}

export type UpstreamState =
  | { readonly phase: 'CONNECTING' | 'INITIALISING' | 'OVER' }
  /** `quiet`: nothing came since the last ping. */
  | { readonly phase: 'READY'; readonly quiet: boolean }

export const UPSTREAM_START: UpstreamState = { phase: 'CONNECTING' }

export type UpstreamInput =
  /** The subgraph accepted the WebSocket. */
  | { readonly type: 'opened' }
  /** `known`: the message's id is one of a subscription under way. */
  | { readonly type: 'message'; readonly message: UpstreamMessage; readonly known: boolean }
  | { readonly type: 'handshakeOverdue' | 'ackOverdue' | 'pingDue' | 'pongOverdue' }
  /** The socket is not needed any more. */
  | { readonly type: 'left'; readonly reason: string }
  /** The socket reports an error, and is going to close. */
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'closed'; readonly reason: string }

export type UpstreamEffect =
  | { readonly type: 'send'; readonly text: string }
  /** Now the subscriptions can be sent that wait, and from now on each at once. */
  | { readonly type: 'begin' }
  | { readonly type: 'next'; readonly id: string; readonly event: UpstreamEvent }
  | { readonly type: 'refused'; readonly id: string; readonly errors: readonly unknown[] }
  | { readonly type: 'completed'; readonly id: string }
  | { readonly type: 'lost'; readonly id: string; readonly reason: string }
  | { readonly type: 'close'; readonly code: number; readonly reason: string }
  /** End the socket without a word. */
  | { readonly type: 'cut' }
  /** Every subscription that is left is lost. */
  | { readonly type: 'lostAll'; readonly reason: string }

export interface UpstreamStep {
  readonly state: UpstreamState
  readonly effects: readonly UpstreamEffect[]
}

const AWAKE: UpstreamState = { phase: 'READY', quiet: false }
const OVER: UpstreamState = { phase: 'OVER' }
const CUT: UpstreamEffect = { type: 'cut' }

/** Any message is a sign of life. */
function wake(state: UpstreamState): UpstreamState {
  return state.phase === 'READY' ? AWAKE : state
}

function receive(state: UpstreamState, message: UpstreamMessage, known: boolean): UpstreamStep {
  switch (message.type) {
    case 'invalid':
      return breach(message.reason)
    case 'ping':
      // Without its payload: what the subgraph sends is not doubled.
      return stay(state, send({ type: 'pong' }))
    case 'pong':
      return stay(state)
    case 'connection_ack':
      return state.phase === 'READY' ? stay(state) : { state: AWAKE, effects: [{ type: 'begin' }] }
    case 'next':
      if (state.phase !== 'READY') return breach('next before connection_ack')
      return known ? next(state, message.id, message) : stay(state)
    case 'error': {
      if (state.phase !== 'READY') return breach('error before connection_ack')
      if (!known) return stay(state)
      const { id, payload } = message
      return Array.isArray(payload) && payload.length > 0
        ? stay(state, { type: 'refused', id, errors: payload })
        : stay(state, { type: 'lost', id, reason: 'the payload of an error message is no list of errors' })
    }
    case 'complete':
      if (state.phase !== 'READY') return breach('complete before connection_ack')
      return known ? stay(state, { type: 'completed', id: message.id }) : stay(state)
  }
}

function next(
  state: UpstreamState,
  id: string,
  { payload, text }: { readonly payload: unknown; readonly text: string | undefined },
): UpstreamStep {
  if (isResult(payload)) return stay(state, { type: 'next', id, event: { payload, text } })
  const reason = 'the payload of an event is no result'
  return stay(state, send({ id, type: 'complete' }), { type: 'lost', id, reason })
}

/** Source: GraphQL, October 2021, 7.1: a result has no other entries. */
function isResult(payload: unknown): payload is UpstreamEvent['payload'] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false
  return Object.keys(payload).every((name) => name === 'data' || name === 'errors' || name === 'extensions')
}

function breach(reason: string): UpstreamStep {
  return end(`the subgraph broke the protocol: ${reason}`, close(4400, reason))
}

function end(reason: string, ...effects: readonly UpstreamEffect[]): UpstreamStep {
  return { state: OVER, effects: [...effects, { type: 'lostAll', reason }] }
}

function stay(state: UpstreamState, ...effects: readonly UpstreamEffect[]): UpstreamStep {
  return { state, effects }
}

function send(message: { readonly type: string; readonly id?: string }): UpstreamEffect {
  return { type: 'send', text: JSON.stringify(message) }
}

function close(code: number, reason: string): UpstreamEffect {
  return { type: 'close', code, reason }
}
