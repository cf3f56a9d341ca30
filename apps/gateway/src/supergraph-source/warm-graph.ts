import { setImmediate } from 'node:timers/promises'
import { compiledOperation } from '@travel-rule/federation/execution/execute-plan'
import { type CheckLimits, checkOperation } from '@travel-rule/federation/operation/check-operation'
import { type Allows, planOperation } from '@travel-rule/federation/planning/plan-operation'
import type { OperationUsage, ServedGraph, UsedOperation } from './operation-usage.ts'

export interface WarmLimits {
  readonly operationsMax: number
  readonly durationMaxMs: number
}

/**
 * Warms the caches of the next graph with the most used operations, yielding to requests between operations.
 *
 * Returns the number of prepared operations. Skips an operation whose preparation throws.
 */
export async function warmGraph(
  graph: ServedGraph,
  usage: OperationUsage,
  prepare: (graph: ServedGraph, operation: UsedOperation) => void,
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
      // The next graph may lack a selected field. The error is then reported to the next request of the operation.
    }
    await setImmediate()
  }
  return prepared
}

/**
 * Validates, plans and compiles an operation of the previous graph, and fills the caches that its
 * next request uses.
 */
export function warmOperation(
  graph: ServedGraph,
  used: UsedOperation,
  limits: CheckLimits,
  allowsWith: (scopes: readonly string[]) => Allows,
): void {
  const { query, operationName, scopes, conditions } = used
  const checked = checkOperation(graph, query, operationName, limits)
  if (!('definition' in checked)) return
  const planned = planOperation(graph, checked, allowsWith(scopes), conditions)
  compiledOperation(graph, planned)
  graph.operations.set(query, operationName, checked)
  graph.usage.note(planned, query, operationName, scopes)
}
