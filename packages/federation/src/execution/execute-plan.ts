import type { FormattedExecutionResult } from 'graphql'
import type { Variables } from '../operation/collect-fields.ts'
import type { PlannedOperation } from '../operation/plan-cache.ts'
import { planVariables } from '../operation/plan-cache.ts'
import type { Graph } from '../planning/build-graph.ts'
import { joinChunks, type SubgraphResponse } from '../subgraph-client/subgraph-response.ts'
import { compileJoin, type Join, type ReceivedResponse } from './join/compile-join.ts'
import {
  compilePassThrough,
  dataBytes,
  type PassThrough,
  type PassThroughMode,
} from './pass-through/compile-pass-through.ts'
import { compilePlan } from './plan/compile-plan.ts'
import { compileResponse, type ProjectResponse } from './projection/project-response.ts'
import { maskError } from './run/mask-error.ts'
import { type Logger, openRun, type SendFetch, type Step } from './run/plan-run.ts'

export interface PlanExecution {
  readonly graph: Graph
  readonly operation: PlannedOperation
  readonly variables: Variables
  readonly send: SendFetch
  readonly logger: Logger
  /** For a subscription: the response for one event. The rest of the plan adds to it. */
  readonly event?: SubgraphResponse
  /** True if the event is a response to the pass-through operation, rather than to the plan's fetch. */
  readonly eventAsSent?: boolean
  /** True if clients see the message of a subgraph's error that has no code. Default: never. */
  readonly showsUncoded?: ((subgraph: string) => boolean) | undefined
  /** The trust in each subgraph's responses. */
  readonly passThrough: (subgraph: string) => PassThroughMode
}

/**
 * `bytes`: the subgraph's body `{"data":{…}}`, without errors; a long one in several chunks.
 * `exclusive`: nothing else refers to the chunks.
 */
export type ExecutedResponse =
  | { readonly kind: 'result'; readonly result: FormattedExecutionResult }
  | { readonly kind: 'bytes'; readonly body: readonly Buffer[]; readonly exclusive?: boolean }

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
    if (event !== undefined) return await executeGeneral(compiled, execution)
    if (passThrough === undefined) return await executeJoin(compiled, execution)
    const mode = execution.passThrough(passThrough.subgraph)
    const fetch = mode === 'off' ? undefined : passThrough.write(variables)
    if (fetch === undefined || 'fault' in fetch) return await executeGeneral(compiled, execution)
    const response = await execution.send(passThrough.subgraph, fetch)
    const body = 'body' in response ? dataBytes(response) : undefined
    if (body !== undefined && (mode !== 'checked' || passThrough.isAsAsked(body))) {
      return { kind: 'bytes', body, exclusive: 'body' in response && response.shared !== true }
    }
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
  /** `undefined` during the first executions, and when responses cannot be joined as bytes. */
  readonly join: () => Join | undefined
}

/** Clients that write values into their documents execute most operations only once. */
const executionsBeforeJoin = 2

const compiled = new WeakMap<PlannedOperation, CompiledOperation>()

/** Compiles an operation when it is first executed, and caches it for the lifetime of its plan. */
export function compiledOperation(graph: Graph, operation: PlannedOperation): CompiledOperation {
  const cached = compiled.get(operation)
  if (cached !== undefined) return cached
  const made = {
    runPlan: compilePlan(operation.plan, graph.facts),
    project: compileResponse(graph, operation),
    passThrough: compilePassThrough(graph, operation),
    join: openJoin(graph, operation),
  }
  compiled.set(operation, made)
  return made
}

function openJoin(graph: Graph, operation: PlannedOperation): () => Join | undefined {
  let executions = 0
  let join: Join | undefined
  return () => {
    executions += 1
    if (executions === executionsBeforeJoin + 1) join = compileJoin(graph, operation)
    return join
  }
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

async function executeJoin(compiled: CompiledOperation, execution: PlanExecution): Promise<ExecutedResponse> {
  const { send, variables, passThrough } = execution
  const join = compiled.join()
  const isAllowed = join?.subgraphs.values().every((subgraph) => passThrough(subgraph) !== 'off')
  if (join === undefined || !isAllowed) return executeGeneral(compiled, execution)
  const { body, received } = await join.execute(send, variables)
  if (body !== undefined) return { kind: 'bytes', body: [body] }
  return executeGeneral(compiled, { ...execution, send: sendUnlessReceived(received, send) })
}

/** Each received response is used once, for an equal fetch. */
function sendUnlessReceived(received: readonly ReceivedResponse[], send: SendFetch): SendFetch {
  const left = [...received]
  return (subgraph, fetch) => {
    const index = left.findIndex((each) => each.subgraph === subgraph && each.body === fetch.body)
    const [known] = index === -1 ? [] : left.splice(index, 1)
    return known === undefined ? send(subgraph, fetch) : Promise.resolve(known.response)
  }
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
