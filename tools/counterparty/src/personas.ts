/** The travel addresses of this VASP; each has a fixed outcome. */
export const personas = [
  'approve',
  'callback',
  'reject',
  'mismatch',
  'expired',
  'unreachable',
  'old-version',
  'no-dti',
] as const
export type Persona = (typeof personas)[number]

/** How a persona handles an inquiry. */
export interface PersonaRules {
  readonly decision: 'APPROVE' | 'APPROVE_LATER' | 'REJECT' | 'REJECT_LATER' | 'NONE'
  /** Description of its behaviour, for the page. */
  readonly what: string
  /** The transaction status that the sender reaches, for the page. */
  readonly outcome: string
  /** The reason with which it rejects. */
  readonly reason?: string
  /** The only TRP version that it supports, as `major.minor`. */
  readonly onlyVersion?: string
  /** True if it refuses an asset that only a DTI identifies. */
  readonly refusesDti?: boolean
  /**
   * True if it has a different host when the counterparty runs on this machine. A node then treats it as a different
   * VASP, and does not know which identifiers the others accepted.
   */
  readonly isAnotherVasp?: boolean
  /** True if it closes the connection without a response. */
  readonly isUnreachable?: boolean
}

export const personaRules: Readonly<Record<Persona, PersonaRules>> = {
  approve: { decision: 'APPROVE', what: 'approves the inquiry in the response', outcome: 'APPROVED' },
  callback: {
    decision: 'APPROVE_LATER',
    what: 'responds with the version, then approves by callback a moment later',
    outcome: 'PENDING, then APPROVED',
  },
  reject: {
    decision: 'REJECT',
    reason: 'the beneficiary is not a customer of this VASP',
    what: 'rejects the inquiry in the response',
    outcome: 'DECLINED',
  },
  mismatch: {
    decision: 'REJECT_LATER',
    reason: 'the name of the beneficiary does not match the account',
    what: 'responds with the version, then rejects by callback because the beneficiary does not match',
    outcome: 'PENDING, then DECLINED',
  },
  expired: {
    decision: 'NONE',
    what: 'responds with the version and never decides',
    outcome: 'PENDING, then EXPIRED at the time limit of the sender',
  },
  unreachable: {
    decision: 'NONE',
    isUnreachable: true,
    what: 'closes every connection without a response',
    outcome: 'delivery RETRYING, then FAILED',
  },
  'old-version': {
    decision: 'APPROVE',
    onlyVersion: '3.1',
    what: 'refuses every version but 3.1 with 400, and approves the inquiry in 3.1',
    outcome: 'APPROVED, in version 3.1',
  },
  'no-dti': {
    decision: 'APPROVE',
    refusesDti: true,
    isAnotherVasp: true,
    what: 'refuses an asset that only a DTI identifies with 422, and approves one with SLIP-0044',
    outcome: 'APPROVED, after a second attempt with SLIP-0044',
  },
}
