import { setTimeout as wait } from 'node:timers/promises'
import type { AbortNotice } from '@travel-rule/http-host/abort-notice'
import { type CircuitLimits, type Outcome, openCircuitBreaker } from './circuit-breaker.ts'
import { type AttemptResult, attemptFetch, type SubgraphBytes } from './fetch-attempt.ts'
import { Pool } from './light-pool.ts'
import { readAnswer, type SubgraphAnswer } from './read-answer.ts'
import { openRetryBudget, type RetryLimits } from './retry-budget.ts'
import { type SubgraphFault, subgraphFault } from './subgraph-fault.ts'
import { SILENT, type SubgraphObserver } from './subgraph-observer.ts'

export type { SubgraphBytes } from './fetch-attempt.ts'
export type { SubgraphAnswer, SubgraphError } from './read-answer.ts'

/** A request whose body is written already: `{"query":…,"variables":…,"operationName":…}`. */
export interface RawSubgraphRequest {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Aborted when nobody waits for the operation any more. */
  readonly signal: AbortNotice
  /** Whether it may be sent again: never for a mutation. */
  readonly idempotent?: boolean | undefined
  /** When the operation ends, on the clock of `performance.now()`. */
  readonly deadlineAtMs?: number | undefined
}

/** One request to a subgraph. */
export interface SubgraphRequest extends Omit<RawSubgraphRequest, 'body'> {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

export interface SubgraphClientOptions {
  readonly url: string
  readonly connectionsMax: number
  /** Requests that may wait for a connection; one more is refused at once. */
  readonly waitingMax?: number
  readonly fetchTimeoutMs: number
  readonly connectTimeoutMs: number
  readonly answerBytesMax: number
  readonly retry?: RetryLimits
  readonly circuit?: CircuitLimits
  readonly observer?: SubgraphObserver
}

/**
 * Sends operations to one subgraph over a pool of connections. Neither method throws: what goes wrong is a fault, with a reason for the log.
 *
 * An idempotent request whose connection fails before an answer, or that is answered 502, 503 or 504, is sent again within a budget. When too
 * many requests fail none is sent for some time.
 */
export interface SubgraphClient extends AsyncDisposable {
  /** The body of the answer as it came: JSON by its content type, valid UTF-8, and not yet parsed. */
  fetchBytes(request: RawSubgraphRequest): Promise<SubgraphBytes | SubgraphFault>
  send(request: SubgraphRequest): Promise<SubgraphAnswer | SubgraphFault>
}

const waitingMaxDefault = 1_000
/** The share of a fetch's time in which a subgraph should have answered; operations may leave it less. */
const enoughTimeRatio = 0.5
const RETRY: RetryLimits = { attemptsMax: 2, ratio: 0.1, savedMax: 10, delayMs: 50 }
const CIRCUIT: CircuitLimits = {
  windowMs: 10_000,
  requestsMin: 20,
  failureRatio: 0.5,
  openMs: 1_000,
  openMsMax: 30_000,
}

export function openSubgraphClient(options: SubgraphClientOptions): SubgraphClient {
  const { origin, pathname, search } = new URL(options.url)
  const { observer = SILENT, retry = RETRY, fetchTimeoutMs, answerBytesMax } = options
  // Time is kept per attempt: the pool's own timers would only repeat that.
  const pool = new Pool(origin, {
    connections: options.connectionsMax,
    pipelining: 1,
    connect: { timeout: options.connectTimeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const path = `${pathname}${search}`
  const underWayMax = options.connectionsMax + (options.waitingMax ?? waitingMaxDefault)
  const budget = openRetryBudget(retry)
  const breaker = openCircuitBreaker({
    limits: options.circuit ?? CIRCUIT,
    now: () => performance.now(),
    random: Math.random,
    onChange: (state) => observer.circuitChanged(state),
  })
  let underWay = 0
  const released = () => {
    underWay -= 1
  }

  /** Not through `async`: it would be one more turn for each fetch. */
  function attempt(request: RawSubgraphRequest): AttemptResult | Promise<AttemptResult> {
    if (underWay >= underWayMax) return refused(`more than ${underWayMax} requests are under way`)
    const leftMs = (request.deadlineAtMs ?? Number.POSITIVE_INFINITY) - performance.now()
    if (leftMs <= 0) return LATE
    const admission = breaker.admit()
    if (admission === undefined) return refused('the circuit is open')
    underWay += 1
    const timeoutMs = leftMs >= fetchTimeoutMs ? fetchTimeoutMs : Math.ceil(leftMs)
    const enoughTime = timeoutMs >= fetchTimeoutMs * enoughTimeRatio
    const { body, signal } = request
    const headers = { ...request.headers, ...JSON_HEADERS }
    const settled = (outcome: Outcome) => {
      breaker.settle(admission, outcome)
      observer.attempted(outcome)
    }
    return attemptFetch(pool, {
      path,
      headers,
      body,
      timeoutMs,
      enoughTime,
      answerBytesMax,
      signal,
      settled,
      released,
    })
  }

  async function fetchBytes(request: RawSubgraphRequest): Promise<SubgraphBytes | SubgraphFault> {
    budget.deposit()
    let last = await attempt(request)
    for (let attempts = 1; last.retryable && request.idempotent === true; attempts += 1) {
      if (attempts >= retry.attemptsMax || !budget.withdraw()) break
      observer.retried()
      await wait((retry.delayMs * (1 + Math.random())) / 2)
      last = await attempt(request)
    }
    return last.result
  }

  return {
    fetchBytes,
    async send({ query, operationName, variables, ...request }) {
      const body = writeBody({ query, variables, operationName })
      if (body === undefined) return subgraphFault('UNAVAILABLE', 'the variables are nested too deeply to be written')
      const answer = await fetchBytes({ ...request, body })
      return 'fault' in answer ? answer : readAnswer(answer)
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json, application/json;q=0.9',
}

/** `undefined` when `JSON.stringify` runs out of stack. */
function writeBody(body: object): string | undefined {
  try {
    return JSON.stringify(body)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const LATE: AttemptResult = {
  result: subgraphFault('TIMEOUT', 'the operation has no time left'),
  outcome: 'NEUTRAL',
  retryable: false,
}

function refused(reason: string): AttemptResult {
  return { result: subgraphFault('UNAVAILABLE', reason), outcome: 'NEUTRAL', retryable: false }
}
