import { type ConstDirectiveNode, Kind, visit } from 'graphql'
import type { SupergraphWorkaround } from './workaround.ts'

/**
 * Planner defect: to send an entity back to a subgraph for a field with `@requires`, it takes the type's first `@key`
 * there, even one with `resolvable: false`.
 *
 * Lists the keys that can be resolved first. Shown by: conformance/differential/cases/key-that-cannot-be-resolved-first
 */
export const resolvableKeysFirst: SupergraphWorkaround = (document) => {
  const reorder = <Node extends { readonly directives?: readonly ConstDirectiveNode[] | undefined }>(node: Node) => {
    const { directives = [] } = node
    const unresolvable = directives.filter(isUnresolvable)
    if (unresolvable.length === 0) return undefined
    return { ...node, directives: [...directives.filter((each) => !isUnresolvable(each)), ...unresolvable] }
  }
  return {
    document: visit(document, {
      ObjectTypeDefinition: { enter: reorder },
      InterfaceTypeDefinition: { enter: reorder },
    }),
  }
}

function isUnresolvable({ name, arguments: args = [] }: ConstDirectiveNode): boolean {
  if (name.value !== 'join__type') return false
  return args.some(
    ({ name, value }) => name.value === 'resolvable' && value.kind === Kind.BOOLEAN && value.value === false,
  )
}
