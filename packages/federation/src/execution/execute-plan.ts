import type { FormattedExecutionResult } from 'graphql'
import type { Variables } from '../operation/collect-fields.ts'
import type { PlannedOperation } from '../operation/plan-cache.ts'
import { planVariables } from '../operation/plan-cache.ts'
import type { Graph } from '../planning/build-graph.ts'
import { joinChunks, type SubgraphResponse } from '../subgraph-client/subgraph-response.ts'
import { maskError } from './mask-error.ts'
import {
  compilePassThrough,
  dataBytes,
  type PassThrough,
  type PassThroughMode,
} from './pass-through/compile-pass-through.ts'
import { compilePlan } from './plan/compile-plan.ts'
import { type FailedRequirements, type Logger, openRun, type SendFetch, type Step } from './plan-run.ts'
import { compileResponse, type ProjectResponse } from './projection/project-response.ts'

export interface PlanExecution {
  readonly graph: Graph
  readonly operation: PlannedOperation
  readonly variables: Variables
  readonly send: SendFetch
  readonly logger: Logger
  /** For a subscription: the response for one event. The rest of the plan adds to it. */
  readonly event?: SubgraphResponse
  /** Whether the event is a response to the pass-through operation, not to the plan's fetch. */
  readonly eventAsSent?: boolean
  /** Default: `skip`. */
  readonly failedRequirements?: FailedRequirements | undefined
  /** How far each subgraph is trusted to send what was asked for. */
  readonly passThrough: (subgraph: string) => PassThroughMode
}

/** `bytes`: the subgraph's body `{"data":{…}}`, without errors; a long one in several chunks. */
export type ExecutedResponse =
  | { readonly kind: 'result'; readonly result: FormattedExecutionResult }
  | { readonly kind: 'bytes'; readonly body: readonly Buffer[] }

/**
 * The response to an operation: fields in the client's order, null with an error where a field
 * failed or is not authorized. The subgraph's own bytes where they are that response.
 *
 * Never rejects. Errors are safe to show to the client.
 */
export async function executePlan(execution: PlanExecution): Promise<ExecutedResponse> {
  try {
    const { event, variables } = execution
    const compiled = compiledOperation(execution.graph, execution.operation)
    if (event !== undefined && execution.eventAsSent === true) return projectReceived(compiled, execution, event)
    const { passThrough } = compiled
    if (passThrough === undefined || event !== undefined) return await executeGeneral(compiled, execution)
    const mode = execution.passThrough(passThrough.subgraph)
    const fetch = mode === 'off' ? undefined : passThrough.write(variables)
    if (fetch === undefined || 'fault' in fetch) return await executeGeneral(compiled, execution)
    const response = await execution.send(passThrough.subgraph, fetch)
    const body = 'body' in response ? dataBytes(response) : undefined
    if (body !== undefined && (mode !== 'checked' || passThrough.isAsAsked(body))) return { kind: 'bytes', body }
    return projectReceived(compiled, execution, response)
  } catch (error) {
    return { kind: 'result', result: { errors: [maskError(error, execution.logger)], data: null } }
  }
}

/** The parsed result of a response. */
export function resultOf(response: ExecutedResponse): FormattedExecutionResult {
  if (response.kind === 'result') return response.result
  return JSON.parse(joinChunks(response.body).toString('utf8')) as FormattedExecutionResult
}

/** An operation compiled to functions. */
export interface CompiledOperation {
  /** Fetches the data of the plan. */
  readonly runPlan: Step
  readonly project: ProjectResponse
  /** `undefined` when the operation cannot pass through. */
  readonly passThrough: PassThrough | undefined
}

const compiled = new WeakMap<PlannedOperation, CompiledOperation>()

/** Compiles an operation when it is first executed, and caches it for the lifetime of its plan. */
export function compiledOperation(graph: Graph, operation: PlannedOperation): CompiledOperation {
  const cached = compiled.get(operation)
  if (cached !== undefined) return cached
  const made = {
    runPlan: compilePlan(operation.plan, graph.facts),
    project: compileResponse(graph, operation),
    passThrough: compilePassThrough(graph, operation),
  }
  compiled.set(operation, made)
  return made
}

/** Projects a response to the pass-through operation. */
function projectReceived(
  { passThrough, project }: CompiledOperation,
  execution: PlanExecution,
  response: Awaited<ReturnType<SendFetch>>,
): ExecutedResponse {
  const run = openRun({ ...execution, event: undefined })
  passThrough?.merge(run, response)
  return { kind: 'result', result: project(run) }
}

async function executeGeneral(
  { runPlan, project }: CompiledOperation,
  execution: PlanExecution,
): Promise<ExecutedResponse> {
  const { operation, event } = execution
  const run = openRun({ ...execution, event, variables: planVariables(operation, execution.variables) })
  const pending = runPlan(run)
  if (pending !== undefined) await pending
  return { kind: 'result', result: project(run) }
}
