import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { clientKey } from './connection-counts.ts'

/** A client to which limits apply: one subject of one client id, across all its connections. */
export interface ClientKey {
  readonly clientId: string
  readonly subject: string
}

export interface ClientLimits {
  /** Operations that a client may start. */
  readonly rate: BucketRate
  /** Concurrent queries and mutations. */
  readonly operationsMax: number
  /** Concurrent subscriptions. */
  readonly subscriptionsMax: number
  /** Memory of subscriptions; `SUBSCRIPTION_BYTES_MAX` by default. */
  readonly subscriptionBytesMax?: number
}

/** A query or mutation, or a subscription. */
export type OperationKind = 'operation' | 'subscription'

/** Why a client may not start an operation now. The code is `RATE_LIMITED`. */
export interface ClientRefusal {
  readonly error: GraphQLError
  readonly retryAfterSeconds: number
}

/** The estimated memory that a subscription holds while it is open. */
export interface HeldMemory {
  readonly bytes: number
  /** Memory that all subscriptions with the same `of` share; counted once. */
  readonly shared: { readonly of: object; readonly bytes: number }
}

/**
 * Enforces the limits of clients. Each replica counts separately behind a load balancer; the
 * processes of one gateway share the tokens.
 */
export interface ClientCounts {
  /** Takes one of the client's tokens, or returns a refusal when none remains. */
  takeToken(client: ClientKey): Promise<ClientRefusal | undefined>
  /**
   * Runs a task that an operation needs before it can start, and charges the client for its CPU time. Time that the
   * task spends waiting on a busy machine is not charged.
   */
  measure<Result>(client: ClientKey, task: () => Result): Result
  /** The refusal of a client that is in debt because of earlier charges. */
  debt(client: ClientKey): ClientRefusal | undefined
  /**
   * Charges the client for later work of a known duration. Refuses the work while the client is in debt for earlier
   * work; otherwise operations that arrive together would all begin.
   */
  charge(client: ClientKey, ms: number): ClientRefusal | undefined
  /**
   * The refusal if the client has reached its limit of operations of this kind in flight.
   */
  atLimit(client: ClientKey, kind: OperationKind): ClientRefusal | undefined
  /** Counts an operation as in flight until disposed, or refuses it. */
  begin(client: ClientKey, kind: OperationKind, held?: HeldMemory): Disposable | ClientRefusal
  /** Number of clients in memory. */
  size(): number
}

interface ClientState {
  bucket: Bucket
  /** CPU time of the work since the last token was taken. */
  workMs: number
  operation: number
  subscription: number
  memory: SubscriptionMemory | undefined
}

/**
 * Number of clients in memory. The least recently active client is evicted first, and starts again with a full bucket.
 */
export const clientsMax = 10_000
/**
 * CPU time that one token pays for. With the default rate, a client gets less than half of a core.
 */
export const WORK_MS_PER_TOKEN = 2
/** Room for ten thousand subscriptions with distinct documents of ordinary size. */
export const SUBSCRIPTION_BYTES_MAX = 250_000_000
/** Estimate for `Retry-After`, since it is unknown when an operation will end. */
const RETRY_SECONDS = 1

/** `nowMs` is a monotonic clock, `cpuMs` the CPU time that work takes. */
export function openClientCounts(
  limits: ClientLimits,
  nowMs: () => number = () => performance.now(),
  cpuMs: () => number = threadCpuMs,
): ClientCounts {
  const clients = new LRUCache<string, ClientState>({ max: clientsMax })
  let last: { readonly client: ClientKey; readonly state: ClientState } | undefined
  const max = { operation: limits.operationsMax, subscription: limits.subscriptionsMax }

  /** Callers pass the same object again: the last caller's entry is the most recent one anyway. */
  function stateOf(client: ClientKey): ClientState {
    return client === last?.client ? last.state : look(client)
  }

  function look(client: ClientKey): ClientState {
    const key = clientKey(client)
    let state = clients.get(key)
    if (state === undefined) {
      const bucket = fullBucket(limits.rate, nowMs())
      state = { bucket, workMs: 0, operation: 0, subscription: 0, memory: undefined }
      clients.set(key, state)
    }
    last = { client, state }
    return state
  }

  function debtOf(state: ClientState): ClientRefusal | undefined {
    state.bucket = refilled(state.bucket, limits.rate, nowMs())
    const { tokens } = state.bucket
    return tokens < 0 ? tooOften(limits.rate, retryAfterSeconds(-tokens, limits.rate)) : undefined
  }

  function atLimit(state: ClientState, kind: OperationKind): ClientRefusal | undefined {
    return state[kind] < max[kind] ? undefined : tooMany(kind, state[kind], max[kind])
  }

  return {
    async takeToken(client) {
      const state = stateOf(client)
      payForWork(state)
      const taken = takeToken(state.bucket, limits.rate, nowMs())
      state.bucket = taken.bucket
      return taken.ok ? undefined : tooOften(limits.rate, Math.max(1, Math.ceil(taken.waitMs / 1_000)))
    },
    measure(client, task) {
      const startMs = cpuMs()
      try {
        return task()
      } finally {
        stateOf(client).workMs += cpuMs() - startMs
      }
    },
    debt: (client) => debtOf(stateOf(client)),
    charge(client, ms) {
      const state = stateOf(client)
      const debt = debtOf(state)
      if (debt !== undefined) return debt
      state.workMs += ms
      payForWork(state)
      return undefined
    },
    atLimit: (client, kind) => atLimit(stateOf(client), kind),
    begin(client, kind, held) {
      const state = stateOf(client)
      const refusal = atLimit(state, kind) ?? (held && tooLarge(state, held, limits.subscriptionBytesMax))
      if (refusal !== undefined) return refusal
      state[kind] += 1
      if (held !== undefined) state.memory?.add(held)
      return new CountedOperation(state, kind, held)
    },
    size: () => clients.size,
  }
}

/** The CPU time of this thread, in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** An operation in flight. A class, since an object with a method of its own costs more than the rest. */
class CountedOperation implements Disposable {
  readonly state: ClientState
  readonly kind: OperationKind
  readonly held: HeldMemory | undefined
  disposed = false

  constructor(state: ClientState, kind: OperationKind, held: HeldMemory | undefined) {
    this.state = state
    this.kind = kind
    this.held = held
  }

  [Symbol.dispose](): void {
    if (this.disposed) return
    this.disposed = true
    this.state[this.kind] -= 1
    if (this.held !== undefined) this.state.memory?.remove(this.held)
  }
}

/**
 * Charges for the work since the last token that exceeds what that token paid for. The bucket may
 * end up in debt.
 */
function payForWork(state: ClientState): void {
  const unpaidMs = state.workMs - WORK_MS_PER_TOKEN
  state.workMs = 0
  if (unpaidMs <= 0) return
  const { tokens, atMs } = state.bucket
  state.bucket = { tokens: tokens - unpaidMs / WORK_MS_PER_TOKEN, atMs }
}

function tooLarge(
  state: ClientState,
  held: HeldMemory,
  max: number = SUBSCRIPTION_BYTES_MAX,
): ClientRefusal | undefined {
  state.memory ??= new SubscriptionMemory()
  const value = state.memory.with(held)
  if (value <= max) return undefined
  const message = `Your subscriptions would need ${value} bytes of memory: at most ${max} are allowed. Use variables for the parts that differ between them.`
  return rateLimited(message, { limit: 'subscriptionBytes', max, value }, RETRY_SECONDS)
}

/** The refusal of a client that is over its rate. */
export function tooOften({ perSecond, burst }: BucketRate, retryAfterSeconds: number): ClientRefusal {
  const message = `Too many operations: ${perSecond} per second are allowed, in bursts of at most ${burst}, and a costly one counts as several. Try again in ${retryAfterSeconds} s.`
  return rateLimited(message, { limit: 'rate', max: perSecond, unit: 'operations per second' }, retryAfterSeconds)
}

function tooMany(kind: OperationKind, value: number, max: number): ClientRefusal {
  const message = `You have ${value} concurrent ${kind}s: at most ${max} are allowed.`
  return rateLimited(message, { limit: `concurrent-${kind}s`, max, value }, RETRY_SECONDS)
}

function rateLimited(message: string, details: object, retryAfterSeconds: number): ClientRefusal {
  const extensions = { ...details, retryAfterSeconds }
  return { error: refusalError({ code: 'RATE_LIMITED', message, extensions }), retryAfterSeconds }
}

/** A token bucket's rate. */
export interface BucketRate {
  /** Tokens refilled per second. */
  readonly perSecond: number
  /** Tokens in a full bucket. */
  readonly burst: number
}

/** A token bucket with its fill level at a point in time. */
export interface Bucket {
  readonly tokens: number
  readonly atMs: number
}

export type TakenToken =
  | { readonly ok: true; readonly bucket: Bucket }
  /** The next token is available after `waitMs`. */
  | { readonly ok: false; readonly bucket: Bucket; readonly waitMs: number }

export function fullBucket({ burst }: BucketRate, atMs: number): Bucket {
  return { tokens: burst, atMs }
}

/** Refills the bucket for the time since it was last used, then takes one token. */
export function takeToken(bucket: Bucket, rate: BucketRate, atMs: number): TakenToken {
  const { perSecond } = rate
  const { tokens } = refilled(bucket, rate, atMs)
  if (tokens >= 1) return { ok: true, bucket: { tokens: tokens - 1, atMs } }
  return { ok: false, bucket: { tokens, atMs }, waitMs: ((1 - tokens) / perSecond) * 1_000 }
}

/** The bucket after the refill for the time since it was last used. */
export function refilled(bucket: Bucket, { perSecond, burst }: BucketRate, atMs: number): Bucket {
  return { tokens: Math.min(burst, bucket.tokens + (Math.max(0, atMs - bucket.atMs) * perSecond) / 1_000), atMs }
}

function retryAfterSeconds(debt: number, { perSecond }: BucketRate): number {
  return Math.max(1, Math.ceil((debt + 1) / perSecond))
}

/** The memory of a client's subscriptions, with shared parts counted once. */
class SubscriptionMemory {
  readonly #shared = new Map<object, { readonly bytes: number; holders: number }>()
  #bytes = 0

  /** The client's total memory with one more subscription. */
  with({ bytes, shared }: HeldMemory): number {
    return this.#bytes + bytes + (this.#shared.has(shared.of) ? 0 : shared.bytes)
  }

  add(held: HeldMemory): void {
    this.#bytes = this.with(held)
    const { of, bytes } = held.shared
    const known = this.#shared.get(of)
    if (known === undefined) this.#shared.set(of, { bytes, holders: 1 })
    else known.holders += 1
  }

  /** Call once for each added subscription. */
  remove({ bytes, shared: { of } }: HeldMemory): void {
    this.#bytes -= bytes
    const shared = this.#shared.get(of)
    if (shared === undefined) return
    shared.holders -= 1
    if (shared.holders > 0) return
    this.#bytes -= shared.bytes
    this.#shared.delete(of)
  }
}
