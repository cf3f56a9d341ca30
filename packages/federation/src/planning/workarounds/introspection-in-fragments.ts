import { visit } from 'graphql'
import { TYPENAME } from '../../operation/collect-fields.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: it throws for `__schema` and `__type` in fragments. It need not plan them at all: the gateway
 * executes introspection itself, from the client's document.
 *
 * Shown by: planner-workarounds.test.ts
 */
export const introspectionInFragments: Workaround = () => (document) => ({
  document: visit(document, {
    Field: ({ name }) => (name.value === '__schema' || name.value === '__type' ? TYPENAME : undefined),
  }),
})
