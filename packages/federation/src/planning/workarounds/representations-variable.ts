import { Kind, visit } from 'graphql'
import { REPRESENTATIONS } from '../../operation/plan-cache.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: it declares `$representations` in every entity fetch, although the client may
 * have a variable of that name. The fetch would declare it twice, and one value would replace the
 * other.
 *
 * Renames the client's variable. Shown by: representations-variable.test.ts
 */
export const representationsVariable: Workaround = () => (document) => {
  const names = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? (node.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  )
  if (!names.includes(REPRESENTATIONS)) return { document }
  let unused = `${REPRESENTATIONS}_`
  while (names.includes(unused)) unused += '_'
  const renamed = visit(document, {
    Variable: (node) =>
      node.name.value === REPRESENTATIONS ? { ...node, name: { kind: Kind.NAME, value: unused } } : undefined,
  })
  return { document: renamed, variables: new Map([[unused, REPRESENTATIONS]]) }
}
