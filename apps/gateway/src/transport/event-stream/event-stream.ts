import { Readable } from 'node:stream'
import type { LiveResult } from '../../relay/live-result.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { ResultWriter, type ResultWriterOptions, type WriterPort } from '../delivery/result-writer.ts'
import type { StreamFormat } from './stream-format.ts'

export interface EventStreamOptions {
  readonly format: StreamFormat
  /**
   * The subscription's root field; `undefined` for a query or mutation, whose result is never
   * dropped.
   */
  readonly field: string | undefined
  readonly backpressure: ResultWriterOptions
  /** The client is too slow: the stream must be completed with an error, even if it was already completed. */
  readonly onSlow: () => void
  /** Called once, when the stream is closed. */
  readonly onClosed: () => void
}

/**
 * The body of a response that contains the results of an operation as they occur, and then the end.
 *
 * A `ResultWriter` queues results that arrive faster than the client reads.
 */
export interface EventStream {
  readonly body: Readable
  next(result: LiveResult): void
  /** Ends the stream, after a last result if given. */
  complete(last?: Buffer): void
  /** Writes something if the stream is idle, so that proxies keep the connection open. */
  keepAlive(): void
  /** Ends the stream without `complete`, so that the client reconnects. */
  cut(): void
}

export function openEventStream(options: EventStreamOptions): EventStream {
  const { format } = options
  const frame: Frame = { head: NOTHING, tail: NOTHING, field: options.field }
  // Not `readableLength`: within `read` it still includes the chunk that is about to be consumed, and `read` is not
  // called again before something is pushed.
  let hasRoom = true
  let resume: (() => void) | undefined
  let ended = false

  const body = new Readable({
    read() {
      hasRoom = true
      const waiting = resume
      resume = undefined
      waiting?.()
    },
    destroy(error, callback) {
      ended = true
      writer[Symbol.dispose]()
      options.onClosed()
      callback(error)
    },
  })
  const port: WriterPort = {
    isFull: () => !hasRoom,
    write(_frame, bytes, position) {
      hasRoom = body.push(format.result(bytes, position))
    },
    writeFinal(text) {
      body.push(text)
      body.push(null)
    },
    batch: (work) => work(),
    onDrain(call) {
      resume = call
    },
    // The HTTP host terminates responses that the client stops reading.
    progress: () => undefined,
    terminate: () => body.destroy(new Error('the client stopped reading')),
  }
  const writer = new ResultWriter(port, options.backpressure, {
    slow() {
      // The queue, including the end of the stream, was dropped.
      ended = false
      options.onSlow()
    },
  })
  body.push(format.opening)
  return {
    body,
    next(result) {
      // Results may follow the one that exceeded the limit.
      if (!ended) writer.deliver(OPERATION, result, frame)
    },
    complete(last) {
      if (ended) return
      ended = true
      writer.finish(OPERATION, format.end(last))
    },
    keepAlive() {
      if (!ended && body.readableLength === 0) body.push(format.keepAlive)
    },
    cut: () => void body.destroy(new Error('the stream was cut')),
  }
}

/** A stream has only one operation. */
const OPERATION = ''
/** Empty, since the format frames results. */
const NOTHING = Buffer.alloc(0)
