import { Readable } from 'node:stream'
import type { LiveResult } from '../../relay/live-result.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { ResultWriter, type ResultWriterOptions, type WriterPort } from '../delivery/result-writer.ts'

export interface EventStreamOptions {
  /** The subscription's root field; `undefined` for an answer, which is sent whole. */
  readonly field: string | undefined
  readonly backpressure: ResultWriterOptions
  /** Too much waits: the stream is to be ended with an error, also when it was completed already. */
  readonly onSlow: () => void
  /** Called once, when the stream is over. */
  readonly onClosed: () => void
}

/**
 * Results as the body of a `text/event-stream`: a `next` event for each, a `complete` event in the end.
 *
 * Results that come faster than the client reads wait in an `ResultWriter`. Source: graphql-sse, PROTOCOL.md, "Distinct connections mode".
 */
export interface EventStream {
  readonly body: Readable
  next(result: LiveResult): void
  /** The end, after a last result if there is one. */
  complete(last?: Buffer): void
  /** A comment, when there is nothing else on its way: so that nobody in between takes the connection for dead. */
  keepAlive(): void
  /** Ends the stream without `complete`, which tells the client to come back. */
  cut(): void
}

export function openEventStream(options: EventStreamOptions): EventStream {
  const frame: Frame = { head: NEXT, tail: END, field: options.field }
  // Not its length: while it asks for more, what it is about to hand on still counts, and it does not ask again before it was given something.
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
    // The HTTP host cuts an answer of which the client takes nothing.
    progress: () => undefined,
    cut: () => body.destroy(new Error('the client takes nothing')),
  }
  const writer = new ResultWriter(port, options.backpressure, {
    slow() {
      // What waited is gone, its end with it.
      ended = false
      options.onSlow()
    },
  })
  // At once, so that the client sees that its request was taken.
  body.push(COMMENT)
  return {
    body,
    next(result) {
      // It may be one of several that came together with the one that was too much.
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

/** The only one of its stream. */
const OPERATION = ''
const COMMENT = ':\n\n'
const COMPLETE = Buffer.from('event: complete\ndata:\n\n')
const NEXT = Buffer.from('event: next\ndata: ')
const END = Buffer.from('\n\n')

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Source: WHATWG HTML, section 9.2.5: each line of the data has a field of its own. A subgraph may write its answers over many lines. */
function asData(bytes: Buffer): Buffer {
  if (!bytes.includes(lineFeed) && !bytes.includes(carriageReturn)) return bytes
  return Buffer.from(
    bytes
      .toString()
      .split(/\r\n|\r|\n/)
      .join('\ndata: '),
  )
}
