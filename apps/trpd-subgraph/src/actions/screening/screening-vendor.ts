import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Outbound } from '@travel-rule/service/outbound'
import {
  type ScreeningGap,
  type ScreeningRequest,
  type ScreeningSubject,
  subjectKey,
  type VendorHit,
} from '../../domain/screening/screening-result.ts'
import { readHits, renderTemplate, type VendorMapping } from '../../domain/screening/vendor-mapping.ts'

export interface VendorAnswer {
  /** By `subjectKey`. */
  readonly hits: ReadonlyMap<string, readonly VendorHit[]>
  readonly gaps: readonly ScreeningGap[]
}

/** Screens by an API over HTTP. */
export interface ScreeningVendor {
  /** Never throws: a failure, a time-out or an unreadable response is a gap. */
  screen(request: ScreeningRequest, signal?: AbortSignal): Promise<VendorAnswer>
}

export interface VendorOptions {
  readonly url: string
  readonly mapping: VendorMapping
  /** Signs the body: `x-signature: sha256=<hex>`. */
  readonly secret: string | undefined
  /** For all names of one screening, retries included. */
  readonly timeoutMs: number
  readonly outbound: Outbound
}

/** Requests for one name. */
const TRIES_MAX = 3
const RETRY_DELAY_MS = 250
/** Requests of one screening at a time. */
const PARALLEL_MAX = 4

/** One request for each name, through the outbound guard. Wallets are screened by lists alone. */
export function openScreeningVendor(options: VendorOptions): ScreeningVendor {
  return {
    async screen({ subjects }, signal) {
      const deadline = AbortSignal.timeout(options.timeoutMs)
      const within = signal ? AbortSignal.any([deadline, signal]) : deadline
      const waiting = [...subjects]
      const hits = new Map<string, readonly VendorHit[]>()
      const failures = new Set<string>()
      await Promise.all(
        Array.from({ length: PARALLEL_MAX }, async () => {
          for (let subject = waiting.shift(); subject; subject = waiting.shift()) {
            const answer = await screenName(options, subject, within)
            if (answer.ok) hits.set(subjectKey(subject), answer.hits)
            else failures.add(answer.reason)
          }
        }),
      )
      const gaps = [...failures].map(
        (reason): ScreeningGap => ({
          code: 'SCREENING_VENDOR_FAILED',
          message: `The screening vendor did not screen every name: ${reason}.`,
        }),
      )
      return { hits, gaps }
    },
  }
}

type NameAnswer =
  | { readonly ok: true; readonly hits: readonly VendorHit[] }
  | { readonly ok: false; readonly reason: string }

async function screenName(
  { url, mapping, secret, outbound }: VendorOptions,
  subject: ScreeningSubject,
  signal: AbortSignal,
): Promise<NameAnswer> {
  const body = renderTemplate(mapping.body, { name: subject.name, type: subject.kind })
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
    if (response.status === 200) return readHits(mapping, response.body.toString())
    reason = `status ${response.status}`
    if (response.status < 500 && response.status !== 429) break
  }
  return { ok: false, reason: signal.aborted ? 'time-out' : reason }
}
