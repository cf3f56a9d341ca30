import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ClientAddresses } from './client-address.ts'
import type { ClientCertificate, ClientCertificates } from './client-certificate.ts'
import type { Connection } from './connections.ts'
import { FramedRequest, type FramedResponse } from './framed-exchange.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal } from './http-problem.ts'
import type { AbortListener, AbortNotice, HttpRequest } from './route.ts'
import type { RequestTarget } from './router.ts'

export interface ExchangeParts {
  readonly incoming: IncomingMessage | FramedRequest
  readonly outgoing: ServerResponse | FramedResponse
  readonly connection: Connection
  readonly clientAddresses: ClientAddresses
  readonly clientCertificates: ClientCertificates
  /** True if the client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean
}

/**
 * One request and its response; routes see it as their `HttpRequest`.
 *
 * Costly members (URL, id, signal) are created on first use. A class with fixed fields, so that all requests share one
 * hidden class.
 */
export class Exchange implements HttpRequest {
  readonly incoming: IncomingMessage | FramedRequest
  readonly outgoing: ServerResponse | FramedResponse
  readonly connection: Connection
  readonly #clientAddresses: ClientAddresses
  readonly #clientCertificates: ClientCertificates
  /** True if the client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean
  readonly startedAtMs = performance.now()
  /** Resolves when the response is sent or the client has disconnected. */
  readonly closed: Promise<void>
  readonly abortNotice = new AbortNoticeSource()
  /** Index among the requests in flight. */
  index = 0
  /** The request limit towards which it counts. */
  slot: 'HANDLING' | 'BODY' | undefined
  /** True once the response has taken too long. */
  late = false
  routePath: string | undefined
  params: HttpRequest['params'] = NO_PARAMS
  body: Buffer = NO_BODY
  bodyConsumed = false
  #target: RequestTarget | undefined
  #controller: AbortController | undefined
  #id: string | undefined

  constructor(parts: ExchangeParts) {
    const { incoming, outgoing, connection, clientAddresses, clientCertificates, expectsContinue } = parts
    this.#clientAddresses = clientAddresses
    this.#clientCertificates = clientCertificates
    this.incoming = incoming
    this.outgoing = outgoing
    this.connection = connection
    this.expectsContinue = expectsContinue
    if (incoming instanceof FramedRequest) {
      this.body = incoming.body
      this.bodyConsumed = true
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    // With a permanent listener, each response that survives a scavenge would keep its successors alive until the next
    // full garbage collection: 80 MB under load.
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) this.abort(new Error('the client disconnected'))
      resolve()
    })
  }

  /** Must be called before a route sees the exchange. */
  routeTo(target: RequestTarget, routePath: string, params: HttpRequest['params']): void {
    this.#target = target
    this.routePath = routePath
    this.params = params
  }

  get method(): string {
    return this.incoming.method ?? ''
  }

  get path(): string {
    return this.#target?.path ?? ''
  }

  get url(): URL {
    if (this.#target === undefined) throw new Error('the request has not been routed yet')
    return this.#target.url
  }

  get headers(): IncomingHttpHeaders {
    return this.incoming.headers
  }

  get remoteAddress(): string {
    return this.incoming.socket.remoteAddress ?? ''
  }

  get clientAddress(): string {
    return this.#clientAddresses.of(this.remoteAddress, this.headers)
  }

  get clientCertificate(): ClientCertificate | undefined {
    return this.#clientCertificates(this.incoming.socket, this.headers)
  }

  get id(): string {
    this.#id ??= randomUUID()
    return this.#id
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.abortNotice.aborted) this.#controller.abort(this.abortNotice.reason)
    }
    return this.#controller.signal
  }

  /** True if the client announced a body. */
  get hasBody(): boolean {
    const { 'content-length': length, 'transfer-encoding': encoding } = this.incoming.headers
    return encoding !== undefined || (length !== undefined && Number(length) !== 0)
  }

  abort(reason: Error): void {
    if (this.abortNotice.aborted) return
    this.abortNotice.abort(reason)
    this.#controller?.abort(reason)
  }
}

/** An exchange over HTTP/1.1, whose body arrives gradually. */
export type HttpExchange = Exchange & { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }

export function isHttp(exchange: Exchange): exchange is HttpExchange {
  return !(exchange.incoming instanceof FramedRequest)
}

const NO_BODY = Buffer.alloc(0)
const NO_PARAMS: HttpRequest['params'] = {}

/** An `AbortNotice` with the method that triggers it. */
export class AbortNoticeSource implements AbortNotice {
  #listeners: AbortListener[] | undefined
  #reason: Error | undefined

  get aborted(): boolean {
    return this.#reason !== undefined
  }

  get reason(): Error | undefined {
    return this.#reason
  }

  addEventListener(_type: 'abort', listener: AbortListener): void {
    this.#listeners ??= []
    this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    const index = this.#listeners?.indexOf(listener) ?? -1
    if (index >= 0) this.#listeners?.splice(index, 1)
  }

  /** Only the first call has an effect. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    const listeners = this.#listeners ?? []
    this.#listeners = undefined
    for (const listener of listeners) listener.handleEvent()
  }
}

/**
 * The requests in flight on one host. Their number is limited separately for requests that are being handled and for
 * requests whose body is still arriving.
 */
export interface RequestsInFlight {
  add(exchange: Exchange): void
  /** Must be called exactly once for each added exchange. */
  delete(exchange: Exchange): void
  size(): number
  all(): readonly Exchange[]
  /** Counts the request as being handled. Throws `HttpRefusal` 503 `OVERLOADED`. */
  startHandling(exchange: Exchange): void
  /** Counts the request as waiting for its body instead. Returns false, without effect, if too many already are. */
  awaitBody(exchange: Exchange): boolean
  /** Stops counting the request towards the limits. */
  releaseSlot(exchange: Exchange): void
}

export function openRequestsInFlight(limits: HttpLimits): RequestsInFlight {
  const exchanges = openSwapSet<Exchange>()
  let handling = 0
  let bodiesPending = 0

  function releaseSlot(exchange: Exchange): void {
    if (exchange.slot === 'HANDLING') handling -= 1
    else if (exchange.slot === 'BODY') {
      bodiesPending -= 1
      exchange.connection.address.bodiesPending -= 1
    }
    exchange.slot = undefined
  }

  return {
    ...exchanges,
    releaseSlot,
    startHandling(exchange) {
      releaseSlot(exchange)
      if (handling >= limits.requestsInFlightMax) throw overloaded()
      handling += 1
      exchange.slot = 'HANDLING'
    },
    awaitBody(exchange) {
      const { address } = exchange.connection
      if (bodiesPending >= limits.bodiesWaitingMax) return false
      if (!address.isProxy && address.bodiesPending >= limits.bodiesWaitingPerAddressMax) return false
      releaseSlot(exchange)
      bodiesPending += 1
      address.bodiesPending += 1
      exchange.slot = 'BODY'
      return true
    },
  }
}

export function overloaded(): HttpRefusal {
  return new HttpRefusal(503, 'OVERLOADED', 'Too many concurrent requests', { 'retry-after': '1' })
}

/** An unordered set of items that know their own index. */
export interface SwapSet<Item extends { index: number }> {
  add(item: Item): void
  /** Must be called exactly once for each added item. */
  delete(item: Item): void
  size(): number
  all(): readonly Item[]
}

/**
 * For items that are added and deleted with every request.
 *
 * A `Set` reallocates its table every few insertions, and once an old table is tenured it keeps all its successors and
 * their entries alive: at thousands of requests per second, a hundred megabytes between two full garbage collections.
 */
export function openSwapSet<Item extends { index: number }>(): SwapSet<Item> {
  const items: Item[] = []
  return {
    add(item) {
      item.index = items.push(item) - 1
    },
    delete(item) {
      const last = items.pop()
      if (last === undefined || last === item) return
      last.index = item.index
      items[item.index] = last
    },
    size: () => items.length,
    all: () => [...items],
  }
}
