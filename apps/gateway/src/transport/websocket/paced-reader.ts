import type { Duplex } from 'node:stream'
import type { LoopTurns, SteppedWork } from '@travel-rule/service/loop-turns'
import type { WebSocket } from 'ws'

/** A frame counts 1, plus 1 for every 4,096 bytes. */
export interface Pace {
  readonly perSecond: number
  /** Number of frames that are read without a pause after an idle time. */
  readonly burst: number
}

/** The pace of a client before and after its authentication. */
export interface Paces {
  readonly unauthenticated: Pace
  readonly authenticated: Pace
}

export interface PacedReaderListener {
  /** Called when the client has been ahead of its pace continuously for `aheadMsMax`. */
  tooFast(): void
}

/**
 * Reads the frames of one client no faster than its pace. Each frame is counted before `ws` parses it. The connection is paused until the next frame may be read, so that the client's own writes wait.
 *
 * `ws` alone would handle all frames of a chunk at once, and 64 KB may contain 10,000 pings.
 */
export class PacedReader implements SteppedWork {
  readonly #client: WebSocket
  readonly #connection: Duplex
  readonly #turns: LoopTurns
  readonly #listener: PacedReaderListener
  /** The listener with which `ws` receives bytes. */
  readonly #parse: (bytes: Buffer) => void
  #owner: string
  #pace: Pace
  readonly #aheadMsMax: number
  #tokens: number
  #countedMs = performance.now()
  /** Bytes that were received but not parsed yet. */
  #unread: Buffer | undefined
  /** Remaining bytes of the frame that is being parsed. */
  #missingBytes = 0
  #paused = false
  /** True if the frame being parsed is the client's last one. */
  #closing = false
  #ended = false
  #pacedMs = 0
  #pacedSinceMs = 0

  /** `connection` carries the bytes of `client`, an open socket that has not received any. */
  constructor(client: WebSocket, connection: Duplex, options: PacedReaderOptions) {
    const [parse, ...others] = connection.listeners('data')
    if (parse === undefined || others.length > 0) throw new Error('ws does not read the connection alone')
    this.#client = client
    this.#connection = connection
    this.#turns = options.turns
    this.#listener = options.listener
    this.#parse = parse as (bytes: Buffer) => void
    this.#owner = options.owner
    this.#pace = options.pace
    this.#aheadMsMax = options.aheadMsMax ?? defaultAheadMsMax
    this.#tokens = options.pace.burst
    connection.off('data', this.#parse)
    connection.on('data', (bytes: Buffer) => this.#receive(bytes))
    connection.prependListener('close', () => {
      this.end()
      // If given the complete chunk, `ws` would parse it at once.
      connection.read()
    })
  }

  get owner(): string {
    return this.#owner
  }

  /** True while frames are waiting to be read. */
  isPaused(): boolean {
    return this.#paused
  }

  /** Sets the owner of the frames and their pace. */
  authenticated(owner: string, pace: Pace): void {
    this.#owner = owner
    this.#pace = pace
    this.#tokens = pace.burst
  }

  /** Discards everything received later. */
  end(): void {
    this.#ended = true
    this.#unread = undefined
    this.#resume()
  }

  /** Parses the next frame, or the part of it that has arrived. */
  step(): boolean {
    const bytes = this.#unread
    if (bytes === undefined || (this.#missingBytes === 0 && !this.#beginFrame(bytes))) return false
    const part = bytes.subarray(0, this.#missingBytes)
    this.#missingBytes -= part.byteLength
    this.#unread = part.byteLength < bytes.byteLength ? bytes.subarray(part.byteLength) : undefined
    this.#parse.call(this.#connection, part)
    if (this.#closing && this.#missingBytes === 0) this.end()
    if (this.#unread !== undefined) return true
    this.#resume()
    return false
  }

  #receive(bytes: Buffer): void {
    if (this.#ended) return
    this.#unread = this.#unread === undefined ? bytes : Buffer.concat([this.#unread, bytes])
    if (this.#paused || (this.#turns.hasTime() && !this.step())) return
    this.#pause()
    this.#turns.add(this)
  }

  /** Begins the next frame. Returns false when none may be parsed now. */
  #beginFrame(bytes: Buffer): boolean {
    const frame = readFrameHeader(bytes)
    if (frame === undefined) {
      this.#resume()
      return false
    }
    if (!this.#take(1 + Math.floor(frame.length / bytesPerToken))) {
      this.#pause()
      setTimeout(retry, retryMs, this, this.#turns)
      return false
    }
    this.#missingBytes = frame.length
    this.#closing = frame.opcode === closeOpcode
    return true
  }

  #take(tokens: number): boolean {
    const nowMs = performance.now()
    const { perSecond, burst } = this.#pace
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#countedMs) * perSecond) / 1_000)
    this.#countedMs = nowMs
    if (this.#tokens >= 1) {
      this.#tokens -= tokens
      return true
    }
    if (nowMs - this.#pacedMs > 10 * retryMs) this.#pacedSinceMs = nowMs
    this.#pacedMs = nowMs
    if (nowMs - this.#pacedSinceMs > this.#aheadMsMax) this.#listener.tooFast()
    return false
  }

  #pause(): void {
    if (this.#paused) return
    this.#paused = true
    this.#client.pause()
  }

  #resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#client.resume()
  }
}

export interface PacedReaderOptions {
  readonly turns: LoopTurns
  /** Owner of the frames, as `turns` expects it. */
  readonly owner: string
  readonly pace: Pace
  /** How long a client may be ahead of its pace; default: one minute. */
  readonly aheadMsMax?: number
  readonly listener: PacedReaderListener
}

const closeOpcode = 8
const bytesPerToken = 4_096
/** Minimum time that a connection remains paused. */
const retryMs = 100
const defaultAheadMsMax = 60_000

function retry(reader: PacedReader, turns: LoopTurns): void {
  turns.add(reader)
}

interface FrameHeader {
  readonly opcode: number
  /** Length of the frame, including its header. */
  readonly length: number
}

/** The header at the start of `bytes`; `undefined` if incomplete. Source: RFC 6455, section 5.2. */
export function readFrameHeader(bytes: Buffer): FrameHeader | undefined {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return undefined
  const opcode = first & 0x0f
  const short = second & 0x7f
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  const headerBytes = 2 + lengthBytes + ((second & 0x80) === 0 ? 0 : 4)
  if (bytes.byteLength < headerBytes) return undefined
  if (lengthBytes === 0) return { opcode, length: headerBytes + short }
  const payload = lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  return { opcode, length: headerBytes + payload }
}
