import type { Socket } from 'node:net'
import {
  CREDIT_BYTES,
  decodeHead,
  encodeCredit,
  encodeHead,
  encodeHeader,
  encodeWithHead,
  FRAME,
  FrameError,
  type FrameHead,
  PAYLOAD_BYTES_MAX,
  REQUESTS_MAX,
  splitPayload,
} from '@travel-rule/frames/frame'
import { openFrameReader, type ReceivedFrame } from '@travel-rule/frames/frame-reader'
import { openFrameWriter } from '@travel-rule/frames/frame-writer'
import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'

/** A connection on which requests were under way is lost, or its peer broke the protocol. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
  readonly code: string
  /** True for one of the requests that were lost together. */
  readonly isFirst: boolean

  constructor(code: string, isFirst: boolean) {
    super(`the connection to the subgraph is lost: ${code}`)
    this.code = code
    this.isFirst = isFirst
  }
}

export interface FramedConnectionOptions {
  readonly socket: Socket
  /** Bytes that arrived together with the response to the upgrade. */
  readonly head: Buffer
  /**
   * Called once: no further requests may be sent on it. Those under way are completed, unless it is
   * lost.
   */
  readonly onRetired: (reason: 'RETIRED' | 'LOST') => void
  /** Sends a request by other means that was never written to the lost connection. */
  readonly redirect: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
}

/** One upgraded connection to a subgraph. */
export interface FramedConnection {
  /** False, without effect, for a request that cannot be sent on this connection now. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean
  /** Closes it once no request is under way. */
  retire(): void
  /** Fails the requests under way. */
  destroy(): void
}

/** No request is added while this much waits for the network. */
const bufferedBytesMax = 1_000_000
/** Without a request for this time, the connection is closed: well before a subgraph does. */
const idleMs = 10_000
/** When a request is given up after so long a silence, its connection is taken to be dead. */
const silentMs = 5_000
/**
 * Bodies up to this length are copied, since a part would keep the whole chunk of the network alive,
 * which has many.
 */
const copiedBytesMax = 16_384
/** Heads of responses hardly differ. */
const headsMax = 64

interface PendingRequest {
  readonly options: Dispatcher.DispatchOptions
  readonly handler: Dispatcher.DispatchHandler
  readonly controller: Controller
  /** Whether it may have reached the subgraph. */
  isWritten: boolean
  hasStarted: boolean
  /** What the subgraph may still send. */
  creditBytes: number
  readonly sentAtMs: number
}

export function openFramedConnection(parts: FramedConnectionOptions): FramedConnection {
  const { socket, onRetired, redirect } = parts
  const writer = openFrameWriter(socket)
  const pending = new Map<number, PendingRequest>()
  const heads = new LRUCache<string, FrameHead>({ max: headsMax })
  let newest = 0
  let isRetired = false
  let receivedAtMs = performance.now()
  let isUnwritten = false

  function retire(): void {
    if (!isRetired) {
      isRetired = true
      onRetired('RETIRED')
    }
    if (pending.size === 0) socket.destroy()
  }

  function settled(request: number): void {
    pending.delete(request)
    if (pending.size > 0) return
    if (isRetired) socket.destroy()
  }

  function lose(code: string): void {
    if (!isRetired) {
      isRetired = true
      onRetired('LOST')
    }
    socket.destroy()
    const lost = [...pending.values()]
    pending.clear()
    let isFirst = true
    for (const { isWritten, options, handler, controller } of lost) {
      if (isWritten) {
        handler.onResponseError?.(controller, new ConnectionLostError(code, isFirst))
        isFirst = false
      } else redirect(options, handler)
    }
  }

  function receive({ type, end, request, payload }: ReceivedFrame): void {
    if (type === FRAME.RETIRE && request === 0) {
      retire()
      return
    }
    if (request === 0 || request > newest) throw new FrameError('a frame belongs to no request')
    const stream = pending.get(request)
    // Frames of a cancelled request were on their way.
    if (stream === undefined) return
    const { handler, controller } = stream
    if (type === FRAME.CANCEL) {
      settled(request)
      handler.onResponseError?.(controller, new ConnectionLostError('RESPONSE_FAILED', true))
      return
    }
    if (type !== (stream.hasStarted ? FRAME.DATA : FRAME.RESPONSE)) throw new FrameError('a frame is not expected')
    let body = payload
    if (!stream.hasStarted) {
      const split = splitPayload(payload)
      stream.hasStarted = true
      body = split.body
      startResponse(stream, split.head)
    }
    stream.creditBytes -= body.length
    if (stream.creditBytes < 0) throw new FrameError('a response exceeds its credit')
    if (body.length > 0) {
      handler.onResponseData?.(controller, body.length <= copiedBytesMax ? Buffer.from(body) : body)
    }
    if (end) {
      if (pending.get(request) !== stream) return
      settled(request)
      handler.onResponseEnd?.(controller, {})
      return
    }
    if (stream.creditBytes > CREDIT_BYTES / 2 || !pending.has(request)) return
    writer.write([encodeCredit(request, CREDIT_BYTES - stream.creditBytes)])
    stream.creditBytes = CREDIT_BYTES
  }

  function startResponse({ handler, controller }: PendingRequest, lines: string): void {
    const head = heads.get(lines) ?? decodeHead(lines)
    heads.set(lines, head)
    const status = Number(head.start)
    if (!Number.isInteger(status) || status < 200 || status > 599) throw new FrameError('a status is invalid')
    handler.onResponseStart?.(controller, status, { ...head.headers, 'transfer-encoding': 'chunked' })
  }

  const reader = openFrameReader(receive)
  function push(chunk: Buffer): void {
    receivedAtMs = performance.now()
    try {
      reader.push(chunk)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      lose('PROTOCOL_ERROR')
    }
  }

  function abort(request: number, reason: Error): void {
    const stream = pending.get(request)
    if (stream === undefined) return
    settled(request)
    if (!socket.destroyed) writer.write([encodeHeader(FRAME.CANCEL, request, 0)])
    stream.handler.onResponseError?.(stream.controller, reason)
    const silentSinceMs = Math.max(receivedAtMs, stream.sentAtMs)
    if (performance.now() - silentSinceMs >= silentMs) lose('SILENT')
  }

  function markWritten(): void {
    isUnwritten = false
    for (const stream of pending.values()) stream.isWritten = true
  }

  socket.setNoDelay(true)
  socket.setTimeout(idleMs, () => {
    if (pending.size === 0) retire()
  })
  socket.on('data', push)
  socket.on('error', (error: NodeJS.ErrnoException) => lose(error.code ?? 'ECONNRESET'))
  socket.once('end', () => lose('ECONNRESET'))
  socket.once('close', () => lose('ECONNRESET'))
  if (parts.head.length > 0) push(parts.head)
  return {
    retire,
    destroy: () => lose('DESTROYED'),
    dispatch(options, handler) {
      if (isRetired || pending.size >= REQUESTS_MAX || writer.bufferedBytes() > bufferedBytesMax) return false
      const { headers, body } = options
      if (typeof body !== 'string' || body.length > PAYLOAD_BYTES_MAX / 4) return false
      const head = encodeHead(`${options.method} ${options.path}`, headers as Readonly<Record<string, string>>)
      if (head === undefined) return false
      newest += 1
      const request = newest
      const controller = new Controller((reason) => abort(request, reason))
      // It may refuse a request that was cancelled meanwhile.
      handler.onRequestStart?.(controller, {})
      pending.set(request, {
        options,
        handler,
        controller,
        isWritten: false,
        hasStarted: false,
        creditBytes: CREDIT_BYTES,
        sentAtMs: performance.now(),
      })
      writer.write([encodeWithHead(FRAME.REQUEST, request, head, body)])
      // Runs after the writer has written what this turn of the event loop produced.
      if (!isUnwritten) setImmediate(markWritten)
      isUnwritten = true
      return true
    },
  }
}

class Controller implements Dispatcher.DispatchController {
  readonly #abort: (reason: Error) => void
  aborted = false
  reason: Error | null = null
  readonly paused = false

  constructor(abort: (reason: Error) => void) {
    this.#abort = abort
  }

  abort(reason: Error): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.#abort(reason)
  }

  pause(): void {}
  resume(): void {}
}
