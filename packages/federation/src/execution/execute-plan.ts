import type { Logger } from '@travel-rule/service/logger'
import type { FormattedExecutionResult } from 'graphql'
import type { Variables } from '../operation/collect-fields.ts'
import type { PlannedOperation } from '../operation/plan-cache.ts'
import { planVariables } from '../operation/plan-cache.ts'
import type { Graph } from '../planning/build-graph.ts'
import { joined } from '../subgraph-client/pieces.ts'
import type { SubgraphAnswer } from '../subgraph-client/subgraph-client.ts'
import { type CompiledOperation, compiledOperation } from './compile-operation.ts'
import { soleData } from './pass-through/sole-data.ts'
import { openRun, type SendFetch } from './plan-run.ts'
import { maskedError } from './shown-error.ts'

export interface PlanExecution {
  readonly graph: Graph
  readonly operation: PlannedOperation
  readonly variables: Variables
  readonly send: SendFetch
  readonly logger: Logger
  /** For a subscription: what its subgraph sent for one event. The rest of the plan runs over it. */
  readonly event?: SubgraphAnswer
  /** The event answers the client's own operation, which its pass-through wrote, and not what the plan asks for. */
  readonly eventAsSent?: boolean
  /** `false`: a subgraph's bytes never go through, as if every operation had an obstacle. */
  readonly passThrough?: boolean
}

/** `bytes`: a JSON text `{"data":{…}}` without errors, as the only subgraph wrote it; long ones in pieces. */
export type ExecutedAnswer =
  | { readonly kind: 'result'; readonly result: FormattedExecutionResult }
  | { readonly kind: 'bytes'; readonly body: readonly Buffer[] }

/**
 * The answer to an operation: in the client's field order, nulls where fields failed or are refused, and an error for each.
 *
 * Never throws. Errors are as a client may see them.
 */
export async function executePlan(execution: PlanExecution): Promise<ExecutedAnswer> {
  try {
    const compiled = compiledOperation(execution.graph, execution.operation)
    if (execution.event === undefined) return await execute(compiled, execution)
    if (execution.eventAsSent !== true) return await executeGeneral(compiled, execution)
    return takeAnswer(compiled, execution, execution.event)
  } catch (error) {
    return { kind: 'result', result: { errors: [maskedError(error, execution.logger)], data: null } }
  }
}

/** The result of an answer, for whoever has no use for its bytes. */
export function resultOf(answer: ExecutedAnswer): FormattedExecutionResult {
  if (answer.kind === 'result') return answer.result
  return JSON.parse(joined(answer.body).toString('utf8')) as FormattedExecutionResult
}

/** The bytes of the only subgraph when they are the answer as they are; else that same answer is taken apart like any other. */
async function execute(compiled: CompiledOperation, execution: PlanExecution): Promise<ExecutedAnswer> {
  const { passThrough } = compiled
  const fetch = execution.passThrough === false ? undefined : passThrough?.write(execution.variables)
  if (passThrough === undefined || fetch === undefined || 'fault' in fetch) return executeGeneral(compiled, execution)
  const answer = await execution.send(passThrough.subgraph, fetch)
  const body = 'body' in answer ? soleData(answer) : undefined
  return body === undefined ? takeAnswer(compiled, execution, answer) : { kind: 'bytes', body }
}

/** The result of what came for the operation as the client sent it. */
function takeAnswer(
  { passThrough, project }: CompiledOperation,
  execution: PlanExecution,
  answer: Awaited<ReturnType<SendFetch>>,
): ExecutedAnswer {
  const run = openRun({ ...execution, event: undefined })
  passThrough?.take(run, answer)
  return { kind: 'result', result: project(run) }
}

async function executeGeneral(
  { runPlan, project }: CompiledOperation,
  execution: PlanExecution,
): Promise<ExecutedAnswer> {
  const { operation, event } = execution
  const run = openRun({ ...execution, event, variables: planVariables(operation, execution.variables) })
  const pending = runPlan(run)
  if (pending !== undefined) await pending
  return { kind: 'result', result: project(run) }
}
