import { setImmediate } from 'node:timers/promises'
import { compiledOperation } from '@travel-rule/federation/execution/compile-operation'
import { type CheckLimits, checkOperation } from '@travel-rule/federation/operation/check-operation'
import type { OperationUsage, UsedOperation } from '@travel-rule/federation/operation/operation-usage'
import { type PolicyCheck, planOperation } from '@travel-rule/federation/planning/plan-operation'
import type { Graph } from '@travel-rule/federation/supergraph/build-graph'

export interface WarmLimits {
  readonly operationsMax: number
  readonly durationMaxMs: number
}

/**
 * Warms the caches of the next graph with the most used operations, yielding to requests between two of them.
 *
 * Returns how many operations were prepared. One whose preparation throws is skipped.
 */
export async function warmGraph(
  graph: Graph,
  usage: OperationUsage,
  prepare: (graph: Graph, operation: UsedOperation) => void,
  { operationsMax, durationMaxMs }: WarmLimits,
): Promise<number> {
  const untilMs = performance.now() + durationMaxMs
  let prepared = 0
  for (const operation of usage.most(operationsMax)) {
    if (performance.now() > untilMs) break
    try {
      prepare(graph, operation)
      prepared += 1
    } catch {
      // The next graph may not have a selected field: the next request for it gets the error.
    }
    await setImmediate()
  }
  return prepared
}

/** Validates, plans and compiles an operation of the previous graph, into the caches where its next request looks. */
export function warmOperation(graph: Graph, used: UsedOperation, limits: CheckLimits, policies: PolicyCheck): void {
  const { query, operationName, scopes, conditions } = used
  const checked = checkOperation(graph, query, operationName, limits)
  if (!('definition' in checked)) return
  const planned = planOperation(graph, checked, scopes, policies, conditions)
  compiledOperation(graph, planned)
  graph.operations.set(query, operationName, checked)
  graph.usage.note(planned, query, operationName, scopes)
}
