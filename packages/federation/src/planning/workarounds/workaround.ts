import type { FetchNode } from '@apollo/query-planner'
import type { DocumentNode } from 'graphql'
import type { RewrittenDocument } from '../../operation/rewritten-document.ts'
import type { Supergraph } from '../../supergraph/build-supergraph.ts'

/** For one supergraph, rewrites documents that the planner would plan incorrectly. */
export type Workaround = (supergraph: WorkaroundGraph) => Rewrite

export type Rewrite = (document: DocumentNode) => RewrittenDocument

/** For one supergraph, corrects fetches of a plan. */
export type FetchWorkaround = (supergraph: WorkaroundGraph) => RewriteFetch

export type RewriteFetch = (node: FetchNode) => FetchNode

type WorkaroundGraph = Pick<Supergraph, 'schema' | 'facts'>
