import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import {
  BODY_BYTES_MAX,
  CREDIT_BYTES,
  decodeHead,
  encodeCredit,
  encodeHead,
  encodeHeader,
  encodeWithHead,
  FRAME,
  FrameError,
  REQUESTS_MAX,
  splitPayload,
} from './frame.ts'
import { openFrameReader, type ReceivedFrame } from './frame-reader.ts'
import { openFrameWriter } from './frame-writer.ts'
import { copyOf, fillsBuffer } from './free-buffers.ts'
import { openRequestSlots } from './request-slots.ts'
import type { UpgradedSocket } from './upgraded-socket.ts'

/** A connection was lost while requests were pending, its server violated the protocol, or one response failed. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
  readonly code: string
  /** True for exactly one of the requests that were lost together. */
  readonly isFirst: boolean

  constructor(code: string, isFirst: boolean) {
    super(`the connection is lost: ${code}`)
    this.code = code
    this.isFirst = isFirst
  }
}

export interface ClientConnectionOptions {
  readonly upgraded: UpgradedSocket
  /**
   * Called once: no further requests may be sent on the connection. Pending requests are completed, unless it is lost.
   */
  readonly onRetired: (reason: 'RETIRED' | 'LOST') => void
  /** Sends a request by other means that was never written to the lost connection. */
  readonly redirect: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
}

/** One upgraded connection to a server. */
export interface ClientConnection {
  /** Returns false, without effect, if the request cannot currently be sent on this connection. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean
  /** Number of requests that are not completed yet. */
  requestsUnderWay(): number
  /** True while a request of this turn of the event loop has yet to be written. */
  isCollecting(): boolean
  /** Closes the connection once no request is pending. */
  retire(): void
  /** Fails the pending requests. */
  destroy(): void
}

/** Number of bytes waiting for the network from which no request is added. */
const bufferedBytesMax = 1_000_000
/** How long the connection stays open without a request: much shorter than a server keeps it. */
const idleMs = 10_000
/** If a request is given up after the connection was silent for this long, the connection is considered dead. */
const silentMs = 5_000

/**
 * From this length on, parts of a body are not copied if they fill their buffer, which a caller may then free. A TLS
 * record is shorter.
 */
const keptBytesMin = 32_768

interface PendingRequest {
  readonly request: number
  readonly options: Dispatcher.DispatchOptions
  readonly handler: Dispatcher.DispatchHandler
  readonly controller: Controller
  hasStarted: boolean
  /** Number of bytes that the server may still send. */
  creditBytes: number
  readonly sentAtMs: number
}

interface ResponseHead {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

export function openClientConnection(parts: ClientConnectionOptions): ClientConnection {
  const { upgraded, onRetired, redirect } = parts
  const { socket } = upgraded
  const writer = openFrameWriter(socket)
  const pending = openRequestSlots<PendingRequest>()
  /** Cached, since the heads of responses hardly differ. */
  let lastHead: { readonly lines: string; readonly head: ResponseHead } | undefined
  let newest = 0
  /** Requests up to this number may have reached the server. */
  let newestWritten = 0
  let isRetired = false
  let receivedAtMs = performance.now()
  let isCollecting = false

  function retire(): void {
    if (!isRetired) {
      isRetired = true
      onRetired('RETIRED')
    }
    if (pending.size() === 0) socket.destroy()
  }

  function settled(request: number): void {
    pending.delete(request)
    if (isRetired && pending.size() === 0) socket.destroy()
  }

  function lose(code: string): void {
    if (!isRetired) {
      isRetired = true
      onRetired('LOST')
    }
    socket.destroy()
    const lost = pending.all()
    for (const { request } of lost) pending.delete(request)
    let isFirst = true
    for (const { request, options, handler, controller } of lost) {
      if (request <= newestWritten) {
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
    // Frames of a cancelled request may still arrive.
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
    const isKept = body.length >= keptBytesMin && fillsBuffer(body)
    if (isKept) keepsChunk = true
    if (body.length > 0) handler.onResponseData?.(controller, isKept ? body : copyOf(body))
    if (end) {
      if (pending.get(request) !== stream) return
      settled(request)
      handler.onResponseEnd?.(controller, {})
      return
    }
    if (stream.creditBytes > CREDIT_BYTES / 2 || pending.get(request) !== stream) return
    writer.write([encodeCredit(request, CREDIT_BYTES - stream.creditBytes)])
    stream.creditBytes = CREDIT_BYTES
  }

  function startResponse({ handler, controller }: PendingRequest, lines: string): void {
    if (lines !== lastHead?.lines) lastHead = { lines, head: readResponseHead(lines) }
    const { head } = lastHead
    handler.onResponseStart?.(controller, head.status, head.headers)
  }

  /** True if a response refers to the bytes that are currently being read. */
  let keepsChunk = false
  const reader = openFrameReader(receive)
  function push(chunk: Buffer): 'KEPT' | undefined {
    keepsChunk = false
    receivedAtMs = performance.now()
    try {
      reader.push(chunk)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      lose('PROTOCOL_ERROR')
    }
    return keepsChunk ? 'KEPT' : undefined
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
    isCollecting = false
    newestWritten = newest
  }

  socket.setNoDelay(true)
  socket.setTimeout(idleMs, () => {
    if (pending.size() === 0) retire()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => lose(error.code ?? 'ECONNRESET'))
  socket.once('end', () => lose('ECONNRESET'))
  socket.once('close', () => lose('ECONNRESET'))
  upgraded.receive(push)
  return {
    retire,
    requestsUnderWay: pending.size,
    isCollecting: () => isCollecting,
    destroy: () => lose('DESTROYED'),
    dispatch(options, handler) {
      if (isRetired || pending.size() >= REQUESTS_MAX || writer.bufferedBytes() > bufferedBytesMax) return false
      const { headers, body } = options
      if (typeof body !== 'string' || !isShort(body)) return false
      const head = encodeHead(`${options.method} ${options.path}`, headers as Readonly<Record<string, string>>)
      if (head === undefined) return false
      do newest += 1
      while (pending.isTaken(newest))
      const request = newest
      const controller = new Controller((reason) => abort(request, reason))
      // The server may refuse a request that was cancelled meanwhile.
      handler.onRequestStart?.(controller, {})
      pending.add(request, {
        request,
        options,
        handler,
        controller,
        hasStarted: false,
        creditBytes: CREDIT_BYTES,
        sentAtMs: performance.now(),
      })
      writer.write([encodeWithHead(FRAME.REQUEST, request, head, body)])
      // Runs after the writer has written everything produced in this turn of the event loop.
      if (!isCollecting) setImmediate(markWritten)
      isCollecting = true
      return true
    },
  }
}

/** A UTF-16 code unit takes up to three bytes. */
function isShort(body: string): boolean {
  return body.length <= BODY_BYTES_MAX / 3 || Buffer.byteLength(body) <= BODY_BYTES_MAX
}

/** The last frame is marked as such, like a chunk. */
function readResponseHead(lines: string): ResponseHead {
  const { start, headers } = decodeHead(lines)
  const status = Number(start)
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new FrameError('a status is invalid')
  return { status, headers: Object.freeze({ ...headers, 'transfer-encoding': 'chunked' }) }
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
