import type { FetchNode } from '@apollo/query-planner'
import { type DocumentNode, print, stripIgnoredCharacters, visit } from 'graphql'

/** A fetch with a reduced operation, and only the variables that the operation still uses. */
export function replaceOperation<Node extends FetchNode>(node: Node, document: DocumentNode): Node {
  const used = usedVariables(document)
  const reduced: DocumentNode = visit(document, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
  })
  return {
    ...node,
    operation: stripIgnoredCharacters(print(reduced)),
    variableUsages: (node.variableUsages ?? []).filter((name) => used.has(name)),
  }
}

function usedVariables({ definitions }: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of definitions) {
    if (!('selectionSet' in node)) continue
    visit(node.selectionSet, { Variable: ({ name }) => void names.add(name.value) })
  }
  return names
}
