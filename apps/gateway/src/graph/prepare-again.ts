import { compiledOperation } from '../execution/compile-operation.ts'
import { type CheckLimits, checkOperation } from '../operation/check-operation.ts'
import { type PolicyCheck, planOperation } from '../operation/plan-operation.ts'
import type { Graph } from './build-graph.ts'
import type { UsedOperation } from './operation-usage.ts'

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
