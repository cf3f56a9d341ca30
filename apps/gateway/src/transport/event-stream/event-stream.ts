import { Readable } from 'node:stream'
import type { LiveResult } from '../../relay/live-result.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { ResultWriter, type ResultWriterOptions, type WriterPort } from '../delivery/result-writer.ts'

export interface EventStreamOptions {
  /**
   * The subscription's root field; `undefined` for a query or mutation, whose result is never
   * dropped.
   */
  readonly field: string | undefined
  readonly backpressure: ResultWriterOptions
  /**
   * The client is too slow: the stream must be completed with an error, even if it was completed
   * before.
   */
  readonly onSlow: () => void
  /** Called once, when the stream is closed. */
  readonly onClosed: () => void
}

/**
 * The body of a `text/event-stream` response: a `next` event per result, then a `complete` event.
 *
 * A `ResultWriter` queues results that arrive faster than the client reads. Source: graphql-sse,
 * PROTOCOL.md, "Distinct connections mode".
 */
export interface EventStream {
  readonly body: Readable
  next(result: LiveResult): void
  /** Ends the stream, after a last result if given. */
  complete(last?: Buffer): void
  /** Sends a comment if the stream is idle, so that proxies keep the connection open. */
  keepAlive(): void
  /** Ends the stream without `complete`, so that the client reconnects. */
  cut(): void
}

export function openEventStream(options: EventStreamOptions): EventStream {
  const frame: Frame = { head: NEXT, tail: END, field: options.field }
  // Not `readableLength`: within `read` it still includes the chunk about to be handed on, and
  // `read` is not called again before something is pushed.
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
    write({ head, tail }, bytes) {
      hasRoom = body.push(Buffer.concat([head, asData(bytes), tail]))
    },
    writeFinal(text) {
      body.push(text)
      body.push(null)
    },
    batch: (work) => work(),
    onDrain(call) {
      resume = call
    },
    // The HTTP host cuts responses that the client stops reading.
    progress: () => undefined,
    terminate: () => body.destroy(new Error('the client stopped reading')),
  }
  const writer = new ResultWriter(port, options.backpressure, {
    slow() {
      // The queue was dropped, including the end of the stream.
      ended = false
      options.onSlow()
    },
  })
  // Sent immediately, so that the client sees that the stream is open.
  body.push(COMMENT)
  return {
    body,
    next(result) {
      // Results may follow the one that exceeded the limit.
      if (!ended) writer.deliver(OPERATION, result, frame)
    },
    complete(last) {
      if (ended) return
      ended = true
      writer.finish(OPERATION, last === undefined ? COMPLETE : Buffer.concat([NEXT, asData(last), END, COMPLETE]))
    },
    keepAlive() {
      if (!ended && body.readableLength === 0) body.push(COMMENT)
    },
    cut: () => void body.destroy(new Error('the stream was cut')),
  }
}

/** A stream has only one operation. */
const OPERATION = ''
const COMMENT = ':\n\n'
const COMPLETE = Buffer.from('event: complete\ndata:\n\n')
const NEXT = Buffer.from('event: next\ndata: ')
const END = Buffer.from('\n\n')

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * The bytes with a `data` field per line: a subgraph's JSON may have line breaks.
 * Source: WHATWG HTML, section 9.2.5.
 */
function asData(bytes: Buffer): Buffer {
  if (!bytes.includes(lineFeed) && !bytes.includes(carriageReturn)) return bytes
  return Buffer.from(
    bytes
      .toString()
      .split(/\r\n|\r|\n/)
      .join('\ndata: '),
  )
}
