import type { PlannedOperation } from '../../operation/plan-cache.ts'
import type { Graph } from '../../planning/build-graph.ts'
import { compileAnswered } from '../plan/compile-root-fetch.ts'
import { compileFetchText, compileVariables, type WriteFetch } from '../plan/fetch-text.ts'
import type { PlanRun, SendFetch } from '../plan-run.ts'
import { findObstacle, soleFetch } from './find-obstacle.ts'
import { printOperation } from './print-operation.ts'

/** An operation that goes to one subgraph as the client sent it. */
export interface PassThrough {
  readonly subgraph: string
  readonly write: WriteFetch
  /** Takes the answer as if the plan had brought it, when its bytes cannot go through. */
  readonly take: (run: PlanRun, answer: Awaited<ReturnType<SendFetch>>) => void
}

export function compilePassThrough(graph: Graph, operation: PlannedOperation): PassThrough | undefined {
  const node = soleFetch(operation.plan)
  if (node === undefined || findObstacle(graph, operation) !== undefined) return undefined
  const { text, variables: names } = printOperation(operation.document, operation.definition, graph.facts.rootTypes)
  const write = compileFetchText({
    operation: text,
    operationName: operation.definition.name?.value,
    operationKind: node.operationKind,
  })
  const variables = compileVariables(names)
  return {
    subgraph: node.serviceName,
    write: (given) => write(variables(given)),
    take: compileAnswered(node, graph.facts),
  }
}
