import { type PlanNode, prettyFormatQueryPlan, type QueryPlan } from '@apollo/query-planner'
import type { PassThroughMode } from '@travel-rule/federation/execution/pass-through/compile-pass-through'
import { findObstacle } from '@travel-rule/federation/execution/pass-through/find-obstacle'
import {
  type CheckedOperation,
  type CheckLimits,
  checkOperation,
} from '@travel-rule/federation/operation/check-operation'
import { inputsOf, withPlainNumbers } from '@travel-rule/federation/operation/exact-inputs'
import { NO_OVERRIDES, type Overrides } from '@travel-rule/federation/operation/override-labels'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import type { Requirement } from '@travel-rule/federation/supergraph/read-requirements'
import { GraphQLError, getVariableValues } from 'graphql'

export interface ExplainedRequest {
  readonly query: string
  readonly operationName?: string | undefined
  /** If missing, the plan covers all values of the variables. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** How an operation would be executed. */
export interface Explanation {
  readonly operation: { readonly type: 'query' | 'mutation' | 'subscription'; readonly name: string | undefined }
  /** The sha256 of the supergraph. */
  readonly graph: string
  /** In the order of the plan. */
  readonly subgraphs: readonly string[]
  /** Number of requests to subgraphs; `atMost` when it depends on missing variables. */
  readonly fetches: { readonly count: number; readonly atMost: boolean }
  /** The estimated cost by `@cost` and `@listSize`. */
  readonly cost: number
  /** What the selected fields require of their caller. Fields without requirements are omitted. */
  readonly needs: readonly ({ readonly field: string } & Requirement)[]
  /** The `@override` labels of the selected fields, and whether each is active for the caller. */
  readonly overrides: readonly { readonly label: string; readonly active: boolean }[]
  readonly passThrough: PassThrough
  /** Current trust in each subgraph of the plan; empty when no gateway is asked. */
  readonly passThroughModes: readonly { readonly subgraph: string; readonly mode: PassThroughMode }[]
  /** The printed query plan. */
  readonly plan: string
}

/** Says if the subgraph's bytes can be passed through as the response, and if not, why. */
export type PassThrough = { readonly possible: true } | { readonly possible: false; readonly reason: string }

/** What besides the graph decides how an operation is executed. */
export interface ExplainOptions {
  /** Default: no label is active. */
  readonly overrides?: Overrides
  /** The current mode of a subgraph; set when a running gateway explains the operation. */
  readonly passThrough?: (subgraph: string) => PassThroughMode
}

const variableErrorsMax = 20

/**
 * How an operation would be executed for a caller who is authorized for every field and has these
 * overrides. Sends no request to a subgraph. `errors` when validation or the planner would refuse
 * the operation.
 */
export function explainOperation(
  graph: Graph,
  { query, operationName, variables }: ExplainedRequest,
  limits: CheckLimits,
  { overrides = NO_OVERRIDES, passThrough }: ExplainOptions = {},
): Explanation | { readonly errors: readonly GraphQLError[] } {
  const checked = checkOperation(graph, query, operationName, limits)
  if (!('definition' in checked)) return { errors: checked }
  const coerced = coerce(graph, checked, variables)
  if ('errors' in coerced) return coerced
  const planned = plan(graph, checked, variables === undefined ? undefined : coerced.variables, overrides)
  if ('errors' in planned) return planned
  const obstacle = findObstacle(graph, planned)
  const { definition, cost } = checked
  const subgraphs = subgraphsOf(planned.plan)
  return {
    operation: { type: definition.operation, name: definition.name?.value },
    graph: graph.hash,
    subgraphs,
    fetches: countFetches(planned.plan, coerced.variables),
    cost: variables === undefined ? cost.assumed : cost.of(coerced.variables),
    needs: needsOf(checked),
    overrides: [...planned.overrides].map(([label, active]) => ({ label, active })),
    passThrough: obstacle === undefined ? { possible: true } : { possible: false, reason: obstacle },
    passThroughModes:
      passThrough === undefined ? [] : subgraphs.map((subgraph) => ({ subgraph, mode: passThrough(subgraph) })),
    plan: prettyFormatQueryPlan(planned.plan),
  }
}

function plan(
  graph: Graph,
  checked: CheckedOperation,
  variables: Readonly<Record<string, unknown>> | undefined,
  overrides: Overrides,
): PlannedOperation | { readonly errors: readonly GraphQLError[] } {
  try {
    return planWithout(graph, checked, [], variables, overrides)
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
  const inputs = inputsOf(graph.schema, definition, true)
  const { errors, coerced } = getVariableValues(inputs, definition.variableDefinitions ?? [], variables, options)
  if (errors === undefined) return { variables: coerced }
  for (const error of errors) error.message = withPlainNumbers(error.message)
  return { errors }
}

function needsOf({ guarded }: CheckedOperation): Explanation['needs'] {
  const needs = guarded.map(({ node, parentType, requirement }) => {
    const field = `${parentType}.${node.name.value}`
    return [field, { field, ...requirement }] as const
  })
  return [...new Map(needs).values()]
}

type AnyNode = PlanNode | NonNullable<QueryPlan['node']>
type Variables = Readonly<Record<string, unknown>>

/** The subgraphs of a plan, without duplicates, in plan order. */
function subgraphsOf({ node }: QueryPlan): string[] {
  return [...new Set(fetchedFrom(node))]
}

function fetchedFrom(node: AnyNode | undefined): string[] {
  if (node === undefined) return []
  return node.kind === 'Fetch' ? [node.serviceName] : childrenOf(node).flatMap(fetchedFrom)
}

/**
 * The number of requests that a plan sends. A condition whose variable is missing counts as its more expensive branch.
 */
function countFetches({ node }: QueryPlan, variables: Variables): Explanation['fetches'] {
  let atMost = false
  function count(node: AnyNode | undefined): number {
    if (node === undefined) return 0
    if (node.kind === 'Fetch') return 1
    if (node.kind !== 'Condition') return childrenOf(node).reduce((sum, child) => sum + count(child), 0)
    const value = variables[node.condition]
    if (typeof value === 'boolean') return count(value ? node.ifClause : node.elseClause)
    atMost = true
    return Math.max(count(node.ifClause), count(node.elseClause))
  }
  const total = count(node)
  return { count: total, atMost }
}

function childrenOf(node: AnyNode): readonly (AnyNode | undefined)[] {
  switch (node.kind) {
    case 'Fetch':
      return []
    case 'Flatten':
      return [node.node]
    case 'Sequence':
    case 'Parallel':
      return node.nodes
    case 'Subscription':
      return [node.primary, node.rest]
    case 'Condition':
      return [node.ifClause, node.elseClause]
    case 'Defer':
      return [node.primary.node, ...node.deferred.map((part) => part.node)]
  }
}
