import type { IncomingHttpHeaders } from 'node:http'
import type { AbortNotice } from '@travel-rule/http-host/abort-notice'
import type { Dispatcher } from 'undici'
import type { Outcome } from './circuit-breaker.ts'
import { areUtf8, type Pieces, piecesOf } from './pieces.ts'
import { LEFT, type SubgraphFault, subgraphFault } from './subgraph-fault.ts'

/** What a subgraph sent: JSON by its content type, and valid UTF-8. Whether it is a GraphQL answer is not known yet. */
export interface SubgraphBytes {
  readonly status: number
  readonly body: Pieces
}

/** One attempt to have an answer, with what it says about the subgraph. */
export interface AttemptResult {
  readonly result: SubgraphBytes | SubgraphFault
  readonly outcome: Outcome
  /** Whether another attempt could go better: no byte of an answer was taken, or the answer was 502, 503 or 504. */
  readonly retryable: boolean
}

export interface AttemptOptions {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  /** Whether the subgraph had time enough when `timeoutMs` is over; less says nothing about it. */
  readonly enoughTime: boolean
  readonly answerBytesMax: number
  readonly signal: AbortNotice
  /** Told once what it says about the subgraph, before the result is there. */
  readonly settled: (outcome: Outcome) => void
  /** Told once that the pool has nothing more of it, which may be long after that: it stays in the queue until a connection is free. */
  readonly released: () => void
}

/** Sends one request over the pool. Never rejects. */
export function attemptFetch(pool: Dispatcher, options: AttemptOptions): Promise<AttemptResult> {
  if (options.signal.aborted) {
    const result = left(options.signal)
    options.settled(result.outcome)
    options.released()
    return Promise.resolve(result)
  }
  const attempt = new Attempt(options)
  pool.dispatch({ method: 'POST', path: options.path, headers: options.headers, body: options.body }, attempt)
  return attempt.result
}

/** Takes an answer without a stream and without a signal of its own: both cost more than the rest of a small fetch. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly result: Promise<AttemptResult>
  readonly #options: AttemptOptions
  readonly #resolve: (result: AttemptResult) => void
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #status = 0
  #bytes = 0

  constructor(options: AttemptOptions) {
    const { promise, resolve } = Promise.withResolvers<AttemptResult>()
    this.result = promise
    this.#resolve = resolve
    this.#options = options
    this.#timer = setTimeout(() => this.#timedOut(), options.timeoutMs)
    options.signal.addEventListener('abort', this)
  }

  /** The signal was aborted. */
  handleEvent(): void {
    this.#cut(left(this.#options.signal))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown, and not aborted with the controller, which would close the connection that it has not used yet.
    if (this.#settled) throw NOBODY_WAITS
    this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    this.#status = status
    const refusal = this.#refuse(status, headers)
    if (refusal !== undefined) this.#cut(refusal)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#options.answerBytesMax) this.#cut(this.#tooLong())
    else if (!this.#settled) this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#options.released()
    const body = piecesOf(this.#chunks, this.#bytes)
    const status = this.#status
    const troubled = TROUBLED_STATUS.has(status)
    this.#settle(
      areUtf8(body)
        ? { result: { status, body }, outcome: troubled ? 'FAILURE' : 'SUCCESS', retryable: troubled }
        : unusable(status, 'the body is not UTF-8'),
    )
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#options.released()
    const reason = 'code' in error ? String(error.code) : error.name
    const fault = subgraphFault(reason === 'UND_ERR_CONNECT_TIMEOUT' ? 'TIMEOUT' : 'UNAVAILABLE', reason)
    this.#settle({ result: fault, outcome: 'FAILURE', retryable: this.#status === 0 })
  }

  /** What is wrong with an answer by its head alone. */
  #refuse(status: number, headers: IncomingHttpHeaders): AttemptResult | undefined {
    const { 'content-type': type, 'content-length': length = '0', 'content-encoding': encoding = 'identity' } = headers
    if (status >= 300 && status < 400) return unusable(status, 'a redirect')
    if (!isJson(type)) return unusable(status, 'the body is not JSON')
    if (encoding !== 'identity') return unusable(status, 'the body is compressed')
    return Number(length) > this.#options.answerBytesMax ? this.#tooLong() : undefined
  }

  #timedOut(): void {
    const { timeoutMs, enoughTime } = this.#options
    const result = subgraphFault('TIMEOUT', `nothing complete within ${timeoutMs} ms`)
    this.#cut({ result, outcome: enoughTime ? 'FAILURE' : 'NEUTRAL', retryable: false })
  }

  #tooLong(): AttemptResult {
    const result = subgraphFault('UNAVAILABLE', `its answer is over ${this.#options.answerBytesMax} bytes`)
    return { result, outcome: 'NEUTRAL', retryable: false }
  }

  /** Settles, and has the connection closed: more may be under way on it. */
  #cut(result: AttemptResult): void {
    if (this.#settled) return
    this.#settle(result)
    this.#controller?.abort(new Error('cut'))
  }

  #settle(result: AttemptResult): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#options.signal.removeEventListener('abort', this)
    this.#chunks.length = 0
    this.#options.settled(result.outcome)
    this.#resolve(result)
  }
}

/** What whoever stands before a subgraph says when it does not answer. */
const TROUBLED_STATUS: ReadonlySet<number> = new Set([502, 503, 504])

const NOBODY_WAITS = new Error('nobody waits any more')

/** An answer that is no GraphQL answer, whatever it says. Most are no sign of trouble: a client can bring them about. */
function unusable(status: number, reason: string): AttemptResult {
  const troubled = TROUBLED_STATUS.has(status)
  return {
    result: subgraphFault(FAULT_OF_STATUS[status] ?? 'UNAVAILABLE', `status ${status}, ${reason}`),
    outcome: troubled ? 'FAILURE' : 'NEUTRAL',
    retryable: troubled,
  }
}

const FAULT_OF_STATUS: Readonly<Record<number, SubgraphFault['fault']>> = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN' }

function left({ reason }: AbortNotice): AttemptResult {
  const late = reason instanceof Error && reason.name === 'TimeoutError'
  const result = late ? subgraphFault('TIMEOUT', 'the operation took too long') : LEFT
  return { result, outcome: 'NEUTRAL', retryable: false }
}

/** Source: GraphQL over HTTP, section "Media Types". */
function isJson(contentType: string | string[] | undefined): boolean {
  return typeof contentType === 'string' && JSON_TYPE.test(contentType)
}

const JSON_TYPE = /^application\/(?:graphql-response\+)?json\s*(?:;|$)/i
