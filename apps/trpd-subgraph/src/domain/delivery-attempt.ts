import type { DeliveryVerdict } from './decide-delivery.ts'
import type { DeliveryKind } from './transfer.ts'

/** One attempt to deliver a message, without personal data. */
export interface DeliveryAttempt {
  readonly kind: DeliveryKind
  /** What its result meant. */
  readonly outcome: DeliveryVerdict['type']
  /** The HTTP status of the response; absent without one. */
  readonly status?: number
  /** Code of the failure that left the request without a response. */
  readonly failure?: DeliveryFailure
  /** From the request to the last byte of the response. */
  readonly durationMs: number
  readonly requestBytes: number
  /** Size of the response body; absent without a response. */
  readonly responseBytes?: number
  readonly startedAt: Date
}

/** Why a request had no response: the codes of the outbound client. */
export type DeliveryFailure =
  | 'OUTBOUND_TIMEOUT'
  | 'OUTBOUND_TOO_LARGE'
  | 'OUTBOUND_UNREACHABLE'
  | 'OUTBOUND_TLS'
  | 'OUTBOUND_HOST_REFUSED'
  | 'OUTBOUND_URL_REFUSED'
