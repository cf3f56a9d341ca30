import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  Kind,
  parse,
  Source,
  type SourceLocation,
  visit,
} from 'graphql'

/** Maximum number of locations listed for one error: a conflict may involve hundreds of nodes. */
const locationsMax = 20

/**
 * Adds locations to errors about a document that was parsed with `noLocation` from `text`.
 *
 * Counts lines once. graphql-js counts them for each node of each error, which is slow for a document of many lines.
 */
export function addLocations(text: string, document: DocumentNode, errors: readonly GraphQLError[]): void {
  if (errors.every(({ nodes }) => nodes === undefined)) return
  const located = nodesOf(parse(text))
  const starts = new Map(nodesOf(document).map((node, index) => [node, located[index]?.loc?.start ?? 0]))
  const lines = lineStarts(text)
  const source = new Source(text)
  for (const error of errors) {
    const { nodes } = error
    if (nodes === undefined) continue
    const writable: Located = error
    writable.locations = nodes.slice(0, locationsMax).map((node) => locationOf(lines, starts.get(node) ?? 0))
    // `String(error)` prints source lines from the nodes, or else from the locations.
    writable.source = source
    writable.nodes = undefined
  }
}

/** The location where each variable of an operation is declared, by name. */
export function variableLocations(
  text: string,
  operationName: string | undefined,
): ReadonlyMap<string, SourceLocation> {
  const lines = lineStarts(text)
  const locations = parse(text).definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.name?.value !== operationName) return []
    return (node.variableDefinitions ?? []).map(
      ({ variable, loc }) => [variable.name.value, locationOf(lines, loc?.start ?? 0)] as const,
    )
  })
  return new Map(locations)
}

interface Located {
  locations: readonly SourceLocation[] | undefined
  source: Source | undefined
  nodes: readonly ASTNode[] | undefined
}

function nodesOf(document: DocumentNode): ASTNode[] {
  const nodes: ASTNode[] = []
  visit(document, { enter: (node) => void nodes.push(node) })
  return nodes
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r]/g)) starts.push(index + end.length)
  return starts
}

function locationOf(lines: readonly number[], position: number): SourceLocation {
  let line = 0
  for (let after = lines.length; after - line > 1; ) {
    const middle = (line + after) >> 1
    if ((lines[middle] ?? 0) <= position) line = middle
    else after = middle
  }
  return { line: line + 1, column: position - (lines[line] ?? 0) + 1 }
}
