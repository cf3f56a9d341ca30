import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Outbound } from '@travel-rule/service/outbound'

/** A vendor's API over HTTP. */
export interface VendorApi {
  readonly url: string
  /** Signs the body: `x-signature: sha256=<hex>`. */
  readonly secret: string | undefined
  readonly outbound: Outbound
}

export type VendorResponse =
  | { readonly ok: true; readonly body: string }
  /** A clause for people, without personal data. */
  | { readonly ok: false; readonly reason: string }

const TRIES_MAX = 3
const RETRY_DELAY_MS = 250

/** Posts `body` through the outbound guard, and retries after a transient failure. Never throws. */
export async function askVendor(
  { url, secret, outbound }: VendorApi,
  body: string,
  signal: AbortSignal,
): Promise<VendorResponse> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(secret === undefined
      ? {}
      : { 'x-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }),
  }
  let reason = 'no response'
  for (let attempt = 1; attempt <= TRIES_MAX && !signal.aborted; attempt += 1) {
    if (attempt > 1) await delay(RETRY_DELAY_MS * attempt, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) break
    const response = await outbound.request({ method: 'POST', url, headers, body, signal })
    if (!response.ok) {
      reason = response.code
      continue
    }
    if (response.status === 200) return { ok: true, body: response.body.toString() }
    reason = `status ${response.status}`
    if (response.status < 500 && response.status !== 429) break
  }
  return { ok: false, reason: signal.aborted ? 'time-out' : reason }
}
