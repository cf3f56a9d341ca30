import { Kind, parse, visit } from 'graphql'
import { isObject } from '../../subgraph-client/data-object.ts'
import type { SubgraphError } from '../../subgraph-client/subgraph-response.ts'

/**
 * True if a subgraph's validation error is about a literal of the client, judged by its first location in the operation
 * that was sent: the gateway cannot check the scalars of every subgraph.
 *
 * An enum value, a variable or an input field that the subgraph does not accept, even inside a list or an object, shows
 * that its schema differs from that of the supergraph.
 *
 * The operation is parsed once, for the first error that needs it.
 */
export function compileIsAboutLiteral(operation: string): (error: SubgraphError) => boolean {
  let isLiteralAt: ((location: Readonly<Record<string, unknown>>) => boolean) | undefined
  return ({ locations, extensions }) => {
    if (!isObject(extensions) || extensions.code !== 'GRAPHQL_VALIDATION_FAILED') return false
    const [location] = Array.isArray(locations) ? locations : []
    if (!isObject(location)) return false
    isLiteralAt ??= indexLiterals(operation)
    return isLiteralAt(location)
  }
}

const LITERALS: ReadonlySet<Kind> = new Set([Kind.STRING, Kind.INT, Kind.FLOAT, Kind.BOOLEAN, Kind.LIST, Kind.OBJECT])

function indexLiterals(operation: string) {
  const lineStarts = [0]
  for (let at = operation.indexOf('\n'); at >= 0; at = operation.indexOf('\n', at + 1)) lineStarts.push(at + 1)
  const nodes: { readonly start: number; readonly end: number; readonly isLiteral: boolean }[] = []
  visit(parse(operation), {
    enter({ kind, loc }) {
      if (loc !== undefined) nodes.push({ start: loc.start, end: loc.end, isLiteral: LITERALS.has(kind) })
    },
  })
  return ({ line, column }: Readonly<Record<string, unknown>>): boolean => {
    const lineStart = typeof line === 'number' ? lineStarts[line - 1] : undefined
    if (lineStart === undefined || typeof column !== 'number') return false
    const at = lineStart + column - 1
    // A node precedes those inside it, so the last one is the innermost.
    return nodes.findLast(({ start, end }) => start <= at && at < end)?.isLiteral ?? false
  }
}
