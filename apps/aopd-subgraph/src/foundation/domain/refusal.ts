import type { Refusal, Result } from '@travel-rule/service/result'

/** Why this app refuses a request. */
export type ProofRefusal = Refusal<
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
>

/** A value, or why this app refused the request. */
export type ProofResult<Value> = Result<Value, ProofRefusal>
