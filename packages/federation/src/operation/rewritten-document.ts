import { type DocumentNode, visit } from 'graphql'

/** A document that replaces the client's, and the client's names that it replaced. */
export interface RewrittenDocument {
  readonly document: DocumentNode
  /** The client's response names by those in the document, where they differ. */
  readonly responseNames?: ReadonlyMap<string, string>
  /** The client's variables by those in the document, where they differ. */
  readonly variables?: ReadonlyMap<string, string>
}

/** Every name in a document. */
export function namesIn(document: DocumentNode): Set<string> {
  const names = new Set<string>()
  visit(document, { Name: ({ value }) => void names.add(value) })
  return names
}

/** Reserves an unused name: `name` with a suffix, numbered from `number`. */
export function takeUnusedName(used: Set<string>, name: string, number = 0): string {
  let unused = `${name}__as${number}`
  for (let next = number + 1; used.has(unused); next += 1) unused = `${name}__as${next}`
  used.add(unused)
  return unused
}
