import { type DocumentNode, Kind, visit } from 'graphql'
import type { Variables } from '../../execution/plan-run.ts'

/** The variable in which plans hand entities to a subgraph. */
export const REPRESENTATIONS = 'representations'

/** A document in which `$representations` is free for the plan, and the name that a client's own variable of that name has got. */
export interface FreedDocument {
  readonly document: DocumentNode
  readonly ownName: string | undefined
}

export function freeRepresentations(document: DocumentNode): FreedDocument {
  const names = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? (node.variableDefinitions ?? []).map((each) => each.variable.name.value)
      : [],
  )
  if (!names.includes(REPRESENTATIONS)) return { document, ownName: undefined }
  let ownName = `${REPRESENTATIONS}_`
  while (names.includes(ownName)) ownName += '_'
  const freed = visit(document, {
    Variable: (node) =>
      node.name.value === REPRESENTATIONS ? { ...node, name: { kind: Kind.NAME, value: ownName } } : undefined,
  })
  return { document: freed, ownName }
}

/** The variables of a request as its plan names them. */
export function planVariables({ ownRepresentations: name }: PlanNames, variables: Variables): Variables {
  if (name === undefined || !Object.hasOwn(variables, REPRESENTATIONS)) return variables
  return { ...variables, [name]: variables[REPRESENTATIONS] }
}

interface PlanNames {
  readonly ownRepresentations: string | undefined
}
