import { LRUCache } from 'lru-cache'
import {
  type ClientCounts,
  type ClientLimits,
  type ClientRefusal,
  clientsMax,
  openClientCounts,
  SUBSCRIPTION_BYTES_MAX,
  threadCpuMs,
  tooOften,
  WORK_MS_PER_TOKEN,
} from './client-limits.ts'
import { clientKey } from './connection-counts.ts'
import { leaseMs, type TokenGrant } from './token-lender.ts'

/** The lender from which a process leases its clients' tokens. */
export interface TokenSource {
  /** Rejects when the lender does not respond. */
  lend(client: string, left: number): Promise<TokenGrant>
  charge(client: string, tokens: number): void
}

interface Lease {
  tokens: number
  untilMs: number
  /** CPU time of the work since the last token was taken. */
  workMs: number
  /** The lender has no token until then. */
  refusedUntilMs: number
  /** The lender's remaining tokens, minus what was charged since. */
  remaining: number
  /** Estimated time until which the client is in debt for work in this process. */
  indebtedUntilMs: number
  asking: Promise<void> | undefined
}

const NO_LEASE: Lease = {
  tokens: 0,
  untilMs: 0,
  workMs: 0,
  refusedUntilMs: 0,
  remaining: 0,
  indebtedUntilMs: 0,
  asking: undefined,
}

/** How long a client is refused when the lender does not respond. */
const SILENCE_MS = 1_000

/**
 * Client limits for one of several processes. Tokens of the rate limit are leased, tens at a time; concurrent
 * operations are counted by this process alone. `nowMs` is a monotonic clock, `cpuMs` returns the CPU time used.
 */
export function openLentClientCounts(
  limits: ClientLimits,
  source: TokenSource,
  nowMs: () => number = () => performance.now(),
  cpuMs: () => number = threadCpuMs,
): ClientCounts {
  const { rate } = limits
  const counts = openClientCounts(limits, nowMs, cpuMs)
  const leases = new LRUCache<string, Lease>({ max: clientsMax })

  function leaseOf(key: string): Lease {
    let lease = leases.get(key)
    if (lease === undefined) {
      lease = { ...NO_LEASE }
      leases.set(key, lease)
    }
    return lease
  }

  function payForWork(key: string, lease: Lease): void {
    const unpaid = (lease.workMs - WORK_MS_PER_TOKEN) / WORK_MS_PER_TOKEN
    lease.workMs = 0
    if (unpaid <= 0) return
    const paid = Math.min(lease.tokens, unpaid)
    lease.tokens -= paid
    const owed = unpaid - paid
    if (owed === 0) return
    source.charge(key, owed)
    lease.remaining -= owed
    if (lease.remaining < 0) lease.indebtedUntilMs = nowMs() + ((1 - lease.remaining) / rate.perSecond) * 1_000
  }

  function takeNow(lease: Lease): boolean {
    // Tokens of an expired lease are returned with the next request.
    if (lease.tokens < 1 || nowMs() >= lease.untilMs) return false
    lease.tokens -= 1
    return true
  }

  async function ask(key: string, lease: Lease): Promise<void> {
    const askedAtMs = nowMs()
    const left = lease.tokens
    lease.tokens = 0
    try {
      const grant = await source.lend(key, left)
      if ('tokens' in grant) {
        lease.tokens = grant.tokens
        lease.remaining = grant.remaining
        lease.untilMs = askedAtMs + leaseMs
      } else {
        lease.refusedUntilMs = nowMs() + grant.waitMs
      }
    } catch {
      lease.refusedUntilMs = nowMs() + SILENCE_MS
    } finally {
      lease.asking = undefined
    }
  }

  function refusal(untilMs: number): ClientRefusal | undefined {
    const waitMs = untilMs - nowMs()
    return waitMs > 0 ? tooOften(rate, Math.max(1, Math.ceil(waitMs / 1_000))) : undefined
  }

  /** Terminates, since each lease serves at least one of the waiting operations. */
  async function takeLater(key: string, lease: Lease): Promise<ClientRefusal | undefined> {
    for (;;) {
      lease.asking ??= ask(key, lease)
      await lease.asking
      // The first token of a lease is for a waiting operation, however long the reply took.
      if (lease.tokens >= 1) {
        lease.tokens -= 1
        return undefined
      }
      const refused = refusal(lease.refusedUntilMs)
      if (refused !== undefined) return refused
    }
  }

  return {
    ...counts,
    async takeToken(client) {
      const key = clientKey(client)
      const lease = leaseOf(key)
      payForWork(key, lease)
      if (takeNow(lease)) return undefined
      return refusal(lease.refusedUntilMs) ?? takeLater(key, lease)
    },
    measure(client, task) {
      const startMs = cpuMs()
      try {
        return task()
      } finally {
        leaseOf(clientKey(client)).workMs += cpuMs() - startMs
      }
    },
    debt: (client) => refusal(leaseOf(clientKey(client)).indebtedUntilMs),
    charge(client, ms) {
      const key = clientKey(client)
      const lease = leaseOf(key)
      const refused = refusal(lease.indebtedUntilMs)
      if (refused !== undefined) return refused
      lease.workMs += ms
      payForWork(key, lease)
      return undefined
    },
  }
}

/** Divides what one client may have at once. Its rate holds across all processes. */
export function shareOfClient(limits: ClientLimits, count: number): ClientLimits {
  return {
    rate: limits.rate,
    operationsMax: Math.ceil(limits.operationsMax / count),
    subscriptionsMax: Math.ceil(limits.subscriptionsMax / count),
    subscriptionBytesMax: SUBSCRIPTION_BYTES_MAX / count,
  }
}
