import { visit } from 'graphql'
import { TYPENAME } from '../../operation/collect-fields.ts'
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
export const introspectionInFragments: Workaround = () => (document) => ({
  document: visit(document, {
    Field: ({ name }) => (name.value === '__schema' || name.value === '__type' ? TYPENAME : undefined),
    FragmentDefinition: ({ typeCondition }) => (typeCondition.name.value.startsWith('__') ? null : undefined),
  }),
})
