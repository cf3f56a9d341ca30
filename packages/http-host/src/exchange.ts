import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { AbortNoticeSource } from './abort-notice.ts'
import type { Connection } from './connections.ts'
import type { RequestTarget } from './request-target.ts'
import type { HttpRequest } from './route.ts'

/**
 * One request and its response; routes see it as their `HttpRequest`.
 *
 * What costs something (URL, id, signal) is created on first use. A class with fixed fields, so
 * that all requests share one hidden class.
 */
export class Exchange implements HttpRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly connection: Connection
  /** Whether the client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean
  readonly startedAtMs = performance.now()
  /** Resolves when the response is sent or the client has disconnected. */
  readonly closed: Promise<void>
  readonly abortNotice = new AbortNoticeSource()
  /** Position among the requests in flight. */
  index = 0
  /** Which of the two request limits it counts towards. */
  slot: 'HANDLING' | 'BODY' | undefined
  routePath: string | undefined
  params: HttpRequest['params'] = NO_PARAMS
  body: Buffer = NO_BODY
  bodyConsumed = false
  #target: RequestTarget | undefined
  #controller: AbortController | undefined
  #id: string | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, connection: Connection, expectsContinue: boolean) {
    this.incoming = incoming
    this.outgoing = outgoing
    this.connection = connection
    this.expectsContinue = expectsContinue
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
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

  /** Whether the client announced a body. */
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

const NO_BODY = Buffer.alloc(0)
const NO_PARAMS: HttpRequest['params'] = {}
