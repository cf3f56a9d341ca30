/** The value of a namespace field such as `trpd`: it has fields but no data. */
export type Namespace = Readonly<Record<string, never>>

export const NAMESPACE: Namespace = {}

/** An entity of another subgraph, referenced by its id. */
export interface EntityReference {
  readonly id: string
}
