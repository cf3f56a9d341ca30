import type { AbortNotice } from '@travel-rule/service/abort-notice'
import type { Logger } from '@travel-rule/service/logger'
import { type FormattedExecutionResult, GraphQLError, type OperationTypeNode } from 'graphql'
import { type ExecutedAnswer, executePlan, resultOf } from './execution/execute-plan.ts'
import { forbidden } from './execution/forbidden.ts'
import type { SendFetch, Variables } from './execution/plan-run.ts'
import { maskedError } from './execution/shown-error.ts'
import { subgraphFault } from './execution/subgraph-fault.ts'
import type { Graph } from './graph/build-graph.ts'
import type { GraphSnapshot } from './graph/graph-snapshot.ts'
import type { Requirement } from './graph/read-requirements.ts'
import type { Caller } from './identity/authenticator.ts'
import type { TraceContext } from './identity/trace-context.ts'
import type { ClientCounts } from './limits/client-limits.ts'
import { type Authorisation, type Authorised, authorise } from './operation/authorise.ts'
import type { CheckLimits } from './operation/check-operation.ts'
import type { VariableLimits } from './operation/check-variables.ts'
import { findOperation } from './operation/find-operation.ts'
import type { OperationTexts } from './operation/operation-texts.ts'
import { type PlannedOperation, planWithout } from './operation/plan-operation.ts'
import { readVariables } from './operation/read-variables.ts'
import type { BackOff } from './relay/back-off.ts'
import { relaySubscription } from './relay/relay-subscription.ts'
import { watchEnd } from './sockets/watch-end.ts'

/** What a client asks for, whatever it came over. */
export interface OperationRequest {
  readonly query: string
  readonly operationName?: string | undefined
  readonly variables?: Variables | undefined
  /** As the client sent them. `query` may be empty when they name an operation by its hash. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/** On whose behalf an operation runs, and for how long somebody waits for it. */
export interface OperationRun {
  readonly caller: Caller
  readonly trace: TraceContext
  /** Aborted when the client left. */
  readonly signal: AbortSignal
}

/** A run that only needs to know when nobody waits any more. */
export type AwaitedRun = Omit<OperationRun, 'signal'> & { readonly signal: AbortNotice }

/** An operation that may be executed. */
export interface PreparedOperation {
  readonly graph: Graph
  /** Where the operation runs to its end, also when another graph is served meanwhile. */
  readonly snapshot: GraphSnapshot
  readonly type: `${OperationTypeNode}`
  readonly planned: PlannedOperation
  readonly variables: Variables
}

/** Why an operation is not executed at all. */
export interface OperationRefusal {
  readonly errors: readonly GraphQLError[]
}

type Preparation = PreparedOperation | OperationRefusal

/** Results of a subscription. Ends by `return()`; throws a `GraphQLError` with a code when it cannot go on. */
export interface ResultStream extends AsyncIterable<FormattedExecutionResult> {
  next(): Promise<IteratorResult<FormattedExecutionResult, undefined>>
  return(): Promise<IteratorResult<FormattedExecutionResult, undefined>>
}

/** The way of every operation, the same over HTTP and WebSocket. The token was checked before, since a socket needs it only once. */
export interface Pipeline {
  /** What is to be executed, or why nothing is. Never rejects. `RATE_LIMITED` has `extensions.retryAfterSeconds`. */
  prepare(request: OperationRequest, caller: Caller): Preparation | Promise<Preparation>
  /** The answer to a query or mutation. Never throws. */
  execute(operation: PreparedOperation, run: AwaitedRun): Promise<ExecutedAnswer>
  subscribe(operation: PreparedOperation, run: OperationRun): ResultStream
}

export interface PipelineParts {
  /** The graph that new operations work with, and its subgraphs. */
  readonly snapshot: () => GraphSnapshot
  readonly limits: CheckLimits & VariableLimits & { readonly operationTimeoutMs: number }
  /** How much each client does. */
  readonly clients: ClientCounts
  /** Where the texts of operations come from. */
  readonly texts: OperationTexts
  readonly authorisation: Authorisation
  /** How a lost subscription to a subgraph is taken up again. */
  readonly resubscribe: BackOff
  readonly logger: Logger
}

export function openPipeline(parts: PipelineParts): Pipeline {
  const { limits, logger } = parts

  function failed(error: unknown): OperationRefusal {
    if (error instanceof GraphQLError && typeof error.extensions.code === 'string') return { errors: [error] }
    const { message, extensions } = maskedError(error, logger)
    return { errors: [new GraphQLError(message, { extensions })] }
  }

  return {
    prepare(request, caller) {
      try {
        const prepared = prepare(request, caller, parts)
        return prepared instanceof Promise ? prepared.catch(failed) : prepared
      } catch (error) {
        return failed(error)
      }
    },

    async execute({ graph, snapshot, planned, variables }, run) {
      const counted = parts.clients.begin(run.caller.identity, 'operation')
      if ('error' in counted) return { kind: 'result', result: { errors: [counted.error.toJSON()] } }
      using _counted = counted
      using _use = snapshot.use()
      const send = sender(snapshot, run, performance.now() + limits.operationTimeoutMs)
      return await executePlan({ graph, operation: planned, variables, logger, send })
    },

    subscribe({ graph, snapshot, planned, variables }, run) {
      const counted = parts.clients.begin(run.caller.identity, 'subscription')
      if ('error' in counted) return failedStream(counted.error)
      const use = snapshot.use()
      const results = relaySubscription({
        operation: planned,
        variables,
        run: { ...run, signal: AbortSignal.any([run.signal, use.signal]) },
        subgraphs: snapshot.subgraphs,
        backOff: parts.resubscribe,
        logger,
        complete: async (event) => {
          const send = sender(snapshot, run, performance.now() + limits.operationTimeoutMs)
          return resultOf(await executePlan({ graph, operation: planned, variables, logger, send, event }))
        },
      })
      return watchEnd(results, () => {
        use[Symbol.dispose]()
        counted[Symbol.dispose]()
      })
    },
  }
}

/** Limits of the client; the operation, found or parsed and validated; limits of its variables; authorised; planned. */
function prepare(
  request: OperationRequest,
  caller: Caller,
  { snapshot: currentSnapshot, limits, clients, texts, authorisation }: PipelineParts,
): Preparation | Promise<Preparation> {
  const tooOften = clients.ask(caller.identity)
  if (tooOften !== undefined) return { errors: [tooOften.error] }
  const snapshot = currentSnapshot()
  const { graph } = snapshot
  const found = clients.work(caller.identity, () => findOperation(graph, request, texts, limits))
  if (!('checked' in found)) return { errors: found }
  const { text, operationName, checked } = found
  const type = checked.definition.operation
  const variables = readVariables(graph.schema, checked, request.variables ?? {}, limits)
  if (!('coerced' in variables)) return { errors: variables }
  const { coerced } = variables
  const busy = clients.busy(caller.identity, type === 'subscription' ? 'subscription' : 'operation')
  if (busy !== undefined) return { errors: [busy.error] }
  // Most operations ask for nothing that must be decided elsewhere: those need not wait.
  const authorised = authorise(checked, caller, authorisation)
  return authorised instanceof Promise ? authorised.then(plan) : plan(authorised)

  function plan(authorised: Authorised): Preparation {
    if (!('refused' in authorised)) return { errors: authorised }
    const plans = checked.plans.size
    const planned = clients.work(caller.identity, () => planWithout(graph, checked, authorised.refused, coerced))
    if (checked.plans.size > plans) graph.operations.set(text, operationName, checked)
    graph.usage.note(checked, text, operationName, caller.identity.scopes)
    if (type === 'subscription' && planned.plan.node === undefined) {
      return { errors: [forbidden('this subscription', mergeRequirements(planned.refused.values()))] }
    }
    return { graph, snapshot, type, planned, variables: coerced }
  }
}

function mergeRequirements(requirements: Iterable<Requirement>): Requirement {
  const all = [...requirements]
  return { scopes: all.flatMap(({ scopes }) => scopes), policies: all.flatMap(({ policies }) => policies) }
}

/** Sends fetches of one operation, each with a fresh proof of who is asking. */
function sender({ subgraphs }: GraphSnapshot, { caller, trace, signal }: AwaitedRun, deadlineAtMs: number): SendFetch {
  return async (subgraph, { body, idempotent }) => {
    const client = subgraphs.get(subgraph)?.client
    if (client === undefined) return subgraphFault('UNAVAILABLE', 'its address is not known')
    const headers = { ...trace, 'x-identity-assertion': await caller.assertionFor(subgraph) }
    return client.fetchBytes({ body, headers, signal, idempotent, deadlineAtMs })
  }
}

/** A subscription that ends with an error before it has begun. */
function failedStream(error: GraphQLError): ResultStream {
  return {
    next: () => Promise.reject(error),
    return: async () => ({ done: true, value: undefined }),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
