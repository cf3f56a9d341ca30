import { closeClient } from '@travel-rule/http-host/websocket-lifecycle'
import type { SubscribePayload } from 'graphql-ws'
import { WebSocket } from 'ws'
import { stepUpstream, UPSTREAM_START, type UpstreamEffect, type UpstreamInput } from './upstream-machine.ts'
import { readUpstreamMessage, type UpstreamEvent, type UpstreamMessage } from './upstream-message.ts'
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
  /** Subscriptions per socket; for more, another socket is opened. */
  readonly subscriptionsPerSocketMax: number
  /** Timeout for the subgraph to accept the WebSocket. */
  readonly handshakeMs: number
  /** Timeout from `connection_init` to `connection_ack`. */
  readonly ackMs: number
  /** How long a socket without subscriptions stays open. */
  readonly idleMs: number
  /** Time between two pings. */
  readonly pingMs: number
  /** Time within which the subgraph must send a message after a ping; less than `pingMs`. */
  readonly pongMs: number
  /** How long a closing handshake may take before the socket is destroyed. */
  readonly closeWaitMs: number
  /** Maximum length of a message of the subgraph. */
  readonly messageBytesMax: number
  /** Bytes that may be buffered for one socket before it is destroyed. */
  readonly bufferedBytesMax: number
}

/** One socket to a subgraph. */
export interface UpstreamConnection {
  /** Number of subscriptions that may share it. */
  readonly sharersMax: number
  /** Whether it is open or opening, and not about to close. */
  isOpen(): boolean
  /** Number of its subscriptions. */
  size(): number
  /** Returns a function that ends the subscription. Call it only while the connection is open. */
  subscribe(payload: SubscribePayload, sink: UpstreamSink): () => void
  /** Closes the connection and so loses its subscriptions. Resolves once the socket is closed. */
  close(reason: string): Promise<void>
}

/** `onClosed` is called only after this has returned. The caller must respect `sharersMax`. */
export function openUpstreamConnection(
  url: string,
  limits: UpstreamLimits,
  sharersMax: number,
  onClosed: () => void,
): UpstreamConnection {
  const socket = new WebSocket(url, 'graphql-transport-ws', {
    perMessageDeflate: false,
    maxPayload: limits.messageBytesMax,
    followRedirects: false,
  })
  const closed = Promise.withResolvers<void>()
  const subscriptions = new Map<string, UpstreamSink>()
  /** `subscribe` messages to send once the connection is acknowledged, by id, in their order. */
  const waiting = new Map<string, string>()
  const timers = openUpstreamTimers(step)
  let state = UPSTREAM_START
  let lastId = 0
  let overflow: string | undefined
  let messageTooLong = false

  function step(input: UpstreamInput): void {
    const { state: next, effects } = stepUpstream(state, input)
    state = next
    if (state.phase === 'OVER') timers.stop()
    for (const effect of effects) perform(effect)
  }

  function perform(effect: UpstreamEffect): void {
    switch (effect.type) {
      case 'send':
        send(effect.message)
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
    for (const message of waiting.values()) send(message)
    waiting.clear()
    for (const id of begun) subscriptions.get(id)?.begun()
  }

  /** A sink may end another subscription, which is then not reported as lost. */
  function loseAll(reason: string): void {
    const tooLong = !messageTooLong ? undefined : subscriptions.size === 1 ? 'CERTAIN' : 'POSSIBLE'
    for (const id of subscriptions.keys()) remove(id)?.lost(reason, tooLong)
  }

  /** Never calls a sink. A socket that is destroyed here reports the loss when it closes. */
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
    timers.expect('ackOverdue', limits.ackMs)
    step({ type: 'opened' })
  })
  socket.on('message', (content, isBinary) => {
    const message: UpstreamMessage = isBinary
      ? { type: 'invalid', reason: 'A message is binary' }
      : readUpstreamMessage(String(content))
    step({ type: 'message', message, known: 'id' in message && subscriptions.has(message.id) })
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    messageTooLong = error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
    step({ type: 'failed', reason: describe(error) })
  })
  socket.on('close', (code, reason) => {
    step({ type: 'closed', reason: overflow ?? `closed with ${code} ${reason}`.trimEnd() })
    onClosed()
    closed.resolve()
  })

  return {
    sharersMax,
    isOpen: () => state.phase !== 'OVER' && socket.readyState <= WebSocket.OPEN,
    size: () => subscriptions.size,
    subscribe(payload, sink) {
      lastId += 1
      const id = String(lastId)
      const message = JSON.stringify({ id, type: 'subscribe', payload })
      subscriptions.set(id, sink)
      timers.endIdle()
      if (state.phase === 'READY') {
        send(message)
        setImmediate(() => subscriptions.get(id)?.begun())
      } else {
        waiting.set(id, message)
      }
      return () => {
        if (!subscriptions.has(id)) return
        const sent = !waiting.has(id)
        remove(id)
        if (sent) send(JSON.stringify({ id, type: 'complete' }))
      }
    },
    close(reason) {
      step({ type: 'left', reason })
      return closed.promise
    },
  }
}

/** An attempt at several addresses fails with an AggregateError, which has no message. */
function describe(error: NodeJS.ErrnoException): string {
  return error.message || (error.code ?? error.name)
}
