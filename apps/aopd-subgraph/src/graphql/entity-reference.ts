/** An entity of another subgraph, of which this one knows the id. */
export interface EntityReference {
  readonly id: string
}
