import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Outcome } from './circuit-breaker.ts'
import { type ContentCoding, contentCoding, decompress } from './decompress.ts'
import {
  type BodyChunks,
  CANCELLED,
  type SubgraphBytes,
  type SubgraphFault,
  subgraphFault,
} from './subgraph-response.ts'

/**
 * The part of `AbortSignal` that the client needs, so that a caller can pass a cheaper object: a
 * listener on a real signal costs more than a small fetch.
 */
export interface AbortNotice {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: { handleEvent(): void }): void
  removeEventListener(type: 'abort', listener: { handleEvent(): void }): void
}

/** The result of one attempt, and what it says about the health of the subgraph. */
export interface AttemptResult {
  readonly result: SubgraphBytes | SubgraphFault
  readonly outcome: Outcome
  /** True when no response byte was received, or the status was 502, 503 or 504. */
  readonly retryable: boolean
  /** True if a retry is free: the request was lost together with another one that pays for the retry. */
  readonly lostTogether?: boolean
}

export interface AttemptOptions {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  /** True if exceeding `timeoutMs` counts as the subgraph's failure. */
  readonly timeoutIsFailure: boolean
  readonly responseBytesMax: number
  readonly signal: AbortNotice
  /** Called once, before the result is returned. */
  readonly settled: (outcome: Outcome) => void
  /**
   * Called once, when the pool has released the request. That may be long after `settled`: a cancelled request remains
   * in the pool's queue until a connection is free.
   */
  readonly released: () => void
}

/** Sends one request over the pool. Never rejects. */
export function attemptFetch(pool: Pick<Dispatcher, 'dispatch'>, options: AttemptOptions): Promise<AttemptResult> {
  if (options.signal.aborted) {
    const result = cancelled(options.signal)
    options.settled(result.outcome)
    options.released()
    return Promise.resolve(result)
  }
  const attempt = new Attempt(options)
  pool.dispatch({ method: 'POST', path: options.path, headers: options.headers, body: options.body }, attempt)
  return attempt.result
}

/** Uses neither a stream nor a signal, which would cost more than the rest of a small fetch. */
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
  #framed = false
  #coding: ContentCoding | undefined

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
    this.#abort(cancelled(this.#options.signal))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing keeps the connection, which is still unused; aborting through the controller would close it.
    if (this.#settled) throw ALREADY_SETTLED
    this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    this.#status = status
    this.#framed = isFramed(headers)
    const refusal = this.#refuse(status, headers)
    if (refusal !== undefined) this.#abort(refusal)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#options.responseBytesMax) this.#abort(this.#tooLong())
    else if (!this.#settled) this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#options.released()
    const body = toChunks(this.#chunks, this.#bytes)
    if (this.#coding === undefined) this.#complete(body)
    else void this.#decompress(Buffer.concat(body), this.#coding)
  }

  /** Reads the body. The timeout and the signal still apply. */
  async #decompress(received: Buffer, coding: ContentCoding): Promise<void> {
    const body = await decompress(received, coding, this.#options.responseBytesMax)
    if (body === 'TOO_LONG') this.#settle(this.#tooLong())
    else if (body === 'INVALID') this.#settle(unusable(this.#status, `the body is not valid ${coding}`))
    else this.#complete([body])
  }

  #complete(body: BodyChunks): void {
    const status = this.#status
    const unhealthy = UNHEALTHY_STATUS.has(status)
    const isBusy = unhealthy && OVERLOADED.test(body[0].toString('latin1'))
    this.#settle(
      areUtf8(body)
        ? {
            result: { status, body, framed: this.#framed },
            outcome: isBusy ? 'NEUTRAL' : unhealthy ? 'FAILURE' : 'SUCCESS',
            retryable: unhealthy && !isBusy,
          }
        : unusable(status, 'the body is not UTF-8'),
    )
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#options.released()
    const reason = 'code' in error ? String(error.code) : error.name
    const fault = subgraphFault(reason === 'UND_ERR_CONNECT_TIMEOUT' ? 'TIMEOUT' : 'UNAVAILABLE', reason)
    // Requests lost with one connection count as one failure: they must not open the circuit breaker.
    const lostTogether = 'isFirst' in error && error.isFirst === false
    const outcome = lostTogether ? 'NEUTRAL' : 'FAILURE'
    this.#settle({ result: fault, outcome, retryable: this.#status === 0, lostTogether })
  }

  /** The reason why the status and the headers alone make a response unusable. */
  #refuse(status: number, headers: IncomingHttpHeaders): AttemptResult | undefined {
    const { 'content-type': type, 'content-length': length = '0', 'content-encoding': encoding } = headers
    if (status >= 300 && status < 400) return unusable(status, 'the response is a redirect')
    if (!isJson(type)) return unusable(status, 'the body is not JSON')
    const coding = contentCoding(encoding)
    if (coding === 'UNKNOWN') return unusable(status, 'the body has an unknown content-encoding')
    this.#coding = coding
    return Number(length) > this.#options.responseBytesMax ? this.#tooLong() : undefined
  }

  #timedOut(): void {
    const { timeoutMs, timeoutIsFailure } = this.#options
    const result = subgraphFault('TIMEOUT', `no complete response within ${timeoutMs} ms`)
    this.#abort({ result, outcome: timeoutIsFailure ? 'FAILURE' : 'NEUTRAL', retryable: false })
  }

  #tooLong(): AttemptResult {
    const result = subgraphFault('UNAVAILABLE', `the response is over ${this.#options.responseBytesMax} bytes`)
    return { result, outcome: 'NEUTRAL', retryable: false }
  }

  /** Settles and closes the connection, since more of the response may follow. */
  #abort(result: AttemptResult): void {
    if (this.#settled) return
    this.#settle(result)
    this.#controller?.abort(new Error('aborted'))
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

/** Statuses with which a proxy reports that the subgraph does not respond. */
const UNHEALTHY_STATUS: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * The error code of an overloaded subgraph. If it opened the circuit breaker, the requests of all clients would be
 * refused because of one, and a retry would add to the load.
 */
const OVERLOADED = /"code":"(?:SUBGRAPH_)?OVERLOADED"/

const ALREADY_SETTLED = new Error('the request is already settled')

/**
 * True if the body's end is marked by its length or by a last chunk, so that undici reports a truncated body as an
 * error. Without either, the body ends when the connection closes. Source: RFC 9112, section 6.3 "Message Body Length".
 */
function isFramed({ 'content-length': length, 'transfer-encoding': coding }: IncomingHttpHeaders): boolean {
  if (coding === undefined) return length !== undefined
  return typeof coding === 'string' && LAST_CODING_CHUNKED.test(coding)
}

const LAST_CODING_CHUNKED = /(?:^|,)\s*chunked\s*$/i

/** Neutral unless a proxy reports the subgraph as down: the client's request may be the cause. */
function unusable(status: number, reason: string): AttemptResult {
  const unhealthy = UNHEALTHY_STATUS.has(status)
  return {
    result: subgraphFault(FAULT_OF_STATUS[status] ?? 'UNAVAILABLE', `status ${status}, ${reason}`),
    outcome: unhealthy ? 'FAILURE' : 'NEUTRAL',
    retryable: unhealthy,
  }
}

const FAULT_OF_STATUS: Readonly<Record<number, SubgraphFault['fault']>> = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN' }

function cancelled(notice: AbortNotice): AttemptResult {
  return { result: cancellation(notice), outcome: 'NEUTRAL', retryable: false }
}

/** The fault of a request whose signal is aborted. */
export function cancellation({ reason }: Pick<AbortNotice, 'reason'>): SubgraphFault {
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError'
  return timedOut ? subgraphFault('TIMEOUT', 'the operation took too long') : CANCELLED
}

/**
 * Includes `text/plain`, with which some servers send JSON: a body that is not JSON is refused when it is parsed.
 * Source: GraphQL over HTTP, section "Media Types".
 */
function isJson(contentType: string | string[] | undefined): boolean {
  return typeof contentType === 'string' && JSON_TYPE.test(contentType)
}

const JSON_TYPE = /^(?:application\/(?:graphql-response\+)?json|text\/plain)\s*(?:;|$)/i

/** Length below which joining bodies costs less than sending several chunks. */
const joinedBytesMax = 16_384
const chunkBytesMin = 64

/** `bytes` is the total length of all chunks. */
export function toChunks(received: readonly Buffer[], bytes: number): BodyChunks {
  const [first, ...others] = received
  if (first === undefined) return [Buffer.alloc(0)]
  const keepsChunks = others.length === 0 || (bytes > joinedBytesMax && received.every(isLong))
  return keepsChunks ? [first, ...others] : [Buffer.concat(received, bytes)]
}

function isLong({ length }: Buffer): boolean {
  return length >= chunkBytesMin
}

/** True if the joined chunks are UTF-8; a character may span two chunks. */
export function areUtf8(chunks: BodyChunks): boolean {
  return chunks.every((chunk, index) => {
    const next = chunks[index + 1]
    const start = index === 0 ? 0 : continuationBytes(chunk)
    const end = next === undefined ? chunk.length : chunk.length - lastCharacterBytes(chunk)
    if (!isUtf8(chunk.subarray(start, end))) return false
    return next === undefined || isUtf8(Buffer.concat([chunk.subarray(end), next.subarray(0, continuationBytes(next))]))
  })
}

// Source: RFC 3629, section 3. LEAD and above start a character of up to four bytes.
const CONTINUATION = 0x80
const LEAD = 0xc0
const followersMax = 3

/** Leading bytes that belong to a character of the previous chunk. */
function continuationBytes(chunk: Buffer): number {
  let count = 0
  while (count < followersMax && isContinuation(chunk[count])) count += 1
  return count
}

/** Trailing bytes of a character that may continue in the next chunk. */
function lastCharacterBytes(chunk: Buffer): number {
  for (let count = 1; count <= followersMax; count += 1) {
    const byte = chunk[chunk.length - count] ?? 0
    if (byte >= LEAD) return count
    if (byte < CONTINUATION) return 0
  }
  return 0
}

function isContinuation(byte = 0): boolean {
  return byte >= CONTINUATION && byte < LEAD
}
