import type { FetchNode } from '@apollo/query-planner'
import type { DocumentNode } from 'graphql'
import type { RewrittenDocument } from '../../operation/rewritten-document.ts'
import type { Supergraph } from '../../supergraph/build-supergraph.ts'

/** For one supergraph, rewrites documents that the planner would plan incorrectly. */
export type Workaround = (supergraph: WorkaroundGraph) => Rewrite

export type Rewrite = (document: DocumentNode) => RewrittenDocument

/** For one supergraph, corrects fetches of a plan. */
export type FetchWorkaround = (supergraph: WorkaroundGraph) => RewriteFetch

/** The fetches that replace a fetch; several can run concurrently. */
export type RewriteFetch = (node: FetchNode) => readonly FetchNode[]

/** Rewrites the supergraph that the planner reads. */
export type SupergraphWorkaround = (supergraph: DocumentNode) => {
  readonly document: DocumentNode
  /** Names of fields that only the planner knows. */
  readonly addedFields?: Iterable<string>
  /** Corrects the planner's fetches on the rewritten supergraph. */
  readonly correct?: FetchWorkaround
}

export type WorkaroundGraph = Pick<Supergraph, 'schema' | 'facts'> & Partial<Pick<Supergraph, 'addedFields'>>
