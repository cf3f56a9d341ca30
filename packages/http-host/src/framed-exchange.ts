import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { listHeaders } from './response-headers.ts'
import type { HttpResponse } from './route.ts'

/** A request that arrived in one frame, with the members of `IncomingMessage` that the host uses. */
export class FramedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly socket: Socket
  readonly complete = true

  constructor(head: Pick<FramedRequest, 'method' | 'url' | 'headers' | 'body' | 'socket'>) {
    this.method = head.method
    this.url = head.url
    this.headers = head.headers
    this.body = head.body
    this.socket = head.socket
  }

  destroy(): void {}
}

/** Where a framed response is written. */
export interface ResponseSink {
  /** Sends the status and the headers; `body`, if given, is the complete body. */
  start(status: number, headers: Readonly<Record<string, string>>, body: readonly Uint8Array[] | undefined): void
  /** Resolves when more of a streamed body may be written. */
  write(chunk: Uint8Array): Promise<void>
  end(): void
  /** Reports to the client that the response failed. */
  cancel(): void
}

/** The response, with the members of `ServerResponse` that the host uses. */
export class FramedResponse {
  statusCode = 200
  headersSent = false
  destroyed = false
  writableFinished = false
  readonly #sink: ResponseSink
  #body: Readable | undefined
  #onClose: (() => void) | undefined

  constructor(sink: ResponseSink) {
    this.#sink = sink
  }

  once(_event: 'close', listener: () => void): void {
    this.#onClose = listener
  }

  /** Only the connection emits errors. */
  on(_event: 'error', _listener: (error: Error) => void): void {}

  /** Sends a response. Throws before anything is sent when a header or the status is invalid. */
  async send(response: HttpResponse, method: string): Promise<void> {
    const { status } = response
    const body = method === 'HEAD' ? undefined : response.body
    const headers = toRecord(listHeaders(response, undefined))
    if (!(body instanceof Readable)) {
      this.#sink.start(status, headers, toChunks(body))
      this.statusCode = status
      this.headersSent = true
      return
    }
    this.#sink.start(status, headers, undefined)
    this.statusCode = status
    this.headersSent = true
    this.#body = body
    try {
      for await (const chunk of body) await this.#sink.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    } catch (error) {
      // The stream was destroyed because the client has disconnected.
      if (this.destroyed) return
      throw error
    }
    this.#sink.end()
  }

  /** The network has taken the complete response. */
  finished(): void {
    if (this.destroyed) return
    this.writableFinished = true
    this.#close()
  }

  /** The client has cancelled the request or disconnected: nothing more can be sent. */
  cancelled(): void {
    if (!this.destroyed) this.#close()
  }

  destroy(): void {
    if (this.destroyed) return
    this.#sink.cancel()
    this.#close()
  }

  #close(): void {
    this.destroyed = true
    this.#body?.destroy()
    this.#onClose?.()
  }
}

function toRecord(list: readonly (string | string[])[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < list.length; at += 2) {
    headers[String(list[at]).toLowerCase()] = String(list[at + 1])
  }
  return headers
}

function toChunks(body: Exclude<HttpResponse['body'], Readable>): readonly Uint8Array[] {
  if (body === undefined) return []
  if (typeof body === 'string') return [Buffer.from(body)]
  return body instanceof Uint8Array ? [body] : body
}
