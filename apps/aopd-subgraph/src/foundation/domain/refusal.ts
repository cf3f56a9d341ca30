import type { Result } from '@travel-rule/service/result'

export type RefusalCode =
  | 'ASSET_UNSUPPORTED'
  | 'ADDRESS_INVALID'
  | 'ADDRESS_WRONG_NETWORK'
  | 'INPUT_INVALID'
  | 'PROOF_NOT_FOUND'
  | 'PROOF_WRONG_STATUS'
  | 'PROOF_EXPIRED'
  | 'PROOF_ERASED'
  | 'SIGNATURE_UNREADABLE'
  | 'ERASURE_NOT_READY'
  | 'ERASURE_TICKET_INVALID'
  | 'EXPORT_NOT_READY'
  | 'LEGAL_HOLD_SET'
  | 'LEGAL_HOLD_EXISTS'
  | 'LEGAL_HOLD_NOT_FOUND'

/** Why a request was refused. `code` is stable; `message` is a sentence for the caller. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
  /** Machine-readable details, sent along with the code. */
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** A value, or a refusal with one of this app's codes. */
export type ProofResult<Value> = Result<Value, Refusal>

/** The result that refuses with `code` and `message`. */
export function refuse(
  code: RefusalCode,
  message: string,
  extensions?: Refusal['extensions'],
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, message, ...(extensions && { extensions }) } }
}
