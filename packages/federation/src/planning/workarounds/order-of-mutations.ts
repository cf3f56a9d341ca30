import { type FieldNode, type FragmentDefinitionNode, Kind, OperationTypeNode, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from '../../operation/collect-fields.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: it repeats a root field of a mutation that is also selected in a fragment with a
 * condition, such as in a plan for unknown variables. A mutation must run each root field once, in
 * document order.
 *
 * Replaces fragments at the root by their fields, and merges the selections of each.
 * Shown by: planner-workarounds.test.ts
 */
export const orderOfMutations: Workaround = () => (document) => ({
  document: {
    ...document,
    definitions: document.definitions.map((node) => {
      if (node.kind !== Kind.OPERATION_DEFINITION || node.operation !== OperationTypeNode.MUTATION) return node
      const selections = serialFields(node.selectionSet, fragmentsOf(document))
      return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }
    }),
  },
})

function serialFields(
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode[] {
  const fields = new Map<string, FieldNode>()
  for (const field of flatten(selectionSet, fragments)) {
    const name = (field.alias ?? field.name).value
    const first = fields.get(name)
    fields.set(name, first === undefined ? field : merge(first, field))
  }
  return [...fields.values()]
}

function merge(first: FieldNode, { selectionSet }: FieldNode): FieldNode {
  if (selectionSet === undefined) return first
  const selections = [...(first.selectionSet?.selections ?? []), ...selectionSet.selections]
  return { ...first, selectionSet: { kind: Kind.SELECTION_SET, selections } }
}

function* flatten(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Generator<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      yield selection
      continue
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
    if (fragment !== undefined) yield* flatten(fragment.selectionSet, fragments)
  }
}
