import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { type CheckedOperation, type CheckLimits, checkOperation } from '../operation/check-operation.ts'
import { buildGraph, type Graph } from '../planning/build-graph.ts'

const IMPORTS = [
  '@key',
  '@shareable',
  '@external',
  '@requires',
  '@provides',
  '@interfaceObject',
  '@inaccessible',
  '@override',
  '@requiresScopes',
  '@policy',
  '@authenticated',
  '@cost',
  '@listSize',
  '@context',
  '@fromContext',
]
/** Imports the directives of federation; `composeSdl` adds it. */
export const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ${JSON.stringify(IMPORTS)})`

/**
 * The supergraph of one subgraph, or of several by name, as SDL. A schema with its own `@link` is
 * unchanged.
 */
export function composeSdl(schemas: string | Readonly<Record<string, string>>): string {
  const named = typeof schemas === 'string' ? { only: schemas } : schemas
  const services = Object.entries(named).map(([name, schema]) => ({
    name,
    typeDefs: parse(schema.includes('@link(') ? schema : `${LINK} ${schema}`),
    url: `http://${name}/graphql`,
  }))
  const composed = composeServices(services)
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  return composed.supergraphSdl
}

/** The graph of `composeSdl`. */
export function graphOf(schemas: string | Readonly<Record<string, string>>): Graph {
  return buildGraph(composeSdl(schemas))
}

/** A checked operation; throws its errors. */
export function checkedIn(graph: Graph, query: string, limits: Partial<CheckLimits> = {}): CheckedOperation {
  const checked = checkOperation(graph, query, undefined, { introspection: true, ...limits })
  if ('definition' in checked) return checked
  throw new Error(checked.map(({ message }) => message).join('\n'))
}
