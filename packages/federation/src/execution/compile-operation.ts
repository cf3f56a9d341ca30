import type { PlannedOperation } from '../operation/plan-cache.ts'
import type { Graph } from '../planning/build-graph.ts'
import { compilePassThrough, type PassThrough } from './pass-through/compile-pass-through.ts'
import { compilePlan } from './plan/compile-plan.ts'
import type { Step } from './plan-run.ts'
import { compileAnswer, type ProjectAnswer } from './projection/project-answer.ts'

/** An operation as functions: nothing of it is looked at again while it runs. */
export interface CompiledOperation {
  /** Brings what the plan asks for. */
  readonly runPlan: Step
  readonly project: ProjectAnswer
  /** For an operation that one subgraph can answer as the client sent it. */
  readonly passThrough: PassThrough | undefined
}

const compiled = new WeakMap<PlannedOperation, CompiledOperation>()

/** Compiled at the first execution, and kept as long as the plan is. */
export function compiledOperation(graph: Graph, operation: PlannedOperation): CompiledOperation {
  const known = compiled.get(operation)
  if (known !== undefined) return known
  const made = compileOperation(graph, operation)
  compiled.set(operation, made)
  return made
}

function compileOperation(graph: Graph, operation: PlannedOperation): CompiledOperation {
  return {
    runPlan: compilePlan(operation.plan, graph.facts),
    project: compileAnswer(graph, operation),
    passThrough: compilePassThrough(graph, operation),
  }
}
