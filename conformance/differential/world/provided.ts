import { Kind, type SelectionSetNode } from 'graphql'

/** Whether the parent's `@provides` includes a field. */
export function provides(provided: SelectionSetNode | undefined, field: string): boolean {
  return provided?.selections.some((node) => node.kind === Kind.FIELD && node.name.value === field) === true
}

/** The fields that `@provides` lists for the object of a field. */
export function nested(provided: SelectionSetNode | undefined, field: string): SelectionSetNode | undefined {
  const node = provided?.selections.find((one) => one.kind === Kind.FIELD && one.name.value === field)
  return node?.kind === Kind.FIELD ? node.selectionSet : undefined
}
