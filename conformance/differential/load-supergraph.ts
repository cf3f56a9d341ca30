import '@travel-rule/federation/supergraph/quiet-apollo'
import { readdirSync, readFileSync } from 'node:fs'
import { composeServices } from '@apollo/composition'
import { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, Supergraph } from '@apollo/federation-internals'
import { QueryPlanner } from '@apollo/query-planner'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { buildGraph, type Graph, PLAN_PATHS_MAX } from '@travel-rule/federation/planning/build-graph'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { buildASTSchema, buildSchema, type DocumentNode, type GraphQLSchema, parse, printSchema, visit } from 'graphql'

/** A supergraph, its schemas and its subgraphs. */
export interface SupergraphFixture {
  readonly name: string
  readonly graph: Graph
  /** The result of stock Apollo Gateway for the same supergraph. */
  readonly stock: { readonly supergraph: Supergraph; readonly planner: QueryPlanner }
  /** The public schema with nullable output types, in which nulls do not propagate. */
  readonly nullableSchema: GraphQLSchema
  /** The schema including its inaccessible parts. */
  readonly fullSchema: GraphQLSchema
  readonly subgraphs: ReadonlyMap<string, SubgraphFixture>
}

export interface SubgraphFixture {
  readonly name: string
  readonly typeDefs: DocumentNode
  readonly schema: GraphQLSchema
}

const FOLDER = new URL('supergraphs/', import.meta.url)
const APPS = new URL('../../apps/', import.meta.url)
const PRELUDE = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [
  "@key", "@external", "@requires", "@provides", "@shareable", "@override", "@inaccessible", "@interfaceObject",
  "@context", "@fromContext"
])\n`

/** The folders in `supergraphs/`, and `product`. */
export function supergraphNames(): string[] {
  return [...readdirSync(FOLDER).sort(), 'product']
}

export function loadSupergraph(name: string): SupergraphFixture {
  return composeFixture(name, name === 'product' ? productTypeDefs() : folderTypeDefs(new URL(`${name}/`, FOLDER)))
}

/** The subgraphs in a folder: all `.graphql` files except `operation.graphql`, with `@link` added. */
export function folderTypeDefs(folder: URL): ReadonlyMap<string, DocumentNode> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql') && file !== 'operation.graphql')
  return new Map(
    files.sort().map((file) => {
      const typeDefs = parse(PRELUDE + readFileSync(new URL(file, folder), 'utf8'))
      return [file.slice(0, -'.graphql'.length), typeDefs]
    }),
  )
}

function productTypeDefs(): ReadonlyMap<string, DocumentNode> {
  const folders = readdirSync(APPS).filter((folder) => folder.endsWith('-subgraph'))
  return new Map(
    folders
      .sort()
      .map((folder) => [folder.slice(0, -'-subgraph'.length), loadTypeDefs(new URL(`${folder}/src/`, APPS))]),
  )
}

export function composeFixture(name: string, typeDefs: ReadonlyMap<string, DocumentNode>): SupergraphFixture {
  const services = [...typeDefs].map(([subgraph, document]) => ({
    name: subgraph,
    typeDefs: document,
    url: `http://${subgraph}.invalid/graphql`,
  }))
  const composed = composeServices(services)
  if (composed.errors !== undefined) {
    throw new Error(`${name} does not compose: ${composed.errors.map(({ message }) => message).join('\n')}`)
  }
  const graph = buildGraph(composed.supergraphSdl)
  // Stock's planner supports features that the gateway around it refuses, such as `@requiresScopes`.
  const options = { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES }
  const supergraph = Supergraph.build(composed.supergraphSdl, options)
  return {
    name,
    graph,
    stock: { supergraph, planner: new QueryPlanner(supergraph, { debug: { pathsLimit: PLAN_PATHS_MAX } }) },
    nullableSchema: withoutNonNull(graph.schema),
    fullSchema: buildSchema(composed.supergraphSdl, { assumeValid: true, assumeValidSDL: true }),
    subgraphs: new Map(
      [...typeDefs].map(([subgraph, document]) => [
        subgraph,
        { name: subgraph, typeDefs: document, schema: buildSubgraphSchema([{ typeDefs: document }]) },
      ]),
    ),
  }
}

function withoutNonNull(schema: GraphQLSchema): GraphQLSchema {
  const document = visit(parse(printSchema(schema)), {
    FieldDefinition: (node) => ({ ...node, type: visit(node.type, { NonNullType: { leave: ({ type }) => type } }) }),
  })
  return buildASTSchema(document, { assumeValid: true, assumeValidSDL: true })
}
