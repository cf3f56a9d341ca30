/** A person or service account that was seen at work. */
export interface User {
  /** The identity provider's `sub`. */
  readonly id: string
  /** `undefined` while only its id is known. */
  readonly name: string | undefined
  /** As its last call to this service said; empty while it made none. */
  readonly roles: readonly string[]
  /** `undefined` when it was never seen, and only another record names it. */
  readonly firstSeenAt: Date | undefined
  readonly lastSeenAt: Date | undefined
}

/** A user that another record names, but that was never seen here. */
export function unseenUser(id: string): User {
  return { id, name: undefined, roles: [], firstSeenAt: undefined, lastSeenAt: undefined }
}
