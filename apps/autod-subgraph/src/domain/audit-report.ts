/** How a stretch of the chain is wrong. */
export type AuditProblemKind = 'CONTENT_CHANGED' | 'LINK_BROKEN' | 'ENTRY_MISSING' | 'END_DIFFERS'

export interface AuditProblem {
  readonly kind: AuditProblemKind
  /** The entry that is wrong, or the first that is missing. */
  readonly sequence: bigint
  readonly message: string
}

/** What a check of the chain from entry `from` to entry `to` found. */
export interface AuditReport {
  readonly from: bigint
  /** Last entry that was checked; one before `from` when there was none. */
  readonly to: bigint
  readonly checked: number
  /** False when the range goes on beyond `to`: check again from there. */
  readonly isComplete: boolean
  /** At most 100; empty means that the stretch is as it was written. */
  readonly problems: readonly AuditProblem[]
}
