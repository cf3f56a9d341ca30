/**
 * How long to wait after `tries` failed attempts, in milliseconds: doubled with each, at most `delayMaxMs`, and between half and all
 * of that, so that many senders do not come back together. `random` is from 0 to 1.
 */
export function backOffMs(
  tries: number,
  { delayMs, delayMaxMs, random }: { readonly delayMs: number; readonly delayMaxMs: number; readonly random: number },
): number {
  const whole = Math.min(delayMaxMs, delayMs * 2 ** Math.max(0, tries - 1))
  return Math.round(whole * (0.5 + random / 2))
}
