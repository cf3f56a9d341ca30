import { LRUCache } from 'lru-cache'
import { type Bucket, type BucketRate, clientsMax, fullBucket, refilled } from './client-limits.ts'

/** How long a process may use the tokens that it was lent. */
export const leaseMs = 1_000
/** A process starts to count before it asks, the lender when it grants. */
const graceMs = 100
/** Of a full bucket, the share that all processes together hold at most. */
const lentShare = 1 / 4

/** Tokens for a process, and those that remain; without any, the time until there is one. */
export type TokenGrant = { readonly tokens: number; readonly remaining: number } | { readonly waitMs: number }

/**
 * The rate limits of all clients over all processes: each client has one token bucket here, of
 * which processes lease a part at a time.
 *
 * Together they never start more operations than the burst plus the refill: tokens that are lent
 * and may still be used take the room of others in the bucket.
 */
export interface TokenLender {
  /**
   * Lends tokens to a process for `leaseMs`; `left` are the unused ones of its earlier lease, also
   * of one that has ended. One is taken at once by the operation that waits for it.
   */
  lend(process: number, client: string, left: number): TokenGrant
  /** Takes tokens for work, so that the bucket may be in debt. */
  charge(client: string, tokens: number): void
  /** Clients in memory. */
  size(): number
}

interface Account {
  bucket: Bucket
  /** By process. One that has ended is kept while its unused tokens may be returned. */
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

  /** The bucket at a time, with room for what is lent. */
  function advance(account: Account, atMs: number): void {
    let lent = 0
    for (const { tokens, untilMs } of account.leases.values()) if (untilMs >= atMs) lent += tokens
    const { tokens } = refilled(account.bucket, rate, atMs)
    account.bucket = { tokens: Math.min(rate.burst - lent, tokens), atMs }
    // What refills the bucket takes the room of what may still be returned.
    let room = rate.burst - lent - account.bucket.tokens
    for (const [process, lease] of account.leases) {
      if (lease.untilMs >= atMs) continue
      lease.tokens = Math.min(lease.tokens, room)
      room -= lease.tokens
      if (lease.tokens <= 0) account.leases.delete(process)
    }
  }

  /** The bucket now. A lease takes its room until it ends: its last token may be used just before. */
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
