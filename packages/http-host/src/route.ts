import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { ClientCertificate } from './client-certificate.ts'
import type { Connection } from './connections.ts'

/** A request before its body has been read. */
export interface HttpRequestHead {
  readonly method: string
  /** The path as the client sent it, without the query. */
  readonly path: string
  readonly url: URL
  /** The decoded parameters of the route's path. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly headers: IncomingHttpHeaders
  /** Aborted when the client disconnects, the response takes too long, or the host shuts down. */
  readonly signal: AbortSignal
  /** Equivalent to `signal`, but far cheaper. */
  readonly abortNotice: AbortNotice
  /** The address of the nearest hop. */
  readonly remoteAddress: string
  /** The address of the client, as forwarded by trusted proxies. */
  readonly clientAddress: string
  /** The certificate that the client presented, or that a trusted proxy forwards; absent without mutual TLS. */
  readonly clientCertificate: ClientCertificate | undefined
  /** The connection on which the request arrived; a `ConnectionSlot` stores data on it. */
  readonly connection: Connection
  /** Unique; also logged. */
  readonly id: string
}

/** Called once, on abort. */
export interface AbortListener {
  handleEvent(): void
}

/**
 * The part of an `AbortSignal` that most code needs; an `AbortSignal` is an `AbortNotice`.
 *
 * Cheap enough for every request: a listener on a real signal costs more than a small fetch, and keeps its closure
 * alive until the next full garbage collection.
 */
export interface AbortNotice {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: AbortListener): void
  removeEventListener(type: 'abort', listener: AbortListener): void
}

export interface HttpRequest extends HttpRequestHead {
  readonly body: Buffer
}

export interface HttpResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Chunks of an array form one body. A stream is destroyed when the client disconnects. */
  readonly body?: string | Uint8Array | readonly Uint8Array[] | Readable
  /** True if nothing else refers to the chunks of an array, so that they are freed once they are sent. */
  readonly bodyIsExclusive?: boolean
  /**
   * True for a stream that lasts as long as the client wants: it does not count as a request in flight (its route
   * limits such streams), and the host ends it when it shuts down.
   */
  readonly longLived?: boolean
}

/** Returned by `admit` to end a request with a response before its body is read. */
export class AdmitRefusal {
  readonly response: HttpResponse

  constructor(response: HttpResponse) {
    this.response = response
  }
}

/** What `handle` needs of what `admit` has determined from the headers, such as the caller; not a response. */
export type RouteContext = (object & { readonly status?: never }) | undefined

export interface Route<Context extends RouteContext = RouteContext> {
  /** `GET` includes `HEAD`; the host responds to `OPTIONS` unless a route does. */
  readonly method: string | readonly string[]
  /** A path in find-my-way's syntax: `/items/:id`, a trailing `/*`. */
  readonly path: string
  readonly bodyBytesMax?: number
  /** Runs before the body is read. Without it `handle` gets `undefined` as its context. */
  admit?(head: HttpRequestHead): Context | AdmitRefusal | Promise<Context | AdmitRefusal>
  handle(request: HttpRequest, context: Context): HttpResponse | Promise<HttpResponse>
}
