import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { type CheckedOperation, type CheckLimits, checkOperation } from '../operation/check-operation.ts'
import { buildGraph, type Graph } from '../planning/build-graph.ts'

const IMPORTS = '["@key", "@shareable", "@requiresScopes", "@policy", "@authenticated", "@cost", "@listSize"]'
const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ${IMPORTS})`

/** The graph of one subgraph, or of several by their names. A schema that links for itself is left as it is. */
export function graphOf(schemas: string | Readonly<Record<string, string>>): Graph {
  const named = typeof schemas === 'string' ? { only: schemas } : schemas
  const services = Object.entries(named).map(([name, schema]) => ({
    name,
    typeDefs: parse(schema.includes('@link(') ? schema : `${LINK} ${schema}`),
    url: `http://${name}/graphql`,
  }))
  const composed = composeServices(services)
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  return buildGraph(composed.supergraphSdl)
}

/** A checked operation; throws what is wrong with it. */
export function checkedIn(graph: Graph, query: string, limits: Partial<CheckLimits> = {}): CheckedOperation {
  const checked = checkOperation(graph, query, undefined, { introspection: true, ...limits })
  if ('definition' in checked) return checked
  throw new Error(checked.map(({ message }) => message).join('\n'))
}
