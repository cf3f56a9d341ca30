import { refusalError } from '@travel-rule/service/graphql-error'
import type { HttpAnswer, HttpRequest } from '@travel-rule/service/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import { letGo } from '../delivery/let-go.ts'
import { endReasonOf, type LiveMetrics } from '../delivery/live-metrics.ts'
import type { OutletSettings } from '../delivery/outlet.ts'
import type { ExecutedAnswer } from '../execution/execute-plan.ts'
import { joined } from '../execution/pieces.ts'
import { maskedError } from '../execution/shown-error.ts'
import type { Caller } from '../identity/authenticator.ts'
import { openTrace } from '../identity/trace-context.ts'
import type { OperationRefusal, Pipeline, PreparedOperation } from '../pipeline.ts'
import type { LiveOperation, ResultSink } from '../relay/live-result.ts'
import { openRounds } from '../sockets/open-rounds.ts'
import { rootFieldOf } from '../sockets/root-field.ts'
import { writeEventData } from './answer-content.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { cacheControl, type GraphqlAnswers } from './graphql-answer.ts'
import { openTokenWatch } from './token-watch.ts'

export interface EventsParts {
  readonly pipeline: Pick<Pipeline, 'execute' | 'subscribe'>
  readonly answers: Pick<GraphqlAnswers, 'cors'>
  readonly logger: Logger
  readonly limits: EventsLimits
  readonly outlet: OutletSettings
  readonly metrics: LiveMetrics
}

export interface EventsLimits {
  readonly streamsMax: number
  /** How often a comment is sent while there is nothing else. */
  readonly keepAliveMs: number
  /** Over how long streams are sent away when the route is disposed. */
  readonly drainMs: number
}

/**
 * Operations over `text/event-stream`: the same pipeline and relay as over a WebSocket.
 *
 * Disposing takes no more of them, and ends those that are open without `complete`, each at a random moment within `drainMs`: their clients come back.
 */
export interface EventsRoute extends AsyncDisposable {
  /** `undefined` when there are too many streams already. */
  answer(prepared: PreparedOperation | OperationRefusal, request: HttpRequest, caller: Caller): HttpAnswer | undefined
  /** Streams open now. */
  count(): number
}

export function openEventsRoute(parts: EventsParts): EventsRoute {
  const { answers, limits } = parts
  const metrics = parts.metrics.of('text/event-stream')
  const outlet = { ...parts.outlet, metrics }
  const open = new Set<EventStream>()
  const rounds = openRounds<EventStream>(limits.keepAliveMs, (stream) => stream.keepAlive())
  let closing = false

  function openStream(field: string | undefined, onSlow: () => void, onClosed: () => void): EventStream {
    const stream = openEventStream({
      field,
      outlet,
      onSlow,
      onClosed() {
        open.delete(stream)
        rounds.delete(stream)
        metrics.disconnected()
        metrics.finished()
        onClosed()
      },
    })
    open.add(stream)
    rounds.add(stream)
    metrics.connected()
    metrics.began()
    return stream
  }

  function run(prepared: PreparedOperation, request: HttpRequest, caller: Caller): EventStream {
    const token = openTokenWatch(caller, request.signal)
    const run = { caller, trace: openTrace(request.headers), signal: token.signal }
    const { definition, document } = prepared.planned
    let live: LiveOperation | undefined
    const stream = openStream(
      prepared.type === 'subscription' ? rootFieldOf(definition, document) : undefined,
      () => {
        live?.end()
        stream.complete(errorBytes(slowConsumer()))
      },
      () => {
        live?.end()
        token[Symbol.dispose]()
      },
    )
    token.signal.addEventListener('abort', () => {
      const { reason } = token.signal
      if (!(reason instanceof GraphQLError)) return
      live?.end()
      fail(stream, reason)
    })
    if (prepared.type === 'subscription') live = parts.pipeline.subscribe(prepared, run, sinkOf(stream))
    else void answer(prepared, run, stream)
    return stream
  }

  function sinkOf(stream: EventStream): ResultSink {
    return {
      next: stream.next,
      complete: () => stream.complete(),
      fail: (error) => fail(stream, error),
    }
  }

  function fail(stream: EventStream, error: GraphQLError): void {
    metrics.ended(endReasonOf(error))
    stream.complete(errorBytes(error))
  }

  async function answer(
    prepared: PreparedOperation,
    run: Parameters<Pipeline['execute']>[1],
    stream: EventStream,
  ): Promise<void> {
    try {
      stream.complete(bytesOf(await parts.pipeline.execute(prepared, run)))
    } catch (error) {
      stream.complete(resultBytes({ errors: [maskedError(error, parts.logger)] }))
    }
  }

  return {
    count: () => open.size,
    answer(prepared, request, caller) {
      if (closing || open.size >= limits.streamsMax) return undefined
      const stream = 'errors' in prepared ? openStream(undefined, nothing, nothing) : run(prepared, request, caller)
      // A browser shows nothing of an answer that is not 200: what is wrong with an operation is said in the stream.
      if ('errors' in prepared) stream.complete(resultBytes({ errors: prepared.errors.map((error) => error.toJSON()) }))
      const { headers } = request
      return {
        status: 200,
        headers: { ...HEADERS, ...answers.cors.headersFor(headers), vary: `accept${answers.cors.vary}` },
        body: stream.body,
        longLived: true,
      }
    },
    async [Symbol.asyncDispose]() {
      closing = true
      await letGo(open, limits.drainMs, (stream) => stream.cut())
    },
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': cacheControl,
  // For proxies that would collect events before they pass them on.
  'x-accel-buffering': 'no',
}

function nothing(): void {}

function slowConsumer(): GraphQLError {
  const message = 'Too many results are waiting to be read: the operation has ended.'
  return refusalError({ code: 'SLOW_CONSUMER', message })
}

function errorBytes(error: GraphQLError): Buffer {
  return resultBytes({ errors: [error.toJSON()] })
}

function resultBytes(content: Parameters<typeof writeEventData>[0]): Buffer {
  return Buffer.from(writeEventData(content))
}

/** What a subgraph wrote goes on as it is. */
function bytesOf(answer: ExecutedAnswer): Buffer {
  if (answer.kind === 'result') return resultBytes(answer)
  return joined(answer.body)
}
