import type { DeliveryVerdict } from '../../transfers/domain/decide-delivery.ts'
import type { DeliveryKind } from '../../transfers/domain/transfer.ts'

/** One attempt to deliver a message, without personal data. */
export interface DeliveryAttempt {
  readonly kind: DeliveryKind
  /** The meaning of the result. */
  readonly outcome: DeliveryVerdict['type']
  /** The HTTP status of the response; absent without one. */
  readonly status?: number | undefined
  /** Code of the failure because of which there was no response. */
  readonly failure?: DeliveryFailure | undefined
  /** From the start of the request to the last byte of the response. */
  readonly durationMs: number
  readonly requestBytes: number
  /** Size of the response body; absent without a response. */
  readonly responseBytes?: number | undefined
  readonly startedAt: Date
}

/** Why a request received no response: the codes of the outbound client. */
export type DeliveryFailure =
  | 'OUTBOUND_TIMEOUT'
  | 'OUTBOUND_TOO_LARGE'
  | 'OUTBOUND_UNREACHABLE'
  | 'OUTBOUND_TLS'
  | 'OUTBOUND_HOST_REFUSED'
  | 'OUTBOUND_URL_REFUSED'
