import { Kind, visit } from 'graphql'
import { REPRESENTATIONS } from '../../operation/plan-cache.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: in every entity fetch it declares `$representations`, and its own variables for arguments from a
 * context, even if the client has a variable of that name. The fetch would declare it twice, and one value would
 * replace the other.
 *
 * Renames the client's variable. Shown by: representations-variable.test.ts
 */
export const representationsVariable: Workaround = () => (document) => {
  const names = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? (node.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  )
  const reserved = names.filter((name) => name === REPRESENTATIONS || name.startsWith(CONTEXT))
  if (reserved.length === 0) return { document }
  const used = new Set(names)
  const unused = new Map(
    reserved.map((name) => {
      let other = `${name}_`
      while (used.has(other)) other += '_'
      used.add(other)
      return [name, other] as const
    }),
  )
  const renamed = visit(document, {
    Variable(node) {
      const value = unused.get(node.name.value)
      return value === undefined ? undefined : { ...node, name: { kind: Kind.NAME, value } }
    },
  })
  return { document: renamed, variables: new Map([...unused].map(([name, other]) => [other, name])) }
}

/** The planner numbers the variables for arguments that come from a context. */
const CONTEXT = 'contextualArgument_'
