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

/** Places told of one error: a conflict may have hundreds. */
const placesMax = 20

/**
 * Says in errors about a document that was parsed from this text without locations where their nodes stand.
 *
 * graphql-js counts the lines anew for every node of every error, which takes long in a text of many lines. Here they are counted once.
 */
export function showPlaces(text: string, document: DocumentNode, errors: readonly GraphQLError[]): void {
  if (errors.every(({ nodes }) => nodes === undefined)) return
  const located = nodesOf(parse(text))
  const starts = new Map(nodesOf(document).map((node, index) => [node, located[index]?.loc?.start ?? 0]))
  const lines = lineStarts(text)
  const source = new Source(text)
  for (const error of errors) {
    const { nodes } = error
    if (nodes === undefined) continue
    const writable: Placed = error
    writable.locations = nodes.slice(0, placesMax).map((node) => placeOf(lines, starts.get(node) ?? 0))
    // Printed as text, an error shows its lines from its nodes, or else from these.
    writable.source = source
    writable.nodes = undefined
  }
}

/** Where the variables of an operation of a text are declared, by their names. */
export function variablePlaces(text: string, operationName: string | undefined): ReadonlyMap<string, SourceLocation> {
  const lines = lineStarts(text)
  const places = parse(text).definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.name?.value !== operationName) return []
    return (node.variableDefinitions ?? []).map(
      ({ variable, loc }) => [variable.name.value, placeOf(lines, loc?.start ?? 0)] as const,
    )
  })
  return new Map(places)
}

interface Placed {
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

function placeOf(lines: readonly number[], position: number): SourceLocation {
  let line = 0
  for (let after = lines.length; after - line > 1; ) {
    const middle = (line + after) >> 1
    if ((lines[middle] ?? 0) <= position) line = middle
    else after = middle
  }
  return { line: line + 1, column: position - (lines[line] ?? 0) + 1 }
}
