import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

/**
 * The fields of a mutation in the order in which they are to run: fragments are put where they are spread, and a field that is asked for in
 * several places stands once, in the first.
 */
export function serialSelections(
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode[] {
  const fields = new Map<string, FieldNode>()
  for (const field of flatten(selectionSet, fragments)) {
    const name = (field.alias ?? field.name).value
    const first = fields.get(name)
    fields.set(name, first === undefined ? field : merged(first, field))
  }
  return [...fields.values()]
}

function merged(first: FieldNode, { selectionSet }: FieldNode): FieldNode {
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
