import { Kind, type SelectionSetNode } from 'graphql'

/** Whether a field is among those that the parent's `@provides` brings. */
export function provides(provided: SelectionSetNode | undefined, field: string): boolean {
  return provided?.selections.some((node) => node.kind === Kind.FIELD && node.name.value === field) === true
}

/** What `@provides` says about the object of a field. */
export function nested(provided: SelectionSetNode | undefined, field: string): SelectionSetNode | undefined {
  const node = provided?.selections.find((one) => one.kind === Kind.FIELD && one.name.value === field)
  return node?.kind === Kind.FIELD ? node.selectionSet : undefined
}
