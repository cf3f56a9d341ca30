import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql'

/**
 * The operation to run: the one with this name, otherwise the only one. `undefined` when there is none, or `query` does not
 * parse. The editor's own operation name lags behind its document for a moment after a change.
 */
export function selectedOperation(query: string, name: string | null | undefined): OperationDefinitionNode | undefined {
  const operations = (tryParse(query)?.definitions ?? []).filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const named = operations.find((operation) => operation.name?.value === name)
  return named ?? (operations.length === 1 ? operations[0] : undefined)
}

function tryParse(query: string): DocumentNode | undefined {
  try {
    return parse(query)
  } catch {
    return undefined
  }
}
