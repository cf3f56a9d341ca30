import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import { type FieldNode, Kind, parse, type SelectionNode, type SelectionSetNode, visit } from 'graphql'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { withOperation } from './reduce-fetch.ts'

/**
 * A fetch without the fields for which it does not tell the subgraph what they require.
 *
 * The planner puts a field with `@requires`, when another one requires it in turn, into whatever fetch comes along. The subgraph would answer it
 * from nothing, and what is computed from that would be wrong without a sign. Another fetch of the plan brings it rightly.
 */
export function toldFetch<Node extends FetchNode>(node: Node, facts: SupergraphFacts): Node {
  const { serviceName, requires = [], operation: text } = node
  // Hardly any fetch asks for one of them: the others need not be parsed.
  if (!facts.subgraph(serviceName).fieldsWithRequires.some((name) => text.includes(name))) return node
  const document = parse(text, { noLocation: true })
  let removed = false

  const within = (type: string | undefined, set: SelectionSetNode, isEntity: boolean): SelectionSetNode => {
    const selections = set.selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value ?? type
        return [{ ...selection, selectionSet: within(condition, selection.selectionSet, isEntity) }]
      }
      const name = selection.name.value
      const required = type === undefined ? undefined : facts.subgraph(serviceName).requires(type, name)
      if (required !== undefined && !(isEntity && tells(requires, required))) {
        removed = true
        return []
      }
      if (selection.selectionSet === undefined) return [selection]
      const isRoot = name === '_entities'
      const inner = isRoot || type === undefined ? undefined : facts.returnedType(type, name)
      return [{ ...selection, selectionSet: within(inner, selection.selectionSet, isRoot) }]
    })
    return { ...set, selections: selections.length > 0 ? selections : [TYPENAME] }
  }
  const told = visit(document, {
    OperationDefinition: (operation) => ({
      ...operation,
      selectionSet: within(facts.rootType(operation.operation), operation.selectionSet, false),
    }),
  })
  return removed ? withOperation(node, told) : node
}

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

/** Whether representations have every field that is required, for objects of some type at least. */
function tells(requires: readonly QueryPlanSelectionNode[], { selections }: SelectionSetNode): boolean {
  const names = selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []))
  return requires.some((part) => {
    const told = part.kind === 'InlineFragment' ? part.selections : []
    return names.every((name) => told.some((each) => each.kind === 'Field' && each.name === name))
  })
}
