import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { HeldBytes } from './held-bytes.ts'
import { type Bucket, type BucketRate, fullBucket, takeToken } from './token-bucket.ts'

/** Who is counted: the same subject of the same client, over all its connections. */
export interface ClientKey {
  readonly clientId: string
  readonly subject: string
}

export interface ClientLimits {
  /** Operations that may begin. */
  readonly rate: BucketRate
  /** Queries and mutations under way at the same time. */
  readonly operationsMax: number
  /** Subscriptions at the same time. */
  readonly subscriptionsMax: number
}

/** A query or mutation, which ends by itself, or a subscription, which does not. */
export type OperationKind = 'operation' | 'subscription'

/** Why a client may not begin an operation now. */
export interface ClientRefusal {
  readonly error: GraphQLError
  readonly retryAfterSeconds: number
}

/** What a subscription keeps in memory while it lives, about. */
export interface HeldMemory {
  readonly bytes: number
  /** What it has in common with other subscriptions to the same: it counts once for all of them. */
  readonly shared: { readonly of: object; readonly bytes: number }
}

/** How much each client does. One process counts for itself: behind a balancer a client may do as much with each replica. */
export interface ClientCounts {
  /** Takes note that a client wants to begin an operation of any kind; `undefined` when its rate allows that. Code `RATE_LIMITED`. */
  ask(client: ClientKey): ClientRefusal | undefined
  /** Does work that an operation needs before it can begin, and lets it count by its time: new operations must be parsed, validated, planned. */
  work<Result>(client: ClientKey, task: () => Result): Result
  /** Lets work count that is done later and is known to take about so long. */
  spend(client: ClientKey, ms: number): void
  /** Why there may not be one more of its operations now; `undefined` when there may. */
  busy(client: ClientKey, kind: OperationKind): ClientRefusal | undefined
  /** Counts an operation as under way until what is returned is disposed; or says why there may not be one more. Code `RATE_LIMITED`. */
  begin(client: ClientKey, kind: OperationKind, held?: HeldMemory): Disposable | ClientRefusal
  /** Clients that are remembered. */
  size(): number
}

interface Counted {
  bucket: Bucket
  /** Work that the client's tokens have not paid for yet. */
  workMs: number
  operation: number
  subscription: number
  held: HeldBytes | undefined
}

/** Clients remembered; the one that was idle longest is forgotten first and begins with a full bucket again. */
const clientsMax = 10_000
/** A token pays for so much work; what an operation takes longer costs more of them, in proportion. With the default rate one client gets less than half of a core. */
const WORK_MS_PER_OPERATION = 2
/** Memory for the subscriptions of one client: ten thousand that each have a text of their own fit, unless they are large. */
const HELD_BYTES_MAX = 250_000_000
/** When something will have ended is not known: this is a guess. */
const BUSY_RETRY_SECONDS = 1

/** `nowMs` is a clock that only goes forward. */
export function openClientCounts(limits: ClientLimits, nowMs: () => number = () => performance.now()): ClientCounts {
  const clients = new LRUCache<string, Counted>({ max: clientsMax })
  let last: { readonly client: ClientKey; readonly counted: Counted } | undefined
  const max = { operation: limits.operationsMax, subscription: limits.subscriptionsMax }

  /** An operation asks several times with the same object; only the first of them is a look-up. */
  function countedOf(client: ClientKey): Counted {
    if (client === last?.client) return last.counted
    const counted = look(client)
    last = { client, counted }
    return counted
  }

  function look({ clientId, subject }: ClientKey): Counted {
    const key = `${clientId}\n${subject}`
    const known = clients.get(key)
    if (known !== undefined) return known
    const counted = {
      bucket: fullBucket(limits.rate, nowMs()),
      workMs: 0,
      operation: 0,
      subscription: 0,
      held: undefined,
    }
    clients.set(key, counted)
    return counted
  }

  function busy(counted: Counted, kind: OperationKind): ClientRefusal | undefined {
    return counted[kind] < max[kind] ? undefined : tooMany(kind, counted[kind], max[kind])
  }

  return {
    ask(client) {
      const counted = look(client)
      last = { client, counted }
      payWork(counted)
      const taken = takeToken(counted.bucket, limits.rate, nowMs())
      counted.bucket = taken.bucket
      return taken.ok ? undefined : tooOften(limits.rate, Math.max(1, Math.ceil(taken.waitMs / 1_000)))
    },
    work(client, task) {
      const startMs = nowMs()
      try {
        return task()
      } finally {
        countedOf(client).workMs += nowMs() - startMs
      }
    },
    spend(client, ms) {
      countedOf(client).workMs += ms
    },
    busy: (client, kind) => busy(countedOf(client), kind),
    begin(client, kind, held) {
      const counted = countedOf(client)
      const refusal = busy(counted, kind) ?? (held && tooLarge(counted, held))
      if (refusal !== undefined) return refusal
      counted[kind] += 1
      if (held !== undefined) counted.held?.add(held)
      let over = false
      return {
        [Symbol.dispose]() {
          if (over) return
          over = true
          counted[kind] -= 1
          if (held !== undefined) counted.held?.remove(held)
        },
      }
    },
    size: () => clients.size,
  }
}

function tooLarge(counted: Counted, held: HeldMemory): ClientRefusal | undefined {
  counted.held ??= new HeldBytes()
  const value = counted.held.with(held)
  if (value <= HELD_BYTES_MAX) return undefined
  const message = `Your subscriptions would take ${value} bytes of memory: at most ${HELD_BYTES_MAX} are allowed. Put what differs into variables.`
  const extensions = { limit: 'subscriptionBytes', max: HELD_BYTES_MAX, value, retryAfterSeconds: BUSY_RETRY_SECONDS }
  return { error: refusalError({ code: 'RATE_LIMITED', message, extensions }), retryAfterSeconds: BUSY_RETRY_SECONDS }
}

/** Takes off what was worked since the last operation was asked for, beyond what its token paid. The bucket may owe tokens then. */
function payWork(counted: Counted): void {
  const unpaidMs = counted.workMs - WORK_MS_PER_OPERATION
  counted.workMs = 0
  if (unpaidMs <= 0) return
  const { tokens, atMs } = counted.bucket
  counted.bucket = { tokens: tokens - unpaidMs / WORK_MS_PER_OPERATION, atMs }
}

function tooOften({ perSecond, burst }: BucketRate, retryAfterSeconds: number): ClientRefusal {
  const message = `Too many operations: ${perSecond} a second are allowed, and ${burst} at once. Try again in ${retryAfterSeconds} s.`
  const extensions = { limit: 'rate', max: perSecond, unit: 'operations per second', retryAfterSeconds }
  return { error: refusalError({ code: 'RATE_LIMITED', message, extensions }), retryAfterSeconds }
}

function tooMany(kind: OperationKind, value: number, max: number): ClientRefusal {
  const message = `${value} ${kind}s of yours are under way: at most ${max} may be.`
  const extensions = { limit: `concurrent-${kind}s`, max, value, retryAfterSeconds: BUSY_RETRY_SECONDS }
  return { error: refusalError({ code: 'RATE_LIMITED', message, extensions }), retryAfterSeconds: BUSY_RETRY_SECONDS }
}
