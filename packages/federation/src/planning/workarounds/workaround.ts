import type { DocumentNode } from 'graphql'
import type { RewrittenDocument } from '../../operation/rewritten-document.ts'
import type { Supergraph } from '../../supergraph/build-supergraph.ts'

/** For one supergraph, rewrites documents that the planner would plan incorrectly. */
export type Workaround = (supergraph: Pick<Supergraph, 'schema' | 'facts'>) => Rewrite

export type Rewrite = (document: DocumentNode) => RewrittenDocument
