import type { Requirement } from '@travel-rule/federation/supergraph/read-requirements'

/** What would be done for an operation. */
export interface Explanation {
  readonly operation: { readonly type: 'query' | 'mutation' | 'subscription'; readonly name: string | undefined }
  /** The graph it was planned for, by the sha256 of its supergraph. */
  readonly graph: string
  /** Those that are asked, in the order of the plan. */
  readonly subgraphs: readonly string[]
  /** Requests to subgraphs; `atMost` where it depends on variables that were not given. */
  readonly fetches: { readonly count: number; readonly atMost: boolean }
  /** By `@cost` and `@listSize`, with the variables that were given. */
  readonly cost: number
  /** What the fields ask of a caller, by `Type.field`; fields that ask nothing are left out. */
  readonly needs: readonly ({ readonly field: string } & Requirement)[]
  readonly passThrough: PassThrough
  /** The query plan as text. */
  readonly plan: string
}

/** Whether the subgraph's own bytes are the answer, or why they cannot be. */
export type PassThrough = { readonly possible: true } | { readonly possible: false; readonly reason: string }
