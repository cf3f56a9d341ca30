import { setImmediate } from 'node:timers/promises'
import type { OperationUsage, UsedOperation } from '@travel-rule/federation/operation/operation-usage'
import type { Graph } from '@travel-rule/federation/supergraph/build-graph'

export interface WarmLimits {
  readonly operationsMax: number
  readonly durationMaxMs: number
}

/**
 * Prepares the operations that were used most for the next graph, with pauses in which requests are answered.
 *
 * `prepare` parses, validates and plans one of them for a graph; what it throws only means that this operation is not prepared.
 * Returns how many were prepared.
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
      // The next graph may not have what this operation asks for: whoever asks again is told so.
    }
    await setImmediate()
  }
  return prepared
}
