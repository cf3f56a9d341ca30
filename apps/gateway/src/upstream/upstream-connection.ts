import { closeClient } from '@travel-rule/http-host/websocket-lifecycle'
import type { SubscribePayload } from 'graphql-ws'
import { WebSocket } from 'ws'
import { LEGACY, type SocketDialect, TRANSPORT } from './socket-dialect.ts'
import {
  stepUpstream,
  UPSTREAM_START,
  type UpstreamEffect,
  type UpstreamInput,
  type UpstreamOutput,
} from './upstream-machine.ts'
import type { UpstreamEvent, UpstreamMessage } from './upstream-message.ts'
import type { UpstreamSettings } from './upstream-settings.ts'
import { openUpstreamTimers } from './upstream-timers.ts'

/**
 * Receives the events and the end of a subscription at a subgraph.
 *
 * The last call is exactly one of `refused`, `lost` and `completed`. No method is called before
 * `subscribe` has returned, or after the subscription was ended.
 */
export interface UpstreamSink {
  /** The subscription was sent over a connection that the subgraph accepted. */
  begun(): void
  next(event: UpstreamEvent): void
  /** The subgraph refused the subscription: the entries of its `error` message, at least one. */
  refused(errors: readonly unknown[]): void
  /**
   * The connection failed or was closed, or the subgraph sent an invalid payload. `reason` is for
   * the log. `tooLong`: a message that exceeded `messageBytesMax` belonged to this subscription, or
   * possibly did.
   */
  lost(reason: string, tooLong?: 'CERTAIN' | 'POSSIBLE'): void
  /** The subgraph ended the subscription, and no event follows. */
  completed(): void
}

export interface UpstreamLimits {
  /** Maximum number of subscriptions per socket. Further subscriptions open another socket. */
  readonly subscriptionsPerSocketMax: number
  /** Timeout for the subgraph to accept the WebSocket. */
  readonly handshakeMs: number
  /** Timeout from `connection_init` to `connection_ack`. */
  readonly ackMs: number
  /** How long a socket without subscriptions stays open. */
  readonly idleMs: number
  /** Time between two pings. */
  readonly pingMs: number
  /** Timeout after a ping for any message from the subgraph; less than `pingMs`. */
  readonly pongMs: number
  /** How long a closing handshake may take before the socket is destroyed. */
  readonly closeWaitMs: number
  /** Maximum length of a message from the subgraph. */
  readonly messageBytesMax: number
  /** Bytes that may be buffered for one socket before it is destroyed. */
  readonly bufferedBytesMax: number
}

/** One socket to a subgraph. */
export interface UpstreamConnection {
  /** Maximum number of subscriptions on the socket. */
  readonly sharersMax: number
  /** The identity assertion of all its subscriptions; `undefined` when each has its own. */
  readonly identity: string | undefined
  /**
   * True if the subgraph has no WebSockets: it handled the upgrade like an ordinary request, or accepted none of the
   * protocols.
   */
  servesNoSocket(): boolean
  /** True once the subgraph has accepted the socket. */
  isReady(): boolean
  /** True while the socket is open or opening, and not about to close. */
  isOpen(): boolean
  /** Number of its subscriptions. */
  size(): number
  /** Returns a function that ends the subscription. Call it only while the connection is open. */
  subscribe(payload: SubscribePayload, sink: UpstreamSink): () => void
  /** Closes the connection and so loses its subscriptions. Resolves once the socket is closed. */
  close(reason: string): Promise<void>
}

export interface UpstreamConnectionOptions {
  readonly url: string
  readonly limits: UpstreamLimits
  readonly settings: UpstreamSettings
  readonly sharersMax: number
  /** The identity assertion of all its subscriptions; `undefined` when each has its own. */
  readonly identity: string | undefined
  /** Called only after the connection has been returned. */
  readonly onClosed: () => void
}

/** The caller must respect `sharersMax` and `identity`. */
export function openUpstreamConnection(options: UpstreamConnectionOptions): UpstreamConnection {
  const { limits, settings, sharersMax, identity } = options
  const { protocol } = settings
  const dialects = [TRANSPORT, LEGACY].filter((it) => it.protocol === protocol)
  const offered = (dialects.length > 0 ? dialects : [TRANSPORT, LEGACY]).map((it) => it.protocol)
  const socket = new WebSocket(options.url, offered, {
    headers: { ...settings.headers, ...(identity !== undefined && { 'x-identity-assertion': identity }) },
    perMessageDeflate: false,
    maxPayload: limits.messageBytesMax,
    followRedirects: false,
  })
  const { connectionInit } = settings
  const withIdentity = identity === undefined ? connectionInit : { ...connectionInit, identityAssertion: identity }
  const closed = Promise.withResolvers<void>()
  const subscriptions = new Map<string, UpstreamSink>()
  /** Subscriptions to send, in order, once the connection is acknowledged; by id. */
  const waiting = new Map<string, SubscribePayload>()
  const timers = openUpstreamTimers(step)
  let state = UPSTREAM_START
  let lastId = 0
  let overflow: string | undefined
  let messageTooLong = false
  let dialect: SocketDialect = TRANSPORT
  let refusedStatus: number | undefined
  let choseNoProtocol = false

  function step(input: UpstreamInput): void {
    const { state: next, effects } = stepUpstream(state, input)
    state = next
    if (state.phase === 'OVER') timers.stop()
    for (const effect of effects) perform(effect)
  }

  function perform(effect: UpstreamEffect): void {
    switch (effect.type) {
      case 'send':
        write(effect.message)
        break
      case 'begin':
        timers.keepAlive(limits.pingMs, limits.pongMs)
        begin()
        break
      case 'next':
        subscriptions.get(effect.id)?.next(effect.event)
        break
      case 'refused':
        remove(effect.id)?.refused(effect.errors)
        break
      case 'completed':
        remove(effect.id)?.completed()
        break
      case 'lost':
        remove(effect.id)?.lost(effect.reason)
        break
      case 'close':
        void closeClient(socket, effect.code, effect.reason, limits.closeWaitMs)
        break
      case 'terminate':
        socket.terminate()
        break
      case 'lostAll':
        // A sink may end another subscription, which is then not reported as lost.
        loseAll(effect.reason)
        break
    }
  }

  function begin(): void {
    const begun = [...waiting.keys()]
    for (const [id, payload] of waiting) send(dialect.subscribe(id, payload))
    waiting.clear()
    for (const id of begun) subscriptions.get(id)?.begun()
  }

  /** A sink may end another subscription, which is then not reported as lost. */
  function loseAll(reason: string): void {
    const tooLong = !messageTooLong ? undefined : subscriptions.size === 1 ? 'CERTAIN' : 'POSSIBLE'
    for (const id of subscriptions.keys()) remove(id)?.lost(reason, tooLong)
  }

  function write(message: UpstreamOutput): void {
    const text = dialect.write(message)
    if (text === undefined) socket.ping()
    else if (message.type === 'connection_init' && withIdentity !== undefined) {
      send(JSON.stringify({ ...message, payload: withIdentity }))
    } else send(text)
  }

  /** Never calls a sink. If it destroys a socket, the loss is reported when the socket closes. */
  function send(message: string): void {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(message)
    if (socket.bufferedAmount <= limits.bufferedBytesMax) return
    overflow = `more than ${limits.bufferedBytesMax} bytes were waiting to be sent`
    socket.terminate()
  }

  function remove(id: string): UpstreamSink | undefined {
    const sink = subscriptions.get(id)
    subscriptions.delete(id)
    waiting.delete(id)
    if (subscriptions.size === 0 && state.phase !== 'OVER') timers.startIdle(limits.idleMs)
    return sink
  }

  timers.expect('handshakeOverdue', limits.handshakeMs)
  socket.on('open', () => {
    dialect = socket.protocol === LEGACY.protocol ? LEGACY : TRANSPORT
    timers.expect('ackOverdue', limits.ackMs)
    step({ type: 'opened' })
  })
  socket.on('message', (content, isBinary) => {
    const message: UpstreamMessage = isBinary
      ? { type: 'invalid', reason: 'A message is binary' }
      : dialect.read(String(content))
    step({ type: 'message', message, known: 'id' in message && subscriptions.has(message.id) })
  })
  socket.on('pong', () => step({ type: 'message', message: { type: 'pong' }, known: false }))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    refusedStatus = Number(UNEXPECTED_RESPONSE.exec(error.message)?.[1])
    choseNoProtocol = NO_PROTOCOL.test(error.message)
    messageTooLong = error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
    step({ type: 'failed', reason: describe(error) })
  })
  socket.on('close', (code, reason) => {
    step({ type: 'closed', reason: overflow ?? `closed with ${code} ${reason}`.trimEnd() })
    options.onClosed()
    closed.resolve()
  })

  return {
    sharersMax,
    identity,
    servesNoSocket: () => choseNoProtocol || (refusedStatus !== undefined && saysNoSocket(refusedStatus)),
    isReady: () => state.phase === 'READY',
    isOpen: () => state.phase !== 'OVER' && socket.readyState <= WebSocket.OPEN,
    size: () => subscriptions.size,
    subscribe(payload, sink) {
      lastId += 1
      const id = String(lastId)
      subscriptions.set(id, sink)
      timers.endIdle()
      if (state.phase === 'READY') {
        send(dialect.subscribe(id, payload))
        setImmediate(() => subscriptions.get(id)?.begun())
      } else {
        waiting.set(id, payload)
      }
      return () => {
        if (!subscriptions.has(id)) return
        const sent = !waiting.has(id)
        remove(id)
        if (sent) write({ type: 'complete', id })
      }
    },
    close(reason) {
      step({ type: 'left', reason })
      return closed.promise
    },
  }
}

/** Source: ws, lib/websocket.js. */
const UNEXPECTED_RESPONSE = /^Unexpected server response: (\d+)$/
const NO_PROTOCOL = /^Server sent (?:no|an invalid) subprotocol$/

/**
 * True if the status means that the server has no WebSockets, rather than that it refuses this one. A server without
 * WebSockets handles the upgrade as a GET.
 */
function saysNoSocket(status: number): boolean {
  return status === 501 || (status >= 200 && status < 500 && !OTHER_REFUSALS.includes(status))
}

const OTHER_REFUSALS: readonly number[] = [401, 403, 407, 408, 425, 429]

/** Connecting to several addresses fails with an AggregateError, which has no message. */
function describe(error: NodeJS.ErrnoException): string {
  return error.message || (error.code ?? error.name)
}
