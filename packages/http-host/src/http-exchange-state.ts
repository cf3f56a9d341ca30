import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AbortNoticeSource } from './abort-notice.ts'
import type { Connection } from './connections.ts'

/** One request, from its first header to the end of its answer, and all that is known about it so far. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly connection: Connection
  /** Whether the client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean
  readonly startedAtMs = performance.now()
  /** Resolves when the answer is sent or the client is gone. */
  readonly closed: Promise<void>
  /** Among the requests that are under way. */
  place = 0
  route: string | undefined
  bodyRead = false
  /** Among which of the requests that are limited in number it counts. */
  slot: 'ANSWERING' | 'BODY' | undefined
  /** Given when the client left, the answer took too long, or the host cannot wait any longer. */
  readonly left = new AbortNoticeSource()
  #controller: AbortController | undefined
  #id: string | undefined

  constructor(request: IncomingMessage, response: ServerResponse, connection: Connection, expectsContinue: boolean) {
    this.request = request
    this.response = response
    this.connection = connection
    this.expectsContinue = expectsContinue
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    response.once('close', () => {
      if (!response.writableFinished) this.abort(new Error('the client left'))
      resolve()
    })
  }

  /** Made when somebody asks for it, as most requests need none. */
  get id(): string {
    this.#id ??= randomUUID()
    return this.#id
  }

  get aborted(): boolean {
    return this.left.aborted
  }

  /** Made when somebody asks for it: many a request is over before anybody would. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.left.aborted) this.#controller.abort(this.left.reason)
    }
    return this.#controller.signal
  }

  abort(reason: Error): void {
    if (this.left.aborted) return
    this.left.abort(reason)
    this.#controller?.abort(reason)
  }
}
