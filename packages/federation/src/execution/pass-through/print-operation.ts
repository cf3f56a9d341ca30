import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql'

export interface PrintedOperation {
  readonly text: string
  /** The variables that it still uses. */
  readonly variables: readonly string[]
}

/**
 * The text of one operation with the fragments that it uses.
 *
 * Fragments on a root type are put where they are spread, without their type condition: a subgraph may call its root types otherwise. They must be
 * spread on objects of that type only.
 */
export function printOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  rootTypes: ReadonlySet<string>,
): PrintedOperation {
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
  const used = new Map<string, FragmentDefinitionNode>()
  const rewrite = <Node extends OperationDefinitionNode | FragmentDefinitionNode>(definition: Node): Node =>
    visit(definition, {
      InlineFragment(node) {
        if (node.typeCondition === undefined || !rootTypes.has(node.typeCondition.name.value)) return undefined
        const { typeCondition: _, ...untyped } = node
        return untyped
      },
      FragmentSpread(node) {
        const name = node.name.value
        const fragment = fragments.get(name)
        if (fragment === undefined) return undefined
        if (rootTypes.has(fragment.typeCondition.name.value)) {
          const { selectionSet } = fragment
          return { kind: Kind.INLINE_FRAGMENT, directives: node.directives ?? [], selectionSet }
        }
        if (!used.has(name)) {
          used.set(name, fragment)
          used.set(name, rewrite(fragment))
        }
        return undefined
      },
    })
  const rewritten = rewrite(operation)
  const variables = variablesIn([rewritten.selectionSet, ...used.values()])
  const variableDefinitions = (rewritten.variableDefinitions ?? []).filter(({ variable }) =>
    variables.has(variable.name.value),
  )
  const definitions = [{ ...rewritten, variableDefinitions }, ...used.values()]
  return { text: stripIgnoredCharacters(print({ kind: Kind.DOCUMENT, definitions })), variables: [...variables] }
}

function variablesIn(nodes: readonly ASTNode[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.add(name.value) })
  return names
}
