import '@travel-rule/service/quiet-apollo'
import { buildOperationContext, executeQueryPlan, type ServiceMap } from '@apollo/gateway'
import type { PlanNode, QueryPlan } from '@apollo/query-planner'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import type { Graph } from '../graph/build-graph.ts'
import type { PlannedOperation } from '../operation/plan-operation.ts'
import { answerForbidden } from './answer-forbidden.ts'
import { type CollectedError, mergeErrors } from './merge-errors.ts'
import { maskedError } from './shown-error.ts'
import type { SubgraphAnswer } from './subgraph-client.ts'
import { type SubgraphSourceOptions, subgraphSource } from './subgraph-source.ts'

export type Variables = Readonly<Record<string, unknown>>

export interface PlanExecution extends Omit<SubgraphSourceOptions, 'collect'> {
  readonly graph: Graph
  readonly operation: PlannedOperation
  readonly variables: Variables
  /** For a subscription: what its subgraph sent for one event. The rest of the plan runs over it. */
  readonly event?: SubgraphAnswer
}

/**
 * The answer to an operation: in the client's field order, nulls where fields failed or are refused, and an error for each.
 *
 * Never throws. Errors are as a client may see them.
 */
export async function executePlan(execution: PlanExecution): Promise<FormattedExecutionResult> {
  try {
    const executed = await runStock(execution)
    return answerForbidden(execution, executed)
  } catch (error) {
    return { errors: [maskedError(error, execution.logger)], data: null }
  }
}

/** Stands in the plan for the subgraph that sent an event; no subgraph can have such a name. */
const EVENT_SOURCE = '(event)'

async function runStock(execution: PlanExecution): Promise<FormattedExecutionResult> {
  const { graph, operation, variables, logger } = execution
  const collected: CollectedError[] = []
  const result = await executeQueryPlan(
    executablePlan(operation.plan),
    sources(execution, (error) => collected.push(error)),
    {
      request: { variables: { ...variables } },
      context: {},
      metrics: {},
      logger,
    } as unknown as Parameters<typeof executeQueryPlan>[2],
    buildOperationContext({ schema: graph.schema, operationDocument: operation.document }),
    graph.supergraphSchema,
    graph.apiSchema,
  )
  const data = (result.data ?? null) as Record<string, unknown> | null
  const failures = (result.errors ?? []).map((error) => maskedError(error, logger))
  const violations = (result.extensions?.valueCompletion ?? []) as CollectedError[]
  return withErrors(data, [...failures, ...mergeErrors({ data, collected, violations, logger })])
}

function executablePlan(plan: QueryPlan): QueryPlan {
  if (plan.node?.kind !== 'Subscription') return plan
  const { primary, rest } = plan.node
  const event: PlanNode = { ...primary, serviceName: EVENT_SOURCE }
  return { kind: 'QueryPlan', node: rest === undefined ? event : { kind: 'Sequence', nodes: [event, rest] } }
}

function sources(execution: PlanExecution, collect: (error: CollectedError) => void): ServiceMap {
  const map: ServiceMap = Object.create(null)
  for (const name of execution.graph.subgraphs.keys()) {
    const send = (request: Parameters<PlanExecution['send']>[1]) => execution.send(name, request)
    map[name] = subgraphSource(name, send, { ...execution, collect })
  }
  const { event, operation } = execution
  if (event !== undefined && operation.plan.node?.kind === 'Subscription') {
    const { serviceName } = operation.plan.node.primary
    map[EVENT_SOURCE] = subgraphSource(serviceName, async () => event, { ...execution, collect })
  }
  return map
}

function withErrors(
  data: Record<string, unknown> | null,
  errors: readonly GraphQLFormattedError[],
): FormattedExecutionResult {
  return errors.length === 0 ? { data } : { errors, data }
}
