const BEFORE_END_MS_MAX = 60_000

/** How long to wait until a token with `leftMs` to live is renewed: a fifth of that is left then, at most a minute. */
export function renewalDelayMs(leftMs: number): number {
  return Math.max(0, leftMs - Math.min(BEFORE_END_MS_MAX, leftMs / 5))
}
