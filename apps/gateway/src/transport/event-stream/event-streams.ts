import { maskError } from '@travel-rule/federation/execution/mask-error'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { HttpRequest } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { Caller } from '../../identity/authenticator.ts'
import { openTrace } from '../../identity/trace-context.ts'
import { openConnectionCounts } from '../../limits/connection-counts.ts'
import type { PreparedOperation } from '../../operation/prepared-operation.ts'
import type { Pipeline } from '../../pipeline.ts'
import type { LiveOperation, ResultSink } from '../../relay/live-result.ts'
import { drain } from '../delivery/drain.ts'
import { endReasonOf, type LiveMetrics } from '../delivery/live-metrics.ts'
import type { BackpressureSettings } from '../delivery/result-writer.ts'
import { rootFieldOf } from '../delivery/root-field.ts'
import { openStaggeredInterval } from '../delivery/staggered-interval.ts'
import { cacheControl, type GraphqlResponses } from '../http/graphql-response.ts'
import type { EventStreamResponder, StreamRefusal } from '../http/graphql-route.ts'
import { resultBytes } from '../http/response-content.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { openTokenWatch } from './token-watch.ts'

export interface EventsParts {
  readonly pipeline: Pick<Pipeline, 'execute' | 'subscribe'>
  readonly cors: GraphqlResponses['cors']
  readonly logger: Logger
  readonly limits: EventsLimits
  readonly backpressure: BackpressureSettings
  readonly metrics: LiveMetrics
}

export interface EventsLimits {
  readonly streamsMax: number
  /** Of one client, and from one address, that of the nearest hop; 0 is no limit. */
  readonly streamsPerClientMax: number
  readonly streamsPerAddressMax: number
  /** How often a comment is sent while there is nothing else. */
  readonly keepAliveMs: number
  /** Over how long subscriptions are sent away when the route is disposed. */
  readonly drainMs: number
}

/**
 * Operations over `text/event-stream`: the same pipeline and relay as over a WebSocket.
 *
 * Disposing takes no more subscriptions, and ends those that are open without `complete`, each at a random moment within `drainMs`: their clients
 * come back. Queries and mutations end by themselves: whoever closes the HTTP host waits for them as for all requests.
 */
export interface EventStreams extends EventStreamResponder, AsyncDisposable {
  /** Streams open now. */
  count(): number
}

export function openEventStreams(parts: EventsParts): EventStreams {
  const { cors, limits } = parts
  const metrics = parts.metrics.of('text/event-stream')
  const backpressure = { ...parts.backpressure, metrics }
  const open = new Set<EventStream>()
  const subscriptions = new Set<EventStream>()
  const clients = openConnectionCounts(limits.streamsPerClientMax)
  const addresses = openConnectionCounts(limits.streamsPerAddressMax)
  const keepAlives = openStaggeredInterval<EventStream>(limits.keepAliveMs, (stream) => stream.keepAlive())
  let closing = false

  function objection(isSubscription: boolean, client: string, address: string): StreamRefusal | undefined {
    if ((closing && isSubscription) || open.size >= limits.streamsMax) return FULL
    if (!clients.hasRoom(client)) return tooMany('streamsPerClient', limits.streamsPerClientMax)
    return addresses.hasRoom(address) ? undefined : tooMany('streamsPerAddress', limits.streamsPerAddressMax)
  }

  function openStream(field: string | undefined, onSlow: () => void, onClosed: () => void): EventStream {
    const stream = openEventStream({
      field,
      backpressure,
      onSlow,
      onClosed() {
        open.delete(stream)
        subscriptions.delete(stream)
        keepAlives.delete(stream)
        metrics.disconnected()
        metrics.finished()
        onClosed()
      },
    })
    open.add(stream)
    keepAlives.add(stream)
    metrics.connected()
    metrics.began()
    return stream
  }

  function run(prepared: PreparedOperation, request: HttpRequest, caller: Caller, onClosed: () => void): EventStream {
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
        onClosed()
      },
    )
    token.signal.addEventListener('abort', () => {
      const { reason } = token.signal
      if (!(reason instanceof GraphQLError)) return
      live?.end()
      fail(stream, reason)
    })
    if (prepared.type === 'subscription') {
      subscriptions.add(stream)
      live = parts.pipeline.subscribe(prepared, run, sinkOf(stream))
    } else void answer(prepared, run, stream)
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
      stream.complete(resultBytes(await parts.pipeline.execute(prepared, run)))
    } catch (error) {
      stream.complete(resultBytes({ errors: [maskError(error, parts.logger)] }))
    }
  }

  return {
    count: () => open.size,
    respond(prepared, request, caller) {
      const isSubscription = !('errors' in prepared) && prepared.type === 'subscription'
      const client = `${caller.identity.clientId}\n${caller.identity.subject}`
      const refusal = objection(isSubscription, client, request.remoteAddress)
      if (refusal !== undefined) return refusal
      const counted = [clients.enter(client), addresses.enter(request.remoteAddress)]
      const onClosed = () => {
        for (const each of counted) each[Symbol.dispose]()
      }
      const stream =
        'errors' in prepared ? openStream(undefined, nothing, onClosed) : run(prepared, request, caller, onClosed)
      // A browser shows nothing of an answer that is not 200: what is wrong with an operation is said in the stream.
      if ('errors' in prepared) stream.complete(resultBytes({ errors: prepared.errors.map((error) => error.toJSON()) }))
      const { headers } = request
      return {
        status: 200,
        headers: { ...HEADERS, ...cors.headersFor(headers), vary: `accept${cors.vary}` },
        body: stream.body,
        longLived: isSubscription,
      }
    },
    async [Symbol.asyncDispose]() {
      closing = true
      await drain(subscriptions, limits.drainMs, (stream) => stream.cut())
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

const RETRY_SECONDS = 5

const FULL: StreamRefusal = {
  error: refusalError({ code: 'OVERLOADED', message: 'Too many event streams are open: try again later.' }),
  status: 503,
  retryAfterSeconds: RETRY_SECONDS,
}

function tooMany(limit: 'streamsPerClient' | 'streamsPerAddress', max: number): StreamRefusal {
  const whose = limit === 'streamsPerClient' ? 'of yours' : 'from your address'
  const message = `${max} event streams ${whose} are open: there may not be more. Try again later.`
  const extensions = { limit, max, value: max, retryAfterSeconds: RETRY_SECONDS }
  const error = refusalError({ code: 'RATE_LIMITED', message, extensions })
  return { error, status: 429, retryAfterSeconds: RETRY_SECONDS }
}

function slowConsumer(): GraphQLError {
  const message = 'Too many results are waiting to be read: the operation has ended.'
  return refusalError({ code: 'SLOW_CONSUMER', message })
}

function errorBytes(error: GraphQLError): Buffer {
  return resultBytes({ errors: [error.toJSON()] })
}
