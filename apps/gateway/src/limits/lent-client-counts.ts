import { LRUCache } from 'lru-cache'
import {
  type ClientCounts,
  type ClientLimits,
  type ClientRefusal,
  clientsMax,
  openClientCounts,
  threadCpuMs,
  tooOften,
  WORK_MS_PER_TOKEN,
} from './client-limits.ts'
import { clientKey } from './connection-counts.ts'
import { leaseMs, type TokenGrant } from './token-lender.ts'

/** Where a process leases the tokens of its clients. */
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
  /** Until when the lender has no token, as it said. */
  refusedUntilMs: number
  /** What the lender had left, minus what was charged since. */
  remaining: number
  /** Until about when the client is in debt for its work here. */
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
 * The limits of clients in one of several processes: a rate whose tokens are leased, tens at a
 * time, and numbers of operations that this process counts alone. `nowMs` is a monotonic clock, `cpuMs` the
 * CPU time that work takes.
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
    // Those of a lease that has ended are returned with the next question.
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

  /** Each lease serves one of those who wait at least, so that this ends. */
  async function takeLater(key: string, lease: Lease): Promise<ClientRefusal | undefined> {
    for (;;) {
      lease.asking ??= ask(key, lease)
      await lease.asking
      // The first token of a lease is for an operation that waits, however long the reply took.
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
    takeToken(client) {
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
