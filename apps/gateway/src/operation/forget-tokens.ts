import { type DocumentNode, Kind, Location, type Token, visit } from 'graphql'

/**
 * Lets go of what a document that is kept does not need any more: the tokens of its text, several times as large as the text, and where nodes stand.
 *
 * Definitions of variables keep their place, because a variable may be refused with every request.
 */
export function forgetTokens(document: DocumentNode): void {
  visit(document, {
    enter(node) {
      const kept = node.kind === Kind.VARIABLE_DEFINITION ? place(node.loc) : undefined
      const writable: { loc?: Location | undefined } = node as object
      writable.loc = kept
    },
  })
}

function place(location: Location | undefined): Location | undefined {
  if (location === undefined) return undefined
  const { start, end, source } = location
  return new Location({ start } as Token, { end } as Token, source)
}
