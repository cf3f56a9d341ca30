import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql'

/**
 * The operation of `query` that is meant: the one with this name, else the only one. The editor's own idea of name and document is
 * behind for a moment after a change. `undefined` when there is none, or the text cannot be read.
 */
export function meantOperation(query: string, name: string | null | undefined): OperationDefinitionNode | undefined {
  const operations = (read(query)?.definitions ?? []).filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const named = operations.find((operation) => operation.name?.value === name)
  return named ?? (operations.length === 1 ? operations[0] : undefined)
}

function read(query: string): DocumentNode | undefined {
  try {
    return parse(query)
  } catch {
    return undefined
  }
}
