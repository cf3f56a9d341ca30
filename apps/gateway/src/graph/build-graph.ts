import '@travel-rule/service/quiet-apollo'
import { createHash } from 'node:crypto'
import { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, type Schema, Supergraph } from '@apollo/federation-internals'
import { QueryPlanner } from '@apollo/query-planner'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { GraphQLSchema } from 'graphql'
import { type OperationCache, openOperationCache } from '../operation/operation-cache.ts'
import { type Requirements, readRequirements } from './read-requirements.ts'

/** Everything that follows from one supergraph. Immutable: a request works with the graph it began with. */
export interface Graph {
  /** sha256 of the supergraph's text, hexadecimal. */
  readonly hash: string
  /** What clients see: operations are validated against it, and introspection reads it. */
  readonly schema: GraphQLSchema
  /** The same schema as the planner and the executor want it. */
  readonly apiSchema: Schema
  /** With the types that clients do not see, as the executor wants it. */
  readonly supergraphSchema: GraphQLSchema
  readonly planner: QueryPlanner
  /** URL of each subgraph by its name, as the supergraph says. */
  readonly subgraphs: ReadonlyMap<string, string>
  /** What each field asks of the caller. */
  readonly requirements: Requirements
  readonly operations: OperationCache
}

/** The graph of a supergraph's text. Throws `OperatorError` when the text is no supergraph that can be served. */
export function buildGraph(sdl: string): Graph {
  try {
    const supergraph = Supergraph.build(sdl, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES })
    const apiSchema = supergraph.apiSchema()
    const schema = apiSchema.toGraphQLJSSchema()
    return Object.freeze({
      hash: createHash('sha256').update(sdl).digest('hex'),
      schema,
      apiSchema,
      supergraphSchema: supergraph.schema.toGraphQLJSSchema(),
      planner: new QueryPlanner(supergraph),
      subgraphs: new Map(supergraph.subgraphsMetadata().map(({ name, url }) => [name, url])),
      requirements: readRequirements(supergraph.schema, schema),
      operations: openOperationCache(),
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`the supergraph cannot be served: ${message}`, { cause: error })
  }
}
