/** Why a request was not carried out. Every code is stable; `message` is a sentence for the person who asked. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
}

export type RefusalCode =
  | 'ASSET_UNSUPPORTED'
  | 'ADDRESS_INVALID'
  | 'ADDRESS_WRONG_NETWORK'
  | 'INPUT_INVALID'
  | 'PROOF_NOT_FOUND'
  | 'PROOF_WRONG_STATUS'
  | 'PROOF_EXPIRED'
  | 'SIGNATURE_UNREADABLE'

/** A parsed value, or why there is none. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value }
}

export function refused(code: RefusalCode, message: string): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, message } }
}
