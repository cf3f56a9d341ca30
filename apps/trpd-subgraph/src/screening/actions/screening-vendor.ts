import type { Outbound } from '@travel-rule/service/outbound'
import { askVendor } from '../../vendors/actions/ask-vendor.ts'
import { renderTemplate } from '../../vendors/domain/vendor-template.ts'
import {
  type ScreeningGap,
  type ScreeningRequest,
  type ScreeningSubject,
  subjectKey,
  type VendorHit,
} from '../domain/screening-result.ts'
import { readHits, type VendorMapping } from '../domain/vendor-mapping.ts'

export interface VendorAnswer {
  /** Keyed by `subjectKey`. */
  readonly hits: ReadonlyMap<string, readonly VendorHit[]>
  readonly gaps: readonly ScreeningGap[]
}

/** Screens through an HTTP API. */
export interface ScreeningVendor {
  /** Never throws: failures, timeouts and unreadable responses become gaps. */
  screen(request: ScreeningRequest, signal?: AbortSignal): Promise<VendorAnswer>
}

export interface VendorOptions {
  readonly url: string
  readonly mapping: VendorMapping
  /** Signs the body: `x-signature: sha256=<hex>`. */
  readonly secret: string | undefined
  /** Time limit for all names of one screening, retries included. */
  readonly timeoutMs: number
  readonly outbound: Outbound
}

/** Maximum number of parallel requests of one screening. */
const PARALLEL_MAX = 4

/** Sends one request per name, through the outbound guard. Wallets are screened by lists alone. */
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
  { mapping, ...api }: VendorOptions,
  subject: ScreeningSubject,
  signal: AbortSignal,
): Promise<NameAnswer> {
  const body = renderTemplate(mapping.body, { name: subject.name, type: subject.kind })
  const response = await askVendor(api, body, signal)
  return response.ok ? readHits(mapping, response.body) : response
}
