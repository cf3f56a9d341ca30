/** The value of a namespace field such as `trpd`: it has fields of its own, but no data. */
export type Namespace = Readonly<Record<string, never>>

export const NAMESPACE: Namespace = {}

/** An entity of another subgraph, known by its id alone. */
export interface EntityReference {
  readonly id: string
}
