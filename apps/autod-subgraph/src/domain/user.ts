/** A person or service account that has used the service. */
export interface User {
  /** The identity provider's `sub`. */
  readonly id: string
  /** `undefined` when only the id is known. */
  readonly name: string | undefined
  /** From its last call to this service; empty before the first. */
  readonly roles: readonly string[]
  /** `undefined` when it was never seen and another record names it. */
  readonly firstSeenAt: Date | undefined
  readonly lastSeenAt: Date | undefined
}

/** A user that another record names and that was never seen here. */
export function unseenUser(id: string): User {
  return { id, name: undefined, roles: [], firstSeenAt: undefined, lastSeenAt: undefined }
}
