import type { Duplex } from 'node:stream'
import type { Logger } from '@travel-rule/service/logger'
import type { WebSocket } from 'ws'
import type { LiveResult } from '../../relay/live-result.ts'
import type { CutReason } from '../delivery/live-metrics.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { ResultWriter, type ResultWriterListener, type ResultWriterOptions } from '../delivery/result-writer.ts'
import { INVALID_MESSAGE } from './client-message.ts'
import { SocketPort, untakenBytes } from './socket-port.ts'
import type { ProtocolConversation, ProtocolSocket } from './socket-protocol.ts'

/** The same for all sockets of a protocol. */
export interface HostedSocketOptions {
  readonly backpressure: ResultWriterOptions
  /** How long a client that is being closed may take what waits for it. */
  readonly closeWaitMs: number
  readonly logger: Logger
}

/** One WebSocket: what its protocol may do with it, and its conversation. A class, since there are as many as clients. */
export class HostedSocket implements ProtocolSocket, ResultWriterListener {
  readonly #client: WebSocket
  readonly #connection: Duplex
  readonly #options: HostedSocketOptions
  readonly #writer: ResultWriter
  #conversation: ProtocolConversation | undefined
  #answered = true
  /** Bytes that were written and not taken at the last ping. */
  #untaken = 0
  #closing = false

  constructor(client: WebSocket, connection: Duplex, options: HostedSocketOptions) {
    this.#client = client
    this.#connection = connection
    this.#options = options
    const port = new SocketPort(client, connection)
    this.#writer = new ResultWriter(port, options.backpressure, this)
    client.on('pong', () => {
      this.#answered = true
    })
    client.on('ping', (text) => {
      // Source: RFC 6455, section 5.5.3: of several pings only the last must be answered.
      if (!port.isFull() && client.readyState === client.OPEN) client.pong(text)
    })
  }

  /** From now on the conversation is told what comes. */
  converse(conversation: ProtocolConversation): void {
    this.#conversation = conversation
    this.#client.on('message', (message, isBinary) => {
      if (isBinary) this.close(4400, INVALID_MESSAGE)
      else if (!this.#closing) void this.#receive(String(message))
    })
  }

  send(text: string): void {
    if (this.#closing || this.#client.readyState !== this.#client.OPEN) return
    // Only a client that asks and asks, and does not read, comes here.
    if (this.#connection.writableLength > this.#options.backpressure.limits.bytesMax) this.#cut('OVERFULL')
    else this.#client.send(text)
  }

  deliver(operation: string, result: LiveResult, frame: Frame): void {
    if (!this.#closing) this.#writer.deliver(operation, result, frame)
  }

  deliverAll(operation: string, results: readonly LiveResult[], frame: Frame): void {
    if (!this.#closing) this.#writer.deliverAll(operation, results, frame)
  }

  finish(operation: string, text: string): void {
    if (!this.#closing) this.#writer.finish(operation, text)
  }

  forget(operation: string): void {
    this.#writer.forget(operation)
  }

  /** What waits is written before, when the client takes it in time. Its operations end at once. */
  close(code: number, reason: string): void {
    if (this.#closing) return
    this.#closing = true
    this.#conversation?.closed()
    let timer: NodeJS.Timeout | undefined
    const now = () => {
      clearTimeout(timer)
      this.#writer[Symbol.dispose]()
      this.#client.close(code, reason)
    }
    timer = setTimeout(now, this.#options.closeWaitMs)
    this.#writer.afterAll(now)
  }

  slow(operation: string): void {
    this.#conversation?.slow(operation)
  }

  /** To be called when the socket is closed. */
  closed(): void {
    this.#closing = true
    this.#writer[Symbol.dispose]()
    this.#conversation?.closed()
  }

  /** Finds out whether the client is still there; cuts it when the last ping has shown that it is not. */
  ping(): void {
    const untaken = untakenBytes(this.#connection)
    const takes = this.#untaken > 0 && untaken !== this.#untaken
    if (!this.#answered && !takes) {
      this.#cut('UNRESPONSIVE')
      return
    }
    this.#answered = false
    this.#untaken = untaken
    if (this.#client.readyState === this.#client.OPEN) this.#client.ping()
  }

  #cut(reason: CutReason): void {
    this.#options.backpressure.metrics.ended(reason)
    this.#client.terminate()
  }

  async #receive(text: string): Promise<void> {
    try {
      await this.#conversation?.receive(text)
    } catch (error) {
      this.#options.logger.error({ err: error }, 'a message could not be answered')
      this.close(4500, 'Internal server error')
    }
  }
}
