import type { Decimal } from '../amount.ts'
import type { Asset } from '../asset.ts'
import type { Ivms101 } from '../ivms101/model.ts'
import type { Jurisdiction } from '../jurisdictions/jurisdiction.ts'
import type { MissingData } from '../jurisdictions/missing-fields.ts'
import type { KnownLeiRecord } from '../lei-record.ts'
import type { ValueIn } from '../rates.ts'
import type { ScreeningResult } from '../screening/screening-result.ts'
import type { Transfer } from '../transfer.ts'
import type { Vasp } from '../vasp.ts'

/** What a check found. Only PASS says that nothing is wrong. */
export type CheckVerdict = 'PASS' | 'WARN' | 'FAIL' | 'UNKNOWN'

/** The checks by name. Never renamed. */
export type CheckName = (typeof CHECK_NAMES)[number]

/** Every name of a check, in the order in which they are shown. */
export const CHECK_NAMES = [
  'IVMS101_COMPLETENESS',
  'MEANINGFUL_NAMES',
  'BENEFICIARY_MATCH',
  'ADDRESS_OF_ASSET',
  'DUPLICATE',
  'USUAL_AMOUNT',
  'VASP_DUE_DILIGENCE',
  'OWNERSHIP_PROOF',
  'SCREENING',
] as const

/** The result of a check. */
export interface CheckFinding {
  readonly verdict: CheckVerdict
  /** Why, in one or more sentences. Contains no personal data. */
  readonly reason: string
  /** The data that a law requires and that is missing. */
  readonly missing?: readonly MissingData[]
  /** What the verdict rests on, by name. May contain personal data, and is stored sealed. */
  readonly evidence?: Readonly<Record<string, string>>
  /**
   * Identifies the finding; its reason and evidence do by default. May contain personal data, and is never
   * stored.
   */
  readonly identity?: readonly string[]
}

/**
 * Something that is verified about a transfer. Adding one takes a file with it, its name in
 * `CHECK_NAMES` and in the schema, and a place in `CHECKS`.
 */
export interface Check {
  readonly name: CheckName
  /** Raised with every change of what it finds, so that an old verdict can be understood. */
  readonly version: number
  /** The facts that it needs beside the transfer itself; they are looked up only when a check does. */
  readonly needs: readonly FactName[]
  /** The finding; `undefined` when the check does not apply to the transfer. */
  judge(facts: CheckFacts): CheckFinding | undefined
}

/** What a check may know. */
export interface CheckFacts {
  readonly transfer: Transfer
  readonly payload: Ivms101
  readonly asset: Asset
  /** Absent without a known VASP; registered transfers only. */
  readonly vasp?: Vasp
  /** What the LEI register has recorded about the VASP; absent unless a check needs `LEI_RECORD`. */
  readonly leiRecord?: KnownLeiRecord
  /** Our own reference to the customer. */
  readonly customerReference?: string
  /** The address book entry to which the inquiry was sent; RECEIVED only. */
  readonly entry?: CheckedEntry
  /** Whose law this node is under. */
  readonly jurisdiction: Jurisdiction | undefined
  readonly at: Date
  /** Absent unless a law compares the amount in a currency. */
  readonly valueIn?: ValueIn
  /** How long equal transfers count as duplicates. */
  readonly duplicateSeconds: number
  /** Earlier transfers to the same travel address; absent unless a check needs `SIMILAR`. */
  readonly similar?: SimilarTransfers
  /** Our customer, to whom the travel address belongs; absent while nothing is known. */
  readonly customer?: CustomerFact
  /** Who has proven to control the self-hosted wallet; absent unless a check needs `OWNERSHIP`. */
  readonly ownership?: OwnershipFact
  /** What screening found; absent where it is not set up. */
  readonly screening?: ScreeningResult | 'PENDING'
}

/** Our customer by the operator's records, or why they could not be read. */
export type CustomerFact =
  | { readonly names: readonly string[]; readonly accounts: readonly string[] }
  | { readonly problem: string }

/**
 * Whether the proofs of an address can be relied on: `STOPPED` after a restore of aopd's database,
 * `BEHIND` when they were read too long ago.
 */
export type ProofSourceState = 'NOT_CONFIGURED' | 'NOT_READ' | 'STOPPED' | 'BEHIND' | 'READ'

/** What is known about the ownership of a self-hosted wallet. */
export interface OwnershipFact {
  readonly source: ProofSourceState
  readonly proofs: readonly AddressProof[]
}

/** A proof that someone controls the address of the wallet. */
export interface AddressProof {
  readonly id: string
  readonly method: string
  readonly verifiedAt: Date
  readonly revokedAt?: Date
  /** Whose proof it is, as far as is known; one for this transfer is that of its customer. */
  readonly of: 'CUSTOMER' | 'OTHER_CUSTOMER' | 'UNKNOWN'
}

/** Facts that cost a lookup. */
export type FactName = 'SIMILAR' | 'CUSTOMER' | 'OWNERSHIP' | 'LEI_RECORD'

/** The part of an address book entry that checks need. */
export interface CheckedEntry {
  readonly travelAddress: string
  readonly address?: string
}

/** Other transfers of the same asset to the same travel address or, without one, payment address. */
export interface SimilarTransfers {
  /** How many approved ones were looked at, and the largest amount of them in whole units. */
  readonly approved: { readonly count: number; readonly largest?: Decimal }
  /**
   * Those within the window with the same amount, also to another travel address of the same
   * customer, and any that paid to the same address with the same hash on the ledger.
   */
  readonly duplicates: readonly SimilarTransfer[]
}

export interface SimilarTransfer {
  readonly id: string
  readonly sameHash: boolean
}

/** A finding with what made it. */
export interface CheckResult extends CheckFinding {
  readonly check: CheckName
  readonly version: number
  readonly at: Date
  /** The id of the finding, where it is stored already. */
  readonly finding?: string
}
