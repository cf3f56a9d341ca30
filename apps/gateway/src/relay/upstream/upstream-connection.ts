import { closeClient } from '@travel-rule/http-host/websocket-lifecycle'
import type { SubscribePayload } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { UpstreamLimits } from './upstream-limits.ts'
import { stepUpstream, UPSTREAM_START, type UpstreamEffect, type UpstreamInput } from './upstream-machine.ts'
import { readUpstreamMessage, type UpstreamMessage } from './upstream-message.ts'
import type { UpstreamSink } from './upstream-sink.ts'
import { openUpstreamTimers } from './upstream-timers.ts'

/** One socket to a subgraph. */
export interface UpstreamConnection {
  /** Subscriptions that may be on it at the same time. */
  readonly sharersMax: number
  /** Open or opening, and not about to be closed. */
  isOpen(): boolean
  /** Subscriptions on it. */
  size(): number
  /** Returns what ends the subscription. Only while the connection is open. */
  subscribe(payload: SubscribePayload, sink: UpstreamSink): () => void
  /** Closes it; its subscriptions are lost. Resolves once the socket is closed. */
  close(reason: string): Promise<void>
}

/** Opens a socket to `url`; `onClosed` is called, not before this has returned, when it is closed. Whoever subscribes minds `sharersMax`. */
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
  /** What to subscribe with once the connection is acknowledged, as messages in their order. */
  const waiting = new Map<string, string>()
  const timers = openUpstreamTimers(take)
  let state = UPSTREAM_START
  let ids = 0
  let overflow: string | undefined
  /** A message was too long. */
  let choked = false

  function take(input: UpstreamInput): void {
    const step = stepUpstream(state, input)
    state = step.state
    if (state.phase === 'OVER') timers.stop()
    for (const effect of step.effects) carryOut(effect)
  }

  function carryOut(effect: UpstreamEffect): void {
    switch (effect.type) {
      case 'send':
        send(effect.text)
        break
      case 'begin':
        timers.beat(limits.pingMs, limits.pongMs)
        for (const text of waiting.values()) send(text)
        waiting.clear()
        break
      case 'next':
        subscriptions.get(effect.id)?.next(effect.event)
        break
      case 'refused':
        forget(effect.id)?.refused(effect.errors)
        break
      case 'completed':
        forget(effect.id)?.completed()
        break
      case 'lost':
        forget(effect.id)?.lost(effect.reason, false)
        break
      case 'close':
        void closeClient(socket, effect.code, effect.reason, limits.closeWaitMs)
        break
      case 'cut':
        socket.terminate()
        break
      case 'lostAll':
        // One sink may end the subscription of another, which is not called then.
        for (const id of subscriptions.keys()) forget(id)?.lost(effect.reason, choked)
        break
    }
  }

  /** Never calls a sink: what ends a socket here is heard of when it is closed. */
  function send(text: string): void {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(text)
    if (socket.bufferedAmount <= limits.bufferedBytesMax) return
    overflow = `more than ${limits.bufferedBytesMax} bytes waited to be sent`
    socket.terminate()
  }

  function forget(id: string): UpstreamSink | undefined {
    const sink = subscriptions.get(id)
    subscriptions.delete(id)
    waiting.delete(id)
    if (subscriptions.size === 0 && state.phase !== 'OVER') timers.rest(limits.idleMs)
    return sink
  }

  timers.expect('handshakeOverdue', limits.handshakeMs)
  socket.on('open', () => {
    timers.expect('ackOverdue', limits.ackMs)
    take({ type: 'opened' })
  })
  socket.on('message', (content, isBinary) => {
    const message: UpstreamMessage = isBinary
      ? { type: 'invalid', reason: 'A message is binary' }
      : readUpstreamMessage(String(content))
    take({ type: 'message', message, known: 'id' in message && subscriptions.has(message.id) })
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    choked = error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
    take({ type: 'failed', reason: describe(error) })
  })
  socket.on('close', (code, reason) => {
    take({ type: 'closed', reason: overflow ?? `closed with ${code} ${reason}`.trimEnd() })
    onClosed()
    closed.resolve()
  })

  return {
    sharersMax,
    isOpen: () => state.phase !== 'OVER' && socket.readyState <= WebSocket.OPEN,
    size: () => subscriptions.size,
    subscribe(payload, sink) {
      ids += 1
      const id = String(ids)
      const text = JSON.stringify({ id, type: 'subscribe', payload })
      subscriptions.set(id, sink)
      timers.work()
      if (state.phase === 'READY') send(text)
      else waiting.set(id, text)
      return () => {
        if (!subscriptions.has(id)) return
        const sent = !waiting.has(id)
        forget(id)
        if (sent) send(JSON.stringify({ id, type: 'complete' }))
      }
    },
    close(reason) {
      take({ type: 'left', reason })
      return closed.promise
    },
  }
}

/** An attempt at several addresses fails with a list and no message of its own. */
function describe(error: NodeJS.ErrnoException): string {
  return error.message || (error.code ?? error.name)
}
