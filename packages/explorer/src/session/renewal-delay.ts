const BEFORE_EXPIRY_MS_MAX = 60_000

/** How long to wait before renewing a token: until a fifth of `remainingMs` remains, but at most a minute. */
export function renewalDelayMs(remainingMs: number): number {
  return Math.max(0, remainingMs - Math.min(BEFORE_EXPIRY_MS_MAX, remainingMs / 5))
}
