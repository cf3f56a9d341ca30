import { Readable } from 'node:stream'
import { GraphQLError } from 'graphql'
import type { ResultStream } from '../pipeline.ts'
import { writeEventData } from './answer-content.ts'

export interface EventStreamOptions {
  /** How often a comment is sent while there is nothing else, so that nobody on the way takes the connection for dead. */
  readonly keepAliveMs: number
  /** Aborted when the client left or the host stops: the stream then ends without `complete`, which tells the client to come back. */
  readonly signal: AbortSignal
  /** An error that is no `GraphQLError` is shown as what this returns. */
  readonly mask: (error: unknown) => GraphQLError
  /** Called once, when the stream is over. */
  readonly onClosed: () => void
}

/**
 * Results as the body of a `text/event-stream`: a `next` event for each, a `complete` event in the end.
 *
 * The next result is taken once the client has room for it: what waits in between is bounded by whoever makes the results. What the results
 * throw becomes a last `next` with that error. Source: graphql-sse, PROTOCOL.md, "Distinct connections mode".
 */
export function openEventStream(results: ResultStream, options: EventStreamOptions): Readable {
  let taking = false
  let ended = false

  async function take(): Promise<void> {
    taking = true
    let last = ''
    try {
      const step = await results.next()
      taking = false
      if (step.done !== true) {
        stream.push(event('next', writeEventData(step.value)))
        return
      }
    } catch (error) {
      const shown = error instanceof GraphQLError ? error : options.mask(error)
      last = event('next', writeEventData({ errors: [shown.toJSON()] }))
    }
    if (options.signal.aborted) stream.destroy(new Error('the stream was cut'))
    else end(last)
  }

  function end(last: string): void {
    ended = true
    stream.push(`${last}${event('complete', '')}`)
    stream.push(null)
  }

  const stream = new Readable({
    read() {
      if (!taking && !ended) void take()
    },
    destroy(error, callback) {
      ended = true
      clearInterval(timer)
      void results.return()
      options.onClosed()
      callback(error)
    },
  })
  // At once, so that the client sees that its request was taken.
  stream.push(COMMENT)
  const timer = setInterval(() => {
    if (!ended && stream.readableLength === 0) stream.push(COMMENT)
  }, options.keepAliveMs)
  return stream
}

const COMMENT = ':\n\n'

/** Source: WHATWG HTML, section 9.2.5: each line of the data has a field of its own, and without any the event is not dispatched. */
function event(name: 'next' | 'complete', data: string): string {
  const lines = /[\r\n]/.test(data) ? data.split(/\r\n|\r|\n/) : [data]
  return `event: ${name}\n${lines.map((line) => (line === '' ? 'data:\n' : `data: ${line}\n`)).join('')}\n`
}
