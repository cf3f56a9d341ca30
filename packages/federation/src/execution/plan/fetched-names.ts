import { type DocumentNode, type FieldNode, Kind, parse, type SelectionSetNode } from 'graphql'

/** The fields that a subgraph operation asks for at its top: of the root type, or of the entities. */
export function fetchedFields(operation: string, ofEntities: boolean): readonly FieldNode[] {
  const document = parse(operation, { noLocation: true })
  const fragments = fragmentsOf(document)
  const root = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const fields = root === undefined ? [] : fieldsOf(root.selectionSet, fragments)
  if (!ofEntities) return fields
  return fields.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : fieldsOf(selectionSet, fragments)))
}

/** Their response names, with what the fetch's own aliases stand for. */
export function fetchedNames(fields: readonly FieldNode[], renamed: ReadonlyMap<string, string>): ReadonlySet<string> {
  const names = fields.map((field) => field.alias?.value ?? field.name.value)
  return new Set(names.map((name) => renamed.get(name) ?? name))
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, SelectionSetNode> {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((node) => [node.name.value, node.selectionSet]))
}

function fieldsOf(selectionSet: SelectionSetNode, fragments: ReadonlyMap<string, SelectionSetNode>): FieldNode[] {
  return selectionSet.selections.flatMap((selection): FieldNode[] => {
    if (selection.kind === Kind.FIELD) return [selection]
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value)
    return inner === undefined ? [] : fieldsOf(inner, fragments)
  })
}
