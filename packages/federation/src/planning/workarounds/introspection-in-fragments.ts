import { type DocumentNode, Kind, visit } from 'graphql'
import { TYPENAME } from '../../operation/collect-fields.ts'
import { forEachNode } from '../../operation/for-each-node.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: it throws for `__schema` and `__type` in a fragment with a condition, such as in a
 * plan for unknown variables, and for newer fields of the introspection types, such as `isOneOf`.
 * Introspection needs no plan: it is executed from the client's document.
 *
 * Selects `__typename` instead, and removes fragments on introspection types.
 * Shown by: planner-workarounds.test.ts and
 * conformance/differential/cases/introspection-by-newer-fields
 */
export const introspectionInFragments: Workaround = () => (document) => {
  if (!hasIntrospection(document)) return { document }
  const removed = visit(document, {
    Field: ({ name }) => (name.value === '__schema' || name.value === '__type' ? TYPENAME : undefined),
    FragmentDefinition: ({ typeCondition }) => (typeCondition.name.value.startsWith('__') ? null : undefined),
  })
  return { document: removed }
}

/** True if a document has a name that is reserved for introspection, other than `__typename`. */
function hasIntrospection(document: DocumentNode): boolean {
  let found = false
  forEachNode(document, (node) => {
    if (node.kind === Kind.NAME && node.value.startsWith('__') && node.value !== '__typename') found = true
  })
  return found
}
