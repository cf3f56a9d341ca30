import '@travel-rule/service/quiet-apollo'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, type Schema, Supergraph } from '@apollo/federation-internals'
import { QueryPlanner } from '@apollo/query-planner'
import { OperatorError } from '@travel-rule/service/operator-error'
import { buildASTSchema, GraphQLError, type GraphQLSchema } from 'graphql'
import { type Costs, readCosts } from '../operation/cost/read-costs.ts'
import { type OperationCache, openOperationCache } from '../operation/operation-cache.ts'
import { type OperationUsage, openOperationUsage } from '../operation/operation-usage.ts'
import { PLANNER_CONFIG } from '../planning/planner-config.ts'
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
  /** What fields cost, and how long lists are. */
  readonly costs: Costs
  readonly operations: OperationCache
  /** Which operations are asked for most, so that the next graph can know them beforehand. */
  readonly usage: OperationUsage
}

/** The graph of a supergraph's text. Throws `OperatorError`, which names `source`, when the text is no supergraph that can be served. */
export function buildGraph(sdl: string, source?: string): Graph {
  const steps = buildSteps(sdl, source)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same, with pauses in which requests are answered: building a large graph takes long enough to be felt. */
export async function buildGraphGently(sdl: string, source?: string): Promise<Graph> {
  const steps = buildSteps(sdl, source)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await setImmediate()
  }
}

function* buildSteps(sdl: string, source = 'the supergraph'): Generator<undefined, Graph> {
  try {
    const supergraph = Supergraph.build(sdl, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES })
    yield
    const apiSchema = supergraph.apiSchema()
    const schema = schemaOf(apiSchema)
    yield
    const supergraphSchema = schemaOf(supergraph.schema)
    yield
    const planner = new QueryPlanner(supergraph, PLANNER_CONFIG)
    yield
    return Object.freeze({
      hash: hashSupergraph(sdl),
      schema,
      apiSchema,
      supergraphSchema,
      planner,
      subgraphs: new Map(supergraph.subgraphsMetadata().map(({ name, url }) => [name, url])),
      requirements: readRequirements(supergraph.schema, schema),
      costs: readCosts(supergraph.schema, schema),
      operations: openOperationCache(),
      usage: openOperationUsage(),
    })
  } catch (error) {
    throw new OperatorError(`${source} cannot be served: ${placed(error)}`, { cause: error })
  }
}

/** What an error says, and the line and column where it knows them. */
function placed(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const places = error instanceof GraphQLError ? (error.locations ?? []) : []
  return [...places.map(({ line, column }) => `${line}:${column}`), message].join(' ')
}

/** Was validated when the supergraph was built: doing so again would be a tenth of a start. */
function schemaOf(schema: Schema): GraphQLSchema {
  return buildASTSchema(schema.toAST(), { assumeValid: true, assumeValidSDL: true })
}

/** What a graph is named by: sha256 of the supergraph's text, hexadecimal. */
export function hashSupergraph(sdl: string): string {
  return createHash('sha256').update(sdl).digest('hex')
}
