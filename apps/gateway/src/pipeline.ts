import type { Logger } from '@travel-rule/service/logger'
import { type FormattedExecutionResult, GraphQLError, getVariableValues, type OperationTypeNode } from 'graphql'
import { forbidden } from './execution/answer-forbidden.ts'
import { executePlan, type Variables } from './execution/execute-plan.ts'
import { maskedError } from './execution/shown-error.ts'
import type { SubgraphClient } from './execution/subgraph-client.ts'
import { subgraphFault } from './execution/subgraph-fault.ts'
import type { SubgraphSourceOptions } from './execution/subgraph-source.ts'
import type { Graph } from './graph/build-graph.ts'
import type { Requirement } from './graph/read-requirements.ts'
import type { Caller } from './identity/authenticator.ts'
import type { TraceContext } from './identity/trace-context.ts'
import { type CheckLimits, checkOperation } from './operation/check-operation.ts'
import { type PlannedOperation, type PolicyCheck, planOperation } from './operation/plan-operation.ts'
import type { BackOff } from './relay/back-off.ts'
import { relaySubscription } from './relay/relay-subscription.ts'
import type { Upstream } from './relay/upstream.ts'

/** What a client asks for, whatever it came over. */
export interface OperationRequest {
  readonly query: string
  readonly operationName?: string | undefined
  readonly variables?: Variables | undefined
}

/** On whose behalf an operation runs, and for how long somebody waits for it. */
export interface OperationRun {
  readonly caller: Caller
  readonly trace: TraceContext
  /** Aborted when the client left. */
  readonly signal: AbortSignal
}

/** An operation that may be executed. */
export interface PreparedOperation {
  readonly graph: Graph
  readonly type: `${OperationTypeNode}`
  readonly planned: PlannedOperation
  readonly variables: Variables
}

/** Why an operation is not executed at all. */
export interface OperationRefusal {
  readonly errors: readonly GraphQLError[]
}

/** Results of a subscription. Ends by `return()`; throws a `GraphQLError` with a code when it cannot go on. */
export interface ResultStream extends AsyncIterable<FormattedExecutionResult> {
  next(): Promise<IteratorResult<FormattedExecutionResult, undefined>>
  return(): Promise<IteratorResult<FormattedExecutionResult, undefined>>
}

/** The way of every operation, the same over HTTP and WebSocket. The token was checked before, since a socket needs it only once. */
export interface Pipeline {
  prepare(request: OperationRequest, caller: Caller): PreparedOperation | OperationRefusal
  /** The answer to a query or mutation. Never throws. */
  execute(operation: PreparedOperation, run: OperationRun): Promise<FormattedExecutionResult>
  subscribe(operation: PreparedOperation, run: OperationRun): ResultStream
}

export interface PipelineParts {
  /** The graph that new operations work with. */
  readonly graph: () => Graph
  readonly clients: ReadonlyMap<string, SubgraphClient>
  readonly upstreams: ReadonlyMap<string, Upstream>
  readonly limits: CheckLimits & { readonly operationTimeoutMs: number }
  /** How a lost subscription to a subgraph is taken up again. */
  readonly resubscribe: BackOff
  readonly policies: PolicyCheck
  readonly logger: Logger
}

export function openPipeline(parts: PipelineParts): Pipeline {
  const { limits, logger } = parts
  return {
    prepare(request, caller) {
      try {
        return prepare(request, caller, parts)
      } catch (error) {
        const { message, extensions } = maskedError(error, logger)
        return { errors: [new GraphQLError(message, { extensions })] }
      }
    },

    execute({ graph, planned, variables }, run) {
      const signal = AbortSignal.any([run.signal, AbortSignal.timeout(limits.operationTimeoutMs)])
      return executePlan({ graph, operation: planned, variables, logger, send: sender(parts, { ...run, signal }) })
    },

    subscribe({ graph, planned, variables }, run) {
      return relaySubscription({
        operation: planned,
        variables,
        run,
        upstreams: parts.upstreams,
        backOff: parts.resubscribe,
        logger,
        complete: (event) => {
          const signal = AbortSignal.any([run.signal, AbortSignal.timeout(limits.operationTimeoutMs)])
          const send = sender(parts, { ...run, signal })
          return executePlan({ graph, operation: planned, variables, logger, send, event })
        },
      })
    },
  }
}

/** Operation: found or parsed and validated, its variables checked, authorised, planned. */
function prepare(
  { query, operationName, variables = {} }: OperationRequest,
  caller: Caller,
  { graph: currentGraph, limits, policies }: PipelineParts,
): PreparedOperation | OperationRefusal {
  const graph = currentGraph()
  const known = graph.operations.get(query, operationName)
  const checked = known ?? checkOperation(graph, query, operationName, limits)
  if (!('definition' in checked)) return { errors: checked }
  if (known === undefined) graph.operations.set(query, operationName, checked)
  const { definition } = checked
  const { errors, coerced } = getVariableValues(graph.schema, definition.variableDefinitions ?? [], variables, {
    maxErrors: variableErrorsMax,
  })
  if (errors !== undefined) return { errors: errors.map(asBadInput) }
  const planned = planOperation(graph, checked, caller.identity.scopes, policies)
  if (definition.operation === 'subscription' && planned.plan.node === undefined) {
    return { errors: [forbidden('this subscription', mergeRequirements(planned.refused.values()))] }
  }
  return { graph, type: definition.operation, planned, variables: coerced }
}

const variableErrorsMax = 20

function mergeRequirements(requirements: Iterable<Requirement>): Requirement {
  const all = [...requirements]
  return { scopes: all.flatMap(({ scopes }) => scopes), policies: all.flatMap(({ policies }) => policies) }
}

/** Sends fetches of one operation, each with a fresh proof of who is asking. */
function sender({ clients }: PipelineParts, { caller, trace, signal }: OperationRun): SubgraphSourceOptions['send'] {
  return async (subgraph, fetch) => {
    const client = clients.get(subgraph)
    if (client === undefined) return subgraphFault('UNAVAILABLE', 'its address is not known')
    const headers = { ...trace, 'x-identity-assertion': await caller.assertionFor(subgraph) }
    return client.send({ ...fetch, headers, signal })
  }
}

function asBadInput({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, extensions: { code: 'BAD_USER_INPUT' } })
}
