import { compiledOperation } from '@travel-rule/federation/execution/compile-operation'
import { type CheckLimits, checkOperation } from '@travel-rule/federation/operation/check-operation'
import type { UsedOperation } from '@travel-rule/federation/operation/operation-usage'
import { type PolicyCheck, planOperation } from '@travel-rule/federation/planning/plan-operation'
import type { Graph } from '@travel-rule/federation/supergraph/build-graph'

/** Parses, validates, plans and compiles an operation of an earlier graph for this one, as its next caller will find it. Throws what the planner throws. */
export function prepareAgain(graph: Graph, used: UsedOperation, limits: CheckLimits, policies: PolicyCheck): void {
  const { query, operationName, scopes, conditions } = used
  const checked = checkOperation(graph, query, operationName, limits)
  if (!('definition' in checked)) return
  const planned = planOperation(graph, checked, scopes, policies, conditions)
  compiledOperation(graph, planned)
  graph.operations.set(query, operationName, checked)
  graph.usage.note(planned, query, operationName, scopes)
}
