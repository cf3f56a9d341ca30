import { LRUCache } from 'lru-cache'
import { type Bucket, type BucketRate, clientsMax, fullBucket, refilled } from './client-limits.ts'

/** How long a process may use leased tokens. */
export const leaseMs = 1_000
/** A lease starts for the process when it asks, and for the lender when it grants. */
const graceMs = 100
/** Maximum share of a full bucket that all processes together may hold. */
const lentShare = 1 / 4

/** Tokens for a process and the number that remain; or, if there are none, the time until the next one. */
export type TokenGrant = { readonly tokens: number; readonly remaining: number } | { readonly waitMs: number }

/**
 * Rate limits of all clients across all processes. Each client has one token bucket here, of which processes lease a
 * part at a time.
 *
 * Together the processes never start more operations than the burst plus the refill: leased tokens that may still be
 * used occupy room in the bucket.
 */
export interface TokenLender {
  /**
   * Lends tokens to a process for `leaseMs`. `left` is the number of unused tokens of its earlier lease, even if that
   * lease has expired. The waiting operation takes one token at once.
   */
  lend(process: number, client: string, left: number): TokenGrant
  /** Takes tokens for work; the bucket may go into debt. */
  charge(client: string, tokens: number): void
  /** Number of clients in memory. */
  size(): number
}

interface Account {
  bucket: Bucket
  /** Lease by process. An expired lease is kept while its unused tokens may be returned. */
  readonly leases: Map<number, { tokens: number; readonly untilMs: number }>
}

/** `nowMs` is a monotonic clock. */
export function openTokenLender(
  { rate, processes }: { readonly rate: BucketRate; readonly processes: number },
  nowMs: () => number = () => performance.now(),
): TokenLender {
  const accounts = new LRUCache<string, Account>({ max: clientsMax })
  const leaseTokens = Math.max(1, Math.floor((rate.burst * lentShare) / processes))

  function accountOf(client: string): Account {
    let account = accounts.get(client)
    if (account === undefined) {
      account = { bucket: fullBucket(rate, nowMs()), leases: new Map() }
      accounts.set(client, account)
    }
    return account
  }

  /** Advances the bucket to `atMs`, leaving room for leased tokens. */
  function advance(account: Account, atMs: number): void {
    let lent = 0
    for (const { tokens, untilMs } of account.leases.values()) if (untilMs >= atMs) lent += tokens
    const { tokens } = refilled(account.bucket, rate, atMs)
    account.bucket = { tokens: Math.min(rate.burst - lent, tokens), atMs }
    // Refilled tokens take the room of tokens that could still be returned.
    let room = rate.burst - lent - account.bucket.tokens
    for (const [process, lease] of account.leases) {
      if (lease.untilMs >= atMs) continue
      lease.tokens = Math.min(lease.tokens, room)
      room -= lease.tokens
      if (lease.tokens <= 0) account.leases.delete(process)
    }
  }

  /** Returns the current bucket. A lease occupies its room until it ends: its last token may be used just before. */
  function update(account: Account): Bucket {
    const [fromMs, atMs] = [account.bucket.atMs, nowMs()]
    const ends = [...account.leases.values()].map(({ untilMs }) => untilMs)
    const ended = ends.filter((untilMs) => untilMs > fromMs && untilMs < atMs)
    for (const untilMs of ended.toSorted((one, other) => one - other)) advance(account, untilMs)
    advance(account, atMs)
    return account.bucket
  }

  return {
    lend(process, client, left) {
      const account = accountOf(client)
      const { tokens: free } = update(account)
      const returned = Math.min(Math.max(0, left), account.leases.get(process)?.tokens ?? 0)
      account.leases.delete(process)
      const level = free + returned
      if (level < 1) {
        account.bucket = { ...account.bucket, tokens: level }
        return { waitMs: ((1 - level) / rate.perSecond) * 1_000 }
      }
      const tokens = Math.min(leaseTokens, Math.floor(level))
      account.bucket = { ...account.bucket, tokens: level - tokens }
      const untilMs = nowMs() + leaseMs + graceMs
      if (tokens > 1) account.leases.set(process, { tokens: tokens - 1, untilMs })
      return { tokens, remaining: level - tokens }
    },
    charge(client, tokens) {
      const account = accountOf(client)
      const bucket = update(account)
      account.bucket = { ...bucket, tokens: bucket.tokens - tokens }
    },
    size: () => accounts.size,
  }
}
