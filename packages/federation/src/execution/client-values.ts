import { Kind, parse, visit } from 'graphql'
import { isObject } from '../subgraph-client/data-object.ts'
import type { SubgraphError } from '../subgraph-client/subgraph-response.ts'

/**
 * Whether a subgraph's validation error is about a literal of the client, by its first location in the
 * operation that was sent: the gateway cannot check the scalars of every subgraph.
 *
 * An enum value or a variable that the subgraph does not accept shows that its schema is not the one
 * of the supergraph.
 */
export function isAboutLiteral(operation: string, { locations, extensions }: SubgraphError): boolean {
  if (!isObject(extensions) || extensions.code !== 'GRAPHQL_VALIDATION_FAILED') return false
  const [location] = Array.isArray(locations) ? locations : []
  const at = isObject(location) ? offsetOf(operation, location) : undefined
  if (at === undefined) return false
  let found = false
  visit(parse(operation), {
    enter({ kind, loc }) {
      if (loc !== undefined && loc.start <= at && at < loc.end && LITERALS.has(kind)) found = true
    },
  })
  return found
}

const LITERALS: ReadonlySet<Kind> = new Set([Kind.STRING, Kind.INT, Kind.FLOAT, Kind.BOOLEAN, Kind.LIST, Kind.OBJECT])

function offsetOf(text: string, { line, column }: Readonly<Record<string, unknown>>): number | undefined {
  if (typeof line !== 'number' || typeof column !== 'number') return undefined
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}
