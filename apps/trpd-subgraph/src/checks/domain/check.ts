import type { Asset } from '../../assets/domain/asset.ts'
import type { ValueIn } from '../../assets/domain/rates.ts'
import type { KnownLeiRecord } from '../../due-diligence/domain/lei-record.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import type { Jurisdiction } from '../../jurisdictions/domain/jurisdiction.ts'
import type { MissingData } from '../../jurisdictions/domain/missing-fields.ts'
import type { ScreeningResult } from '../../screening/domain/screening-result.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'

/** The verdict of a check. Only PASS means that nothing is wrong. */
export type CheckVerdict = 'PASS' | 'WARN' | 'FAIL' | 'UNKNOWN'

/** The checks by name. Never renamed. */
export type CheckName = (typeof CHECK_NAMES)[number]

/** The names of all checks, in display order. */
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
  /** Data that is missing although a law requires it. */
  readonly missing?: readonly MissingData[]
  /** The facts that the verdict rests on, by name. May contain personal data; stored sealed. */
  readonly evidence?: Readonly<Record<string, string>>
  /** Identifies the finding; defaults to its reason and evidence. May contain personal data; never stored. */
  readonly identity?: readonly string[]
}

/**
 * A property of a transfer that is verified. To add one, write a file, add its name to `CHECK_NAMES` and to
 * the schema, and list it in `CHECKS`.
 */
export interface Check {
  readonly name: CheckName
  /** Increase it whenever findings change, so that an old verdict can be understood. */
  readonly version: number
  /** The facts needed beside the transfer itself; facts are looked up only if a check needs them. */
  readonly needs: readonly FactName[]
  /** The finding; `undefined` if the check does not apply to the transfer. */
  judge(facts: CheckFacts): CheckFinding | undefined
}

/** The input of checks. */
export interface CheckFacts {
  readonly transfer: Transfer
  readonly payload: Ivms101
  readonly asset: Asset
  /** Absent without a known VASP; registered transfers only. */
  readonly vasp?: Vasp
  /** The LEI register's record of the VASP; absent unless a check needs `LEI_RECORD`. */
  readonly leiRecord?: KnownLeiRecord
  /** Our own reference to the customer. */
  readonly customerReference?: string
  /** The address book entry to which the inquiry was sent; RECEIVED only. */
  readonly entry?: CheckedEntry
  /** The jurisdiction whose law applies to this node. */
  readonly jurisdiction: Jurisdiction | undefined
  readonly at: Date
  /** Absent unless a law compares amounts in a currency. */
  readonly valueIn?: ValueIn
  /** Period in which equal transfers count as duplicates. */
  readonly duplicateSeconds: number
  /** Earlier transfers to the same travel address; absent unless a check needs `SIMILAR`. */
  readonly similar?: SimilarTransfers
  /** Our customer, to whom the travel address belongs; absent if unknown. */
  readonly customer?: CustomerFact
  /** Who has proven control of the self-hosted wallet; absent unless a check needs `OWNERSHIP`. */
  readonly ownership?: OwnershipFact
  /** The result of screening; absent if screening is not set up. */
  readonly screening?: ScreeningResult | 'PENDING'
}

/** Our customer as known from the operator's records, or why they could not be read. */
export type CustomerFact =
  | { readonly names: readonly string[]; readonly accounts: readonly string[] }
  | { readonly problem: string }

/**
 * How reliable the proofs of an address are: `STOPPED` after a restore of aopd's database, `BEHIND` if they
 * were last read too long ago.
 */
export type ProofSourceState = 'NOT_CONFIGURED' | 'NOT_READ' | 'STOPPED' | 'BEHIND' | 'READ'

/** What is known about the ownership of a self-hosted wallet. */
export interface OwnershipFact {
  readonly source: ProofSourceState
  readonly proofs: readonly AddressProof[]
}

/** A proof that someone controls the wallet's address. */
export interface AddressProof {
  readonly id: string
  readonly method: string
  readonly verifiedAt: Date
  readonly revokedAt?: Date
  /** The owner of the proof, if known. A proof for this transfer belongs to its customer. */
  readonly of: 'CUSTOMER' | 'OTHER_CUSTOMER' | 'UNKNOWN'
}

/** Facts that must be looked up. */
export type FactName = 'SIMILAR' | 'CUSTOMER' | 'OWNERSHIP' | 'LEI_RECORD'

/** The part of an address book entry that checks need. */
export interface CheckedEntry {
  readonly travelAddress: string
  readonly address?: string
}

/** Other transfers of the same asset to the same travel address or, if there is none, the same payment address. */
export interface SimilarTransfers {
  /** Number of approved transfers that were examined, and their largest amount in whole units. */
  readonly approved: { readonly count: number; readonly largest?: Decimal }
  /**
   * Transfers within the window with the same amount, including those to other travel addresses of the same
   * customer, and transfers at any time that paid the same address with the same hash on the ledger.
   */
  readonly duplicates: readonly SimilarTransfer[]
}

export interface SimilarTransfer {
  readonly id: string
  readonly sameHash: boolean
}

/** A finding with its check, version and time. */
export interface CheckResult extends CheckFinding {
  readonly check: CheckName
  readonly version: number
  readonly at: Date
  /** The id of the finding; absent before it is stored. */
  readonly finding?: string
}
