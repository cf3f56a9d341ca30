import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import { addressKey } from '@travel-rule/http-host/client-address'
import type { HttpRequest, HttpResponse } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { clientKey, openConnectionCounts } from '../../limits/connection-counts.ts'
import type { SharedConnections, SharedEntry } from '../../limits/shared-counts.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import { drain } from '../delivery/drain.ts'
import type { LiveMetrics } from '../delivery/live-metrics.ts'
import type { BackpressureSettings } from '../delivery/result-writer.ts'
import { openStaggeredInterval } from '../delivery/staggered-interval.ts'
import type { StreamRefusal } from '../http/graphql-reply.ts'
import { cacheControl, type GraphqlResponses, resultBytes } from '../http/graphql-response.ts'
import type { EventStreamResponder } from '../http/graphql-route.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { STREAM_FORMATS, type StreamFormat } from './stream-format.ts'
import { type OpenStream, streamOperation } from './stream-operation.ts'

export interface EventStreamsParts {
  readonly pipeline: Pick<Pipeline, 'execute' | 'subscribe' | 'forwarded'>
  readonly cors: GraphqlResponses['cors']
  readonly logger: Logger
  readonly limits: EventStreamsLimits
  readonly backpressure: BackpressureSettings
  readonly metrics: LiveMetrics
  /** Counts the streams of several processes together. */
  readonly shared?: SharedConnections | undefined
}

export interface EventStreamsLimits {
  readonly streamsMax: number
  /** Maximum number of streams per client, and per address. */
  readonly streamsPerClientMax: number
  readonly streamsPerAddressMax: number
  /** Interval between comments on an idle stream. */
  readonly keepAliveMs: number
  /** The period over which subscriptions are closed on disposal. */
  readonly drainMs: number
}

/**
 * Operations over `text/event-stream`, and subscriptions over `multipart/mixed`, with the same pipeline and relay as
 * over a WebSocket.
 *
 * Disposing refuses new subscriptions, and ends open ones without `complete` at random times within `drainMs`, so that
 * their clients reconnect. Queries and mutations are not affected: the HTTP host waits for them as for all requests.
 */
export interface EventStreams extends EventStreamResponder, AsyncDisposable {
  /** Number of open streams. */
  count(): number
}

export function openEventStreams(parts: EventStreamsParts): EventStreams {
  const { cors, limits, pipeline, logger } = parts
  const metrics = parts.metrics.of('text/event-stream')
  const backpressure = { ...parts.backpressure, metrics }
  const streams = new Set<EventStream>()
  const subscriptions = new Set<EventStream>()
  const clients = openConnectionCounts(limits.streamsPerClientMax)
  const addresses = openConnectionCounts(limits.streamsPerAddressMax)
  const keepAlives = openStaggeredInterval<EventStream>(limits.keepAliveMs, (stream) => stream.keepAlive())
  let closing = false

  function objection(isSubscription: boolean, client: string, address: string): StreamRefusal | undefined {
    if ((closing && isSubscription) || streams.size >= limits.streamsMax) return FULL
    if (!clients.hasRoom(client)) return tooMany('streamsPerClient', limits.streamsPerClientMax)
    return addresses.hasRoom(address) ? undefined : tooMany('streamsPerAddress', limits.streamsPerAddressMax)
  }

  /** Counts the stream until it is closed. */
  function openStream(
    counted: readonly Disposable[],
    format: StreamFormat,
    ...[field, onSlow, onClosed]: Parameters<OpenStream>
  ): EventStream {
    const stream = openEventStream({
      format,
      field,
      backpressure,
      onSlow,
      onClosed() {
        streams.delete(stream)
        subscriptions.delete(stream)
        keepAlives.delete(stream)
        metrics.disconnected()
        metrics.finished()
        onClosed()
        for (const count of counted) count[Symbol.dispose]()
      },
    })
    streams.add(stream)
    keepAlives.add(stream)
    metrics.connected()
    metrics.began()
    return stream
  }

  function responseOf(
    { body }: EventStream,
    { contentType }: StreamFormat,
    request: HttpRequest,
    longLived: boolean,
  ): HttpResponse {
    const headers = {
      ...HEADERS,
      'content-type': contentType,
      ...cors.headersFor(request.headers),
      vary: `accept${cors.vary}`,
    }
    return { status: 200, headers, body, longLived }
  }

  return {
    count: () => streams.size,
    respond(prepared, request, caller, format) {
      const written = STREAM_FORMATS[format]
      const isSubscription = !('errors' in prepared) && prepared.type === 'subscription'
      const client = clientKey(caller.identity)
      const address = addressKey(request.clientAddress)
      const refusal = objection(isSubscription, client, address)
      if (refusal !== undefined) return refusal
      const counted = [clients.enter(client), addresses.enter(address)]
      if (parts.shared === undefined) return begin(counted)
      return enterShared(parts.shared, client, address, limits).then((entered) => {
        const isRefused = 'error' in entered
        if (!isRefused && !(closing && isSubscription)) return begin([...counted, entered])
        for (const count of isRefused ? counted : [...counted, entered]) count[Symbol.dispose]()
        return isRefused ? entered : FULL
      })

      function begin(counted: readonly Disposable[]): HttpResponse {
        if ('errors' in prepared) {
          // Browsers expose only responses with status 200, so errors are also sent as events.
          const stream = openStream(counted, written, undefined, nothing, nothing)
          stream.complete(resultBytes({ errors: prepared.errors.map((error) => error.toJSON()) }))
          return responseOf(stream, written, request, false)
        }
        const open: OpenStream = (field, onSlow, onClosed) => openStream(counted, written, field, onSlow, onClosed)
        const stream = streamOperation(prepared, request, caller, open, { pipeline, metrics, logger })
        if (isSubscription) subscriptions.add(stream)
        return responseOf(stream, written, request, isSubscription)
      }
    },
    async [Symbol.asyncDispose]() {
      closing = true
      await drain(subscriptions, limits.drainMs, (stream) => stream.cut())
    },
  }
}

/** Counts a stream across all processes, or returns the reason for refusing it. */
async function enterShared(
  shared: SharedConnections,
  client: string,
  address: string,
  { streamsPerClientMax, streamsPerAddressMax }: EventStreamsLimits,
): Promise<SharedEntry | StreamRefusal> {
  try {
    const entered = await shared.enter([
      ['streams', ''],
      ['streamsPerClient', client],
      ['streamsPerAddress', address],
    ])
    if (entered === 'streamsPerClient') return tooMany(entered, streamsPerClientMax)
    if (entered === 'streamsPerAddress') return tooMany(entered, streamsPerAddressMax)
    return typeof entered === 'string' ? FULL : entered
  } catch {
    // The primary process does not respond.
    return FULL
  }
}

const HEADERS = {
  'cache-control': cacheControl,
  // Keeps proxies from buffering events.
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
  const owner = limit === 'streamsPerClient' ? 'You have' : 'Your address has'
  const message = `${owner} ${max} event streams open, which is the maximum. Try again later.`
  const extensions = { limit, max, value: max, retryAfterSeconds: RETRY_SECONDS }
  const error = refusalError({ code: 'RATE_LIMITED', message, extensions })
  return { error, status: 429, retryAfterSeconds: RETRY_SECONDS }
}
