import type { Duplex } from 'node:stream'
import type { Logger } from '@travel-rule/service/logger'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import type { WebSocket } from 'ws'
import type { Caller } from '../../identity/authenticator.ts'
import { clientKey } from '../../limits/connection-counts.ts'
import type { LiveResult } from '../../relay/live-result.ts'
import type { TerminationReason } from '../delivery/live-metrics.ts'
import type { Frame } from '../delivery/result-queue.ts'
import {
  ResultWriter,
  type ResultWriterListener,
  type ResultWriterOptions,
  type WriterPort,
} from '../delivery/result-writer.ts'
import type { ProtocolConversation } from './conversation.ts'
import { PacedReader, type PacedReaderListener, type Paces } from './paced-reader.ts'
import { INVALID_MESSAGE, type ProtocolSocket } from './socket-protocol.ts'
import type { SocketSessionListener, TokenEnd } from './socket-session.ts'
import { unsentBytes } from './unsent-bytes.ts'

/** Options that all sockets of a protocol share. */
export interface ClientSocketOptions {
  readonly backpressure: ResultWriterOptions
  /** How long queued messages delay a close. */
  readonly closeWaitMs: number
  readonly turns: LoopTurns
  readonly paces: Paces
  readonly logger: Logger
}

/** A socket that is being opened. */
export interface OpenedSocket {
  readonly client: WebSocket
  /** The connection that carries the bytes of `client`. */
  readonly connection: Duplex
  readonly address: string
  /** Disposed once the client is authenticated, or when the socket closes before that. */
  readonly unauthenticated: Disposable
}

/**
 * One WebSocket of a client. A class, since there are as many as clients.
 *
 * Results are framed here and written to the connection directly, which takes a quarter less time than the `send` of
 * `client`: that creates two buffers and three objects per message. Frames never interleave, since `client` writes each
 * of its own frames completely and synchronously, as long as it neither compresses nor sends blobs. Source: RFC 6455,
 * section 5.2.
 */
export class ClientSocket
  implements ProtocolSocket, WriterPort, ResultWriterListener, SocketSessionListener, PacedReaderListener
{
  readonly #client: WebSocket
  readonly #connection: Duplex
  readonly #options: ClientSocketOptions
  readonly #reader: PacedReader
  readonly #writer: ResultWriter
  #unauthenticated: Disposable | undefined
  #conversation: ProtocolConversation | undefined
  #ponged = true
  /** Number of unsent bytes at the last ping. */
  #unsentBytes = 0
  #closing = false

  constructor({ client, connection, address, unauthenticated }: OpenedSocket, options: ClientSocketOptions) {
    this.#client = client
    this.#connection = connection
    this.#options = options
    this.#unauthenticated = unauthenticated
    const { turns, paces, logger } = options
    this.#reader = new PacedReader(client, connection, {
      turns,
      owner: address,
      pace: paces.unauthenticated,
      listener: this,
    })
    client.on('error', (error) => {
      logger.debug({ err: error }, 'a socket failed')
      this.#reader.end()
    })
    this.#writer = new ResultWriter(this, options.backpressure, this)
    client.on('pong', () => {
      this.#ponged = true
    })
    client.on('ping', (payload) => {
      // Source: RFC 6455, section 5.5.3: of several pings, only the last needs a pong.
      if (!this.isFull() && client.readyState === OPEN) client.pong(payload)
    })
  }

  /** From now on, passes messages to `conversation`. */
  converse(conversation: ProtocolConversation): void {
    this.#conversation = conversation
    this.#client.on('message', (message, isBinary) => {
      if (this.#closing || this.#client.readyState !== OPEN) return
      if (isBinary) this.close(4400, INVALID_MESSAGE)
      else void this.#receive(String(message))
    })
  }

  authenticated({ identity }: Caller): void {
    this.#reader.authenticated(clientKey(identity), this.#options.paces.authenticated)
    this.#endUnauthenticated()
  }

  tokenEnded(code: TokenEnd): void {
    this.close(4403, code === 'TOKEN_EXPIRED' ? 'Token expired' : 'Token revoked')
  }

  tooFast(): void {
    this.close(4429, 'Too many messages')
  }

  send(message: string): void {
    if (this.#closing || this.#client.readyState !== OPEN) return
    // Reached only if a client sends requests without reading the responses.
    if (this.#connection.writableLength > this.#options.backpressure.limits.bytesMax) {
      this.#terminate('OVERFULL')
      return
    }
    this.#writeBatch()
    this.#client.send(message)
  }

  deliver(operation: string, result: LiveResult, frame: Frame): void {
    if (!this.#closing) this.#writer.deliver(operation, result, frame)
  }

  deliverAll(operation: string, results: readonly LiveResult[], frame: Frame): void {
    if (!this.#closing) this.#writer.deliverAll(operation, results, frame)
  }

  finish(operation: string, message: string): void {
    if (!this.#closing) this.#writer.finish(operation, message)
  }

  forget(operation: string): void {
    this.#writer.forget(operation)
  }

  /**
   * Ends all operations immediately, and closes once queued messages are sent or `closeWaitMs` has
   * passed.
   */
  close(code: number, reason: string): void {
    if (this.#closing) return
    this.#closing = true
    this.#conversation?.closed()
    let timer: NodeJS.Timeout | undefined
    const closeNow = () => {
      clearTimeout(timer)
      this.#writer[Symbol.dispose]()
      this.#writeBatch()
      this.#client.close(code, reason)
    }
    timer = setTimeout(closeNow, this.#options.closeWaitMs)
    this.#writer.whenFlushed(closeNow)
  }

  slow(operation: string): void {
    this.#conversation?.slow(operation)
  }

  /** Must be called when the socket has closed. */
  closed(): void {
    this.#closing = true
    this.#reader.end()
    this.#writer[Symbol.dispose]()
    this.#conversation?.closed()
    this.#endUnauthenticated()
  }

  /**
   * Sends a ping. Terminates a client that has neither sent a pong nor read anything since the last ping. While its
   * connection is paused, a pong cannot be seen.
   */
  ping(): void {
    const unsent = unsentBytes(this.#connection)
    const isReading = this.#unsentBytes > 0 && unsent !== this.#unsentBytes
    if (!this.#ponged && !isReading && !this.#reader.isPaused()) {
      this.#terminate('UNRESPONSIVE')
      return
    }
    this.#ponged = false
    this.#unsentBytes = unsent
    if (this.#client.readyState === OPEN) this.#client.ping()
  }

  isFull(): boolean {
    const batched = batching === this ? joinedBytes : 0
    return this.#connection.writableLength + batched >= this.#connection.writableHighWaterMark
  }

  write({ head, tail }: Frame, bytes: Buffer): void {
    if (this.#client.readyState !== OPEN) return
    const length = head.byteLength + bytes.byteLength + tail.byteLength
    const offset = headerBytes(length)
    const total = offset + length
    if (total <= joinedBytesMax) {
      const isBatched = batching === this
      if (isBatched && total > joinedBytesMax - joinedBytes) this.#writeBatch()
      const target = isBatched ? joined : Buffer.allocUnsafe(total)
      const start = isBatched ? joinedBytes : 0
      writeHeader(target, start, length)
      target.set(head, start + offset)
      target.set(bytes, start + offset + head.byteLength)
      target.set(tail, start + total - tail.byteLength)
      if (isBatched) joinedBytes += total
      else this.#connection.write(target)
      return
    }
    this.#writeBatch()
    const first = Buffer.allocUnsafe(offset + head.byteLength)
    writeHeader(first, 0, length)
    first.set(head, offset)
    this.#connection.cork()
    this.#connection.write(first)
    this.#connection.write(bytes)
    this.#connection.write(tail)
    this.#connection.uncork()
  }

  writeFinal(message: string | Buffer): void {
    this.#writeBatch()
    if (this.#client.readyState === OPEN) this.#client.send(message, TEXT)
  }

  batch(work: () => void): void {
    // Called within the batch of another socket, which continues.
    if (batching !== undefined) {
      work()
      return
    }
    batching = this
    try {
      work()
    } finally {
      this.#writeBatch()
      batching = undefined
    }
  }

  onDrain(resume: () => void): void {
    this.#connection.once('drain', resume)
  }

  progress(): number {
    return unsentBytes(this.#connection)
  }

  terminate(): void {
    this.#client.terminate()
  }

  /** Writes the frames of its batch so far. Must be called before `client` writes a frame. */
  #writeBatch(): void {
    if (batching !== this || joinedBytes === 0) return
    const bytes = Buffer.allocUnsafe(joinedBytes)
    joined.copy(bytes, 0, 0, joinedBytes)
    joinedBytes = 0
    this.#connection.write(bytes)
  }

  #endUnauthenticated(): void {
    this.#unauthenticated?.[Symbol.dispose]()
    this.#unauthenticated = undefined
  }

  #terminate(reason: TerminationReason): void {
    this.#options.backpressure.metrics.ended(reason)
    this.#client.terminate()
  }

  async #receive(message: string): Promise<void> {
    try {
      await this.#conversation?.receive(message)
    } catch (error) {
      this.#options.logger.error({ err: error }, 'a WebSocket message could not be handled')
      this.close(4500, 'Internal server error')
    }
  }
}

/** `readyState` of an open WebSocket. */
const OPEN = 1
const TEXT = { binary: false }
/**
 * Up to this length, a frame or a batch of frames is copied into one buffer from Node's pool, which is cheaper than
 * another chunk.
 */
const joinedBytesMax = 4_000
/** The frames of the batch so far; shared by all sockets, since a batch is one synchronous call. */
const joined = Buffer.allocUnsafeSlow(joinedBytesMax)
let joinedBytes = 0
let batching: ClientSocket | undefined
/** First byte of a complete text message in one frame. */
const finalTextFrame = 0x81

/** Length of the header of an unmasked frame. */
function headerBytes(length: number): 2 | 4 | 10 {
  if (length < 126) return 2
  return length < 65_536 ? 4 : 10
}

function writeHeader(target: Buffer, start: number, length: number): void {
  target[start] = finalTextFrame
  if (length < 126) {
    target[start + 1] = length
  } else if (length < 65_536) {
    target[start + 1] = 126
    target.writeUInt16BE(length, start + 2)
  } else {
    target[start + 1] = 127
    target.writeUIntBE(0, start + 2, 2)
    target.writeUIntBE(length, start + 4, 6)
  }
}
