/** Which entries of the audit log somebody wants; every member that is given must hold. */
export interface AuditFilter {
  readonly subjectType?: string
  readonly subjectId?: string
  readonly actorId?: string
  /** Any of these types; an empty list matches nothing. */
  readonly types?: readonly string[]
  /** Inclusive. */
  readonly from?: Date
  /** Exclusive. */
  readonly to?: Date
}
