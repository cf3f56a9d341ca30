import './quiet-apollo.ts'
import { createHash } from 'node:crypto'
import {
  Supergraph as ApolloSupergraph,
  ROUTER_SUPPORTED_SUPERGRAPH_FEATURES,
  type Schema,
} from '@apollo/federation-internals'
import {
  buildASTSchema,
  type DocumentNode,
  type FieldDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  visit,
} from 'graphql'
import { type IntrospectionLengths, introspectionLengths } from './introspection-lengths.ts'
import { type Costs, readCosts } from './read-costs.ts'
import { type Requirements, readRequirements } from './read-requirements.ts'
import { checkSpecifiedScalars } from './specified-scalars.ts'
import { readSupergraphFacts, type SupergraphFacts } from './supergraph-facts.ts'

/** A supergraph and everything that is derived from it; immutable. */
export interface Supergraph {
  /** sha256 of the SDL, hexadecimal. */
  readonly hash: string
  /** The clients' view: operations are validated against it, and introspection reads it. */
  readonly schema: GraphQLSchema
  /** The same schema as an object of Apollo's packages, with the fields that only the planner knows. */
  readonly apiSchema: Schema
  /** Names of the fields that only the planner knows; empty for almost every supergraph. */
  readonly addedFields: ReadonlySet<string>
  /** URL of each subgraph by its name, as composed. */
  readonly subgraphs: ReadonlyMap<string, string>
  readonly facts: SupergraphFacts
  /** What each field requires of the caller. */
  readonly requirements: Requirements
  /** Weights of fields and lengths of lists. */
  readonly costs: Costs
  readonly introspectionLengths: IntrospectionLengths
}

/** A parsed supergraph, including fields that are added for the planner and that clients must not see. */
export interface PlannedSupergraph {
  readonly document: DocumentNode
  readonly addedFields: ReadonlySet<string>
}

/** Thrown if a supergraph cannot be served. The message is for operators. */
export class InvalidSupergraphError extends Error {
  override readonly name = 'InvalidSupergraphError'
}

/**
 * Builds a supergraph from its SDL as the planner reads it, yielding between steps because each can take long.
 *
 * Also returns Apollo's own supergraph, from which a query planner is created. Throws when the SDL is invalid.
 */
export function* buildSupergraph(
  sdl: string,
  { document, addedFields }: PlannedSupergraph,
): Generator<undefined, readonly [Supergraph, ApolloSupergraph]> {
  const supportedFeatures = ROUTER_SUPPORTED_SUPERGRAPH_FEATURES
  const isRewritten = addedFields.size > 0
  // The rules for subgraphs, such as that every @external is used, must hold before fields are added.
  if (isRewritten) ApolloSupergraph.build(sdl, { supportedFeatures }).subgraphs()
  yield
  const apollo = ApolloSupergraph.build(document, { supportedFeatures, validateSupergraph: !isRewritten })
  yield
  const apiSchema = apollo.apiSchema()
  const schema = schemaOf(apiSchema, addedFields)
  checkSpecifiedScalars(schema)
  yield
  const facts = readSupergraphFacts(schemaOf(apollo.schema))
  yield
  const supergraph: Supergraph = {
    hash: hashSupergraph(sdl),
    schema,
    apiSchema,
    addedFields,
    subgraphs: new Map(apollo.subgraphsMetadata().map(({ name, url }) => [name, url])),
    facts,
    requirements: readRequirements(apollo.schema, schema),
    costs: readCosts(apollo.schema, schema),
    introspectionLengths: introspectionLengths(schema),
  }
  return [supergraph, apollo]
}

/**
 * The error for a supergraph from `source` that cannot be served, with line and column where known.
 */
export function invalidSupergraph(source: string, cause: unknown): InvalidSupergraphError {
  const message = cause instanceof Error ? cause.message : String(cause)
  const locations = cause instanceof GraphQLError ? (cause.locations ?? []) : []
  const words = [...locations.map(({ line, column }) => `${line}:${column}`), message].join(' ')
  return new InvalidSupergraphError(`${source} cannot be served: ${words}`, { cause })
}

/**
 * Skips validation: Apollo has validated the supergraph, and validating again takes a tenth of a
 * start.
 */
function schemaOf(schema: Schema, without?: ReadonlySet<string>): GraphQLSchema {
  const document = schema.toAST()
  const remove = (node: FieldDefinitionNode) => (without?.has(node.name.value) === true ? null : undefined)
  const visible = without === undefined || without.size === 0 ? document : visit(document, { FieldDefinition: remove })
  return buildASTSchema(visible, { assumeValid: true, assumeValidSDL: true })
}

/** The identifier of a supergraph: sha256 of its SDL, hexadecimal. */
export function hashSupergraph(sdl: string): string {
  return createHash('sha256').update(sdl).digest('hex')
}
