/** The caller, as the gateway verified it and as an identity assertion states it to a subgraph. */
export interface Identity {
  /** The provider's stable id of the person or service account (`sub`). */
  readonly subject: string
  /** The client that the token was issued to (`azp`); empty when the token does not say. */
  readonly clientId: string
  /** `ITSELF` for a service account, `PERSON` for a client on behalf of a person. */
  readonly actsFor: 'ITSELF' | 'PERSON'
  /** Display name; no decision depends on it. */
  readonly name: string
  readonly roles: readonly string[]
  /** What the caller may do, derived from the roles. */
  readonly scopes: readonly string[]
}
