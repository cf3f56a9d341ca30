import type { Result } from '@travel-rule/service/result'

export type RefusalCode =
  | 'ASSET_UNSUPPORTED'
  | 'ADDRESS_INVALID'
  | 'ADDRESS_WRONG_NETWORK'
  | 'INPUT_INVALID'
  | 'PROOF_NOT_FOUND'
  | 'PROOF_WRONG_STATUS'
  | 'PROOF_EXPIRED'
  | 'SIGNATURE_UNREADABLE'

/** Why a request was refused. `code` is stable; `message` is a sentence for the caller. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
}

/** A value, or a refusal with one of this app's codes. */
export type ProofResult<Value> = Result<Value, Refusal>

/** The result that refuses with `code` and `message`. */
export function refuse(code: RefusalCode, message: string): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, message } }
}
