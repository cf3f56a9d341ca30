import { type FieldNode, Kind, parse, type SelectionSetNode } from 'graphql'

/**
 * The response names that a subgraph operation asks for at its top: of the root type, or of the entities for an operation over `_entities`.
 *
 * `__typename` is left out. Used to say which fields are null when a fetch fails.
 */
export function fetchedFields(operation: string): string[] {
  const document = parse(operation, { noLocation: true })
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node.selectionSet]),
  )
  const root = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const fields = root === undefined ? [] : fieldsOf(root.selectionSet, fragments)
  const entities = fields.find((field) => field.name.value === '_entities')?.selectionSet
  const names = (entities === undefined ? fields : fieldsOf(entities, fragments)).map(
    (field) => field.alias?.value ?? field.name.value,
  )
  return [...new Set(names)].filter((name) => name !== '__typename')
}

function fieldsOf(selectionSet: SelectionSetNode, fragments: ReadonlyMap<string, SelectionSetNode>): FieldNode[] {
  return selectionSet.selections.flatMap((selection): FieldNode[] => {
    if (selection.kind === Kind.FIELD) return [selection]
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value)
    return inner === undefined ? [] : fieldsOf(inner, fragments)
  })
}
