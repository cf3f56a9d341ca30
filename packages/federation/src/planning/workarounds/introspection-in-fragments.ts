import { visit } from 'graphql'
import { TYPENAME } from '../../operation/collect-fields.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: it throws for `__schema` and `__type` in a fragment with a condition, such as in a
 * plan for unknown variables. Introspection needs no plan: it is executed from the client's
 * document.
 *
 * Selects `__typename` instead. Shown by: planner-workarounds.test.ts
 */
export const introspectionInFragments: Workaround = () => (document) => ({
  document: visit(document, {
    Field: ({ name }) => (name.value === '__schema' || name.value === '__type' ? TYPENAME : undefined),
  }),
})
