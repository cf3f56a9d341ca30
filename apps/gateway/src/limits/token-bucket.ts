export interface BucketRate {
  /** Tokens that come back each second. */
  readonly perSecond: number
  /** Tokens that a full bucket holds. */
  readonly burst: number
}

/** A bucket of tokens: `atMs` is when it held so many. */
export interface Bucket {
  readonly tokens: number
  readonly atMs: number
}

/** What became of the wish to take one token. */
export type Taken =
  | { readonly ok: true; readonly bucket: Bucket }
  /** After `waitMs` there is a token again. */
  | { readonly ok: false; readonly bucket: Bucket; readonly waitMs: number }

export function fullBucket({ burst }: BucketRate, atMs: number): Bucket {
  return { tokens: burst, atMs }
}

/** Takes one token from a bucket that has been filling up since it was last looked at. */
export function takeToken(bucket: Bucket, { perSecond, burst }: BucketRate, atMs: number): Taken {
  const tokens = Math.min(burst, bucket.tokens + (Math.max(0, atMs - bucket.atMs) * perSecond) / 1_000)
  if (tokens >= 1) return { ok: true, bucket: { tokens: tokens - 1, atMs } }
  return { ok: false, bucket: { tokens, atMs }, waitMs: ((1 - tokens) / perSecond) * 1_000 }
}
