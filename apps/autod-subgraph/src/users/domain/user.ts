/** A person or service account that has used the service. */
export interface User {
  /** The identity provider's `sub`. */
  readonly id: string
  /** `undefined` if only the id is known. */
  readonly name: string | undefined
  /** From the latest call to this service; empty before the first. */
  readonly roles: readonly string[]
  /** `undefined` for a user who was never seen but is named by another record. */
  readonly firstSeenAt: Date | undefined
  readonly lastSeenAt: Date | undefined
}

/** A user who is named by another record but was never seen here. */
export function unseenUser(id: string): User {
  return { id, name: undefined, roles: [], firstSeenAt: undefined, lastSeenAt: undefined }
}
