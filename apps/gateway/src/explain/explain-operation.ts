import { prettyFormatQueryPlan } from '@apollo/query-planner'
import { findObstacle } from '@travel-rule/federation/execution/pass-through/find-obstacle'
import {
  type CheckedOperation,
  type CheckLimits,
  checkOperation,
} from '@travel-rule/federation/operation/check-operation'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import { GraphQLError, getVariableValues } from 'graphql'
import type { Explanation } from './explanation.ts'
import { countFetches, subgraphsOf } from './read-plan.ts'

export interface ExplainedRequest {
  readonly query: string
  readonly operationName?: string | undefined
  /** Without them the plan is explained for any. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

const variableErrorsMax = 20

/**
 * What would be done for an operation of a caller who may see everything; nothing is sent to a subgraph. Or why nothing would be done,
 * also where it is the planner that refuses.
 */
export function explainOperation(
  graph: Graph,
  { query, operationName, variables }: ExplainedRequest,
  limits: CheckLimits,
): Explanation | { readonly errors: readonly GraphQLError[] } {
  const checked = checkOperation(graph, query, operationName, limits)
  if (!('definition' in checked)) return { errors: checked }
  const given = coerce(graph, checked, variables)
  if ('errors' in given) return given
  const planned = plan(graph, checked, variables === undefined ? undefined : given.variables)
  if ('errors' in planned) return planned
  const obstacle = findObstacle(graph, planned)
  const { definition, cost } = checked
  return {
    operation: { type: definition.operation, name: definition.name?.value },
    graph: graph.hash,
    subgraphs: subgraphsOf(planned.plan),
    fetches: countFetches(planned.plan, given.variables),
    cost: variables === undefined ? cost.assumed : cost.of(given.variables),
    needs: needsOf(checked),
    passThrough: obstacle === undefined ? { possible: true } : { possible: false, reason: obstacle },
    plan: prettyFormatQueryPlan(planned.plan),
  }
}

function plan(
  graph: Graph,
  checked: CheckedOperation,
  variables: Readonly<Record<string, unknown>> | undefined,
): PlannedOperation | { readonly errors: readonly GraphQLError[] } {
  try {
    return planWithout(graph, checked, [], variables)
  } catch (error) {
    if (error instanceof GraphQLError && typeof error.extensions.code === 'string') return { errors: [error] }
    throw error
  }
}

function coerce(
  graph: Graph,
  { definition }: CheckedOperation,
  variables: ExplainedRequest['variables'],
): { readonly variables: Readonly<Record<string, unknown>> } | { readonly errors: readonly GraphQLError[] } {
  if (variables === undefined) return { variables: {} }
  const options = { maxErrors: variableErrorsMax }
  const { errors, coerced } = getVariableValues(graph.schema, definition.variableDefinitions ?? [], variables, options)
  return errors === undefined ? { variables: coerced } : { errors }
}

function needsOf({ guarded }: CheckedOperation): Explanation['needs'] {
  const needs = guarded.map(({ node, parentType, requirement }) => {
    const field = `${parentType}.${node.name.value}`
    return [field, { field, ...requirement }] as const
  })
  return [...new Map(needs).values()]
}
