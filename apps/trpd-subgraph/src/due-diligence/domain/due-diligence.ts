/** An officer's findings about a VASP: its licence, its LEI record, its risk, and when they were reviewed. */
export interface DueDiligence {
  readonly id: string
  readonly licence: LicenceStatus
  /** Absent if the VASP is not rated. */
  readonly riskRating?: RiskRating
  /** As in the GLEIF record of its LEI, for example `ACTIVE`; absent without one. */
  readonly leiEntityStatus?: string
  /** As in the GLEIF record of its LEI, for example `ISSUED`. */
  readonly leiRegistrationStatus?: string
  /** An ISO 8601 time. */
  readonly reviewedAt: string
  readonly nextReviewAt?: string
  /** Subject of the officer. */
  readonly recordedBy: string
  readonly recordedAt: string
}

/** A due-diligence record in the history of a VASP. */
export interface DueDiligenceRecord extends DueDiligence {
  readonly vaspId: string
  /** When its answers and documents were erased. */
  readonly erasedAt?: Date
}

/** An answer to a question of the operator's questionnaire; may contain personal data. */
export interface DueDiligenceAnswer {
  /** Identifies the question across versions of the questionnaire. */
  readonly key: string
  readonly question: string
  readonly answer: string
}

/** Whether a supervisor allows the VASP to do business. */
export type LicenceStatus = (typeof LICENCE_STATUSES)[number]

export const LICENCE_STATUSES = ['ACTIVE', 'NOT_REQUIRED', 'SUSPENDED', 'REVOKED', 'NONE'] as const

/** An officer's rating of the risk of doing business with a VASP. */
export type RiskRating = (typeof RISK_RATINGS)[number]

export const RISK_RATINGS = ['LOW', 'MEDIUM', 'HIGH'] as const

/** The state of an LEI, derived from the two statuses of its GLEIF record. */
export type LeiState = 'VALID' | 'LAPSED' | 'INVALID' | 'UNKNOWN'

/**
 * The state of an LEI. Statuses that GLEIF has introduced since this was written are `UNKNOWN`.
 *
 * Source: GLEIF Level 1 data, LEI-CDF 3.1, entity status and registration status.
 */
export function leiStateOf({ leiEntityStatus, leiRegistrationStatus }: Partial<DueDiligence>): LeiState {
  if (leiEntityStatus === undefined || leiRegistrationStatus === undefined) return 'UNKNOWN'
  if (leiEntityStatus === 'INACTIVE' || ENDED.has(leiRegistrationStatus)) return 'INVALID'
  if (leiEntityStatus !== 'ACTIVE') return 'UNKNOWN'
  if (leiRegistrationStatus === 'LAPSED') return 'LAPSED'
  return CURRENT.has(leiRegistrationStatus) ? 'VALID' : 'UNKNOWN'
}

const CURRENT: ReadonlySet<string> = new Set(['ISSUED', 'PENDING_TRANSFER', 'PENDING_ARCHIVAL'])
const ENDED: ReadonlySet<string> = new Set(['RETIRED', 'MERGED', 'DUPLICATE', 'ANNULLED'])
