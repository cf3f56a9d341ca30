import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { type CircuitLimits, type CircuitState, type Outcome, openCircuitBreaker } from './circuit-breaker.ts'
import { type AbortNotice, type AttemptResult, attemptFetch } from './fetch-attempt.ts'
import {
  parseResponse,
  type SubgraphBytes,
  type SubgraphFault,
  type SubgraphResponse,
  subgraphFault,
} from './subgraph-response.ts'
import { Pool } from './undici-pool.ts'

/** A request with an encoded body: `{"query":…,"variables":…,"operationName":…}`. */
export interface RawSubgraphRequest {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Cancels the request. */
  readonly signal: AbortNotice
  /** True if the request may be retried; false for a mutation. */
  readonly idempotent?: boolean | undefined
  /** The deadline of the operation, on the clock of `performance.now()`. */
  readonly deadlineAtMs?: number | undefined
}

export interface SubgraphRequest extends Omit<RawSubgraphRequest, 'body'> {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** The part of undici's dispatcher that the client uses. */
export type SubgraphDispatcher = Pick<Dispatcher, 'dispatch'> & { destroy(): Promise<void> }

/** Called for every attempt, retry and change of the circuit breaker. */
export interface SubgraphObserver {
  attempted(outcome: Outcome): void
  retried(): void
  circuitChanged(state: CircuitState): void
}

export interface SubgraphClientOptions {
  readonly url: string
  readonly connectionsMax: number
  /** Maximum number of requests waiting for a connection; further ones are refused immediately. */
  readonly waitingMax?: number
  readonly fetchTimeoutMs: number
  readonly connectTimeoutMs: number
  readonly responseBytesMax: number
  /** Headers added to every request, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Replaces the pool of HTTP/1.1 connections by a dispatcher that uses the pool only for requests that it cannot send
   * more efficiently. When destroyed, it destroys the pool. If several requests fail together with one connection, all
   * their errors except the first have `isFirst: false`.
   */
  readonly wrapDispatcher?: (http: SubgraphDispatcher) => SubgraphDispatcher
  readonly retry?: RetryLimits
  readonly circuit?: CircuitLimits
  readonly observer?: SubgraphObserver
}

/**
 * Sends operations to one subgraph over a connection pool. Neither method throws: failures are
 * returned as faults.
 *
 * An idempotent request is retried within a budget when its connection fails before a response, or
 * the status is 502, 503 or 504. A circuit breaker pauses requests to a subgraph that keeps
 * failing.
 */
export interface SubgraphClient extends AsyncDisposable {
  /** Maximum time that a request takes, including its retries. */
  readonly fetchMsMax: number
  /** The unparsed body: JSON by its content type, and valid UTF-8. */
  fetchBytes(request: RawSubgraphRequest): Promise<SubgraphBytes | SubgraphFault>
  send(request: SubgraphRequest): Promise<SubgraphResponse | SubgraphFault>
}

const waitingMaxDefault = 1_000
/** Minimum share of `fetchTimeoutMs` after which a timeout counts as the subgraph's failure. */
const timeoutFailureRatio = 0.5
/**
 * How long an unused connection stays open, in milliseconds. Shorter than subgraphs keep it, even while they stop,
 * because a request sent while it is being closed is lost.
 */
const IDLE_MS_MAX = 4_000
const RETRY: RetryLimits = { attemptsMax: 2, ratio: 0.1, savedMax: 10, delayMs: 50 }
const CIRCUIT: CircuitLimits = {
  windowMs: 10_000,
  requestsMin: 20,
  failureRatio: 0.5,
  openMs: 1_000,
  openMsMax: 30_000,
}
const SILENT: SubgraphObserver = { attempted() {}, retried() {}, circuitChanged() {} }

export function openSubgraphClient(options: SubgraphClientOptions): SubgraphClient {
  const { origin, pathname, search } = new URL(options.url)
  const { observer = SILENT, retry = RETRY, fetchTimeoutMs, responseBytesMax } = options
  // Each attempt has its own timeout, so the pool needs none.
  const http = new Pool(origin, {
    connections: options.connectionsMax,
    pipelining: 1,
    connect: { timeout: options.connectTimeoutMs },
    keepAliveMaxTimeout: IDLE_MS_MAX,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const pool = options.wrapDispatcher?.(http) ?? http
  const path = `${pathname}${search}`
  const pendingMax = options.connectionsMax + (options.waitingMax ?? waitingMaxDefault)
  const budget = openRetryBudget(retry)
  const breaker = openCircuitBreaker({
    limits: options.circuit ?? CIRCUIT,
    now: () => performance.now(),
    random: Math.random,
    onChange: (state) => observer.circuitChanged(state),
  })
  let pending = 0
  const released = () => {
    pending -= 1
  }

  /** Not `async`, which would add a microtask to each fetch. */
  function attempt(request: RawSubgraphRequest): AttemptResult | Promise<AttemptResult> {
    if (pending >= pendingMax) return refused(`more than ${pendingMax} requests are pending`)
    const remainingMs = (request.deadlineAtMs ?? Number.POSITIVE_INFINITY) - performance.now()
    if (remainingMs <= 0) return PAST_DEADLINE
    const admission = breaker.admit()
    if (admission === undefined) return refused('the circuit breaker is open')
    pending += 1
    const timeoutMs = remainingMs >= fetchTimeoutMs ? fetchTimeoutMs : Math.ceil(remainingMs)
    const timeoutIsFailure = timeoutMs >= fetchTimeoutMs * timeoutFailureRatio
    const { body, signal } = request
    const headers = { ...options.headers, ...request.headers, ...JSON_HEADERS }
    const settled = (outcome: Outcome) => {
      breaker.settle(admission, outcome)
      observer.attempted(outcome)
    }
    return attemptFetch(pool, {
      path,
      headers,
      body,
      timeoutMs,
      timeoutIsFailure,
      responseBytesMax,
      signal,
      settled,
      released,
    })
  }

  async function fetchBytes(request: RawSubgraphRequest): Promise<SubgraphBytes | SubgraphFault> {
    budget.deposit()
    let last = await attempt(request)
    for (let attempts = 1; last.retryable && request.idempotent === true; attempts += 1) {
      if (attempts >= retry.attemptsMax || !(last.lostTogether === true || budget.withdraw())) break
      observer.retried()
      await wait((retry.delayMs * (1 + Math.random())) / 2)
      last = await attempt(request)
    }
    return last.result
  }

  return {
    fetchMsMax: retry.attemptsMax * (fetchTimeoutMs + retry.delayMs),
    fetchBytes,
    async send({ query, operationName, variables, ...request }) {
      const body = encodeBody({ query, variables, operationName })
      if (body === undefined) return subgraphFault('UNAVAILABLE', 'the variables are nested too deeply to be encoded')
      const response = await fetchBytes({ ...request, body })
      return 'fault' in response ? response : parseResponse(response)
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json, application/json;q=0.9',
}

/** `undefined` when `JSON.stringify` overflows the stack. */
function encodeBody(body: object): string | undefined {
  try {
    return JSON.stringify(body)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const PAST_DEADLINE: AttemptResult = {
  result: subgraphFault('TIMEOUT', 'the deadline of the operation has passed'),
  outcome: 'NEUTRAL',
  retryable: false,
}

function refused(reason: string): AttemptResult {
  return { result: subgraphFault('UNAVAILABLE', reason), outcome: 'NEUTRAL', retryable: false }
}

/** Rules for retrying failed requests. */
export interface RetryLimits {
  /** Maximum number of attempts per fetch, including the first. */
  readonly attemptsMax: number
  /** Retries earned by each request. */
  readonly ratio: number
  /** Maximum number of saved retries; also the initial balance. */
  readonly savedMax: number
  /** Maximum delay before a retry; the minimum is half of it. */
  readonly delayMs: number
}

/** Keeps retries a small share of all requests, so that they cannot overload a failing subgraph. */
export interface RetryBudget {
  /** Earns a share of a retry; called once per request. */
  deposit(): void
  /** Spends one retry; false when none is available. */
  withdraw(): boolean
}

export function openRetryBudget({ ratio, savedMax }: Pick<RetryLimits, 'ratio' | 'savedMax'>): RetryBudget {
  let saved = savedMax
  return {
    deposit() {
      saved = Math.min(savedMax, saved + ratio)
    },
    withdraw() {
      if (saved < 1) return false
      saved -= 1
      return true
    },
  }
}
