import type { AssetSymbol } from './asset.ts'
import type { Verdict } from './verdict.ts'

export const PROOF_STATUSES = [
  'REQUESTED',
  'VERIFIED',
  'REJECTED',
  'INCONCLUSIVE',
  'EXPIRED',
  'CANCELED',
  'REVOKED',
] as const

export type ProofStatus = (typeof PROOF_STATUSES)[number]

/** How a signature reached us: a wallet's AOPP call, the customers' page, or our own API. */
export type SubmissionChannel = 'AOPP' | 'PORTAL' | 'API'

/** One request that a customer sign a text with the key of an address, and what came of it. */
export interface Proof {
  readonly id: string
  /** 1 when requested, one more with every change. */
  readonly version: number
  readonly status: ProofStatus
  readonly asset: AssetSymbol
  /** Canonical. `undefined` until verified when the customer's wallet chooses the address. */
  readonly address: string | undefined
  readonly challenge: string
  /** The capability of the customers' page and of the AOPP callback. */
  readonly token: string
  /** The VASP's own reference of its customer: personal data. */
  readonly customerReference: string | undefined
  readonly transactionId: string | undefined
  readonly addressBookEntryId: string | undefined
  readonly attempts: number
  readonly attemptsMax: number
  /** The last attempt. */
  readonly submission: Submission | undefined
  /** Subject of the user who canceled or revoked; a signature's verdict is nobody's decision. */
  readonly decidedBy: string | undefined
  /** Personal data may stand in it. */
  readonly revocationReason: string | undefined
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Submission {
  readonly address: string
  readonly signature: string
  readonly channel: SubmissionChannel
  readonly verdict: Verdict
}
