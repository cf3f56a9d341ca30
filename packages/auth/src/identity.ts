/** Who is calling, as the gateway found out and as every subgraph is told in an identity assertion. */
export interface Identity {
  /** The provider's stable id of the person or service account (`sub`). */
  readonly subject: string
  /** The client the token was issued to (`azp`); empty when the provider does not say. */
  readonly clientId: string
  /** What to show people; never used for a decision. */
  readonly name: string
  readonly roles: readonly string[]
  /** What the caller may do, already worked out from the roles. */
  readonly scopes: readonly string[]
}
