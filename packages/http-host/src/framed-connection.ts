import type { Socket } from 'node:net'
import {
  decodeHead,
  encodeHeader,
  FRAME,
  FrameError,
  REQUESTS_MAX,
  splitPayload,
  UPGRADE_PROTOCOL,
} from '@travel-rule/frames/frame'
import { openFrameReader, type ReceivedFrame } from '@travel-rule/frames/frame-reader'
import { type FrameWriter, openFrameWriter } from '@travel-rule/frames/frame-writer'
import { openRequestSlots } from '@travel-rule/frames/request-slots'
import type { Logger } from '@travel-rule/service/logger'
import { FramedRequest, type FramedResponse } from './framed-exchange.ts'
import type { HttpLimits } from './http-limits.ts'
import { ResponseStream, type SendTurns } from './response-stream.ts'
import type { UnsentResponses } from './unsent-responses.ts'

export interface FramedConnectionOptions {
  readonly socket: Socket
  /** Bytes that arrived together with the upgrade. */
  readonly head: Buffer
  readonly limits: Pick<HttpLimits, 'requestTimeoutMs' | 'writeIdleMs' | 'keepAliveMs' | 'unsentBytesPerConnectionMax'>
  /** Counts the bytes that all connections of the host hold for their clients. */
  readonly unsent: UnsentResponses
  readonly logger: Logger
  /** Serves one request; resolves when its handler has ended, and never rejects. */
  readonly serve: (request: FramedRequest, response: FramedResponse) => Promise<void>
}

export interface FramedConnection {
  /** Asks the client to send further requests over other connections. */
  retire(): void
}

/** Number of bytes in transit to the network from which responses wait, so that short ones overtake long ones. */
const bufferedBytesMax = 262_144
/** Number of frames that a response sends before another gets its turn; most responses need only one turn. */
const framesPerTurnMax = 4

/**
 * Serves the requests of one upgraded connection.
 *
 * Closes it when the client violates the protocol, has more than `REQUESTS_MAX` pending requests, takes longer than
 * `requestTimeoutMs` for one frame, leaves responses unread for `writeIdleMs`, or has no pending request for
 * `keepAliveMs`. Reads nothing from a client that leaves more than `unsentBytesPerConnectionMax` unread.
 */
export function serveFrames(options: FramedConnectionOptions): FramedConnection {
  const { socket, head, limits, logger, serve } = options
  const writer = openFrameWriter(socket)
  const turns = openTurns(socket, writer, held)
  const unsent = options.unsent.open({
    get stalledSinceMs() {
      return turns.stalledSinceMs()
    },
    close() {
      logger.warn({ bytes: unsent.bytes }, 'a client that leaves responses unread was disconnected')
      unsent[Symbol.dispose]()
      socket.destroy()
    },
  })
  /** Set while nothing is read. */
  let pauseTimer: NodeJS.Timeout | undefined
  const streams = openRequestSlots<ResponseStream>()
  let newest = 0
  /** Includes handlers that continue after their request was cancelled. */
  let underWay = 0
  let isRetired = false
  let frameTimer: NodeJS.Timeout | undefined

  function held(bytes: number): void {
    unsent.add(bytes)
    if (pauseTimer !== undefined || !turns.isFull() || unsent.bytes <= limits.unsentBytesPerConnectionMax) return
    socket.pause()
    pauseTimer = setTimeout(() => socket.destroy(), limits.writeIdleMs)
  }

  function sendMore(): void {
    turns.pump()
    // Credit is read as soon as the network takes more bytes.
    if (pauseTimer === undefined || (turns.isFull() && unsent.bytes > limits.unsentBytesPerConnectionMax)) return
    clearTimeout(pauseTimer)
    pauseTimer = undefined
    socket.resume()
  }

  function open(request: number, payload: Buffer): void {
    if (request <= newest) throw new FrameError('a request has the number of an earlier one')
    newest = request
    if (underWay >= REQUESTS_MAX) throw new FrameError('too many requests are under way')
    const { head, body } = splitPayload(payload)
    const { start, headers } = decodeHead(head)
    for (const name of HOP_BY_HOP) if (headers[name] !== undefined) throw new FrameError(`${name} is not allowed`)
    const [method = '', url = ''] = start.split(' ')
    const stream = new ResponseStream(request, writer, turns, () => streams.delete(request))
    if (!streams.add(request, stream)) throw new FrameError('a request has the slot of another')
    underWay += 1
    void serve(new FramedRequest({ method, url, headers, body, socket }), stream.response).then(() => {
      underWay -= 1
    })
  }

  function receive({ type, request, payload }: ReceivedFrame): void {
    if (type === FRAME.REQUEST) {
      open(request, payload)
      return
    }
    if (type !== FRAME.CREDIT && type !== FRAME.CANCEL) throw new FrameError('a frame has an unknown type')
    if (request > newest || request === 0) throw new FrameError('a frame belongs to no request')
    if (payload.length !== (type === FRAME.CREDIT ? 4 : 0)) throw new FrameError('a payload has the wrong length')
    const stream = streams.get(request)
    if (type === FRAME.CANCEL) stream?.cancelled()
    else stream?.addCredit(payload.readUInt32BE(0))
  }

  const reader = openFrameReader(receive)
  function push(chunk: Buffer): void {
    if (socket.destroyed) return
    try {
      reader.push(chunk)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      logger.debug({ err: error }, 'framed connection failed')
      socket.destroy()
      return
    }
    if (reader.isPartial()) frameTimer ??= setTimeout(() => socket.destroy(), limits.requestTimeoutMs)
    else {
      clearTimeout(frameTimer)
      frameTimer = undefined
    }
  }

  socket.setNoDelay(true)
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${UPGRADE_PROTOCOL}\r\n\r\n`)
  socket.on('data', push)
  socket.on('drain', sendMore)
  socket.setTimeout(Math.min(limits.keepAliveMs, limits.writeIdleMs), () => {
    if (socket.writableLength > 0 || turns.areStarved() || underWay === 0) socket.destroy()
  })
  socket.once('end', () => socket.destroy())
  socket.once('close', () => {
    clearTimeout(frameTimer)
    clearTimeout(pauseTimer)
    unsent[Symbol.dispose]()
    for (const stream of streams.all()) stream.cancelled()
  })
  if (head.length > 0) push(head)
  return {
    retire() {
      if (isRetired) return
      isRetired = true
      writer.write([encodeHeader(FRAME.RETIRE, 0, 0)])
    },
  }
}

/** Headers of an HTTP/1.1 connection, which a frame does not need. */
const HOP_BY_HOP = ['connection', 'content-length', 'expect', 'transfer-encoding', 'upgrade'] as const

interface Turns extends SendTurns {
  /** Lets streams send until the network takes no more bytes. */
  pump(): void
  areStarved(): boolean
  /** True while the network takes no more bytes. */
  isFull(): boolean
  /** Since when the network has taken nothing, or a response has been waiting for credit. */
  stalledSinceMs(): number | undefined
}

function openTurns(socket: Socket, writer: FrameWriter, held: Turns['held']): Turns {
  /** Streams in the order of their turns. */
  const waiting = new Set<ResponseStream>()
  /** Streams waiting for credit, with the time when each began to wait. */
  const starved = new Map<ResponseStream, number>()
  const isFull = () => writer.bufferedBytes() >= bufferedBytesMax
  let fullSinceMs: number | undefined

  /** Number of frames that the first stream has sent in its current turn. */
  let framesInTurn = 0

  function pump(): void {
    for (;;) {
      const [stream] = waiting
      if (!isFull()) fullSinceMs = undefined
      else if (stream !== undefined) fullSinceMs ??= performance.now()
      if (stream === undefined || isFull() || socket.destroyed) return
      const state = stream.sendChunk()
      framesInTurn += 1
      if (state === 'MORE' && framesInTurn < framesPerTurnMax) continue
      framesInTurn = 0
      waiting.delete(stream)
      // Moves the stream to the end.
      if (state === 'MORE') waiting.add(stream)
      if (state === 'STARVED') starved.set(stream, performance.now())
    }
  }

  return {
    pump,
    held,
    isFull,
    areStarved: () => starved.size > 0,
    stalledSinceMs() {
      const [starvedSinceMs] = starved.values()
      return fullSinceMs === undefined ? starvedSinceMs : Math.min(fullSinceMs, starvedSinceMs ?? fullSinceMs)
    },
    isFree: () => waiting.size === 0 && !isFull(),
    add(stream) {
      starved.delete(stream)
      waiting.add(stream)
      pump()
    },
    delete(stream) {
      waiting.delete(stream)
      starved.delete(stream)
    },
  }
}
