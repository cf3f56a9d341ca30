import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'

/** The name of the field to which a valid subscription subscribes, even if it is in a fragment of `document`. */
export function rootFieldOf({ selectionSet }: OperationDefinitionNode, document: DocumentNode): string | undefined {
  return firstField(selectionSet, document)
}

function firstField({ selections }: SelectionSetNode, document: DocumentNode): string | undefined {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) return selection.name.value
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(document, selection.name.value)
    const field = inner === undefined ? undefined : firstField(inner.selectionSet, document)
    if (field !== undefined) return field
  }
  return undefined
}

function fragmentOf({ definitions }: DocumentNode, name: string) {
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) return definition
  }
  return undefined
}
