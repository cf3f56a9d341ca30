import { type ExecutedAnswer, executePlan } from '@travel-rule/federation/execution/execute-plan'
import type { SendFetch } from '@travel-rule/federation/execution/plan-run'
import { maskedError } from '@travel-rule/federation/execution/shown-error'
import type { CheckLimits } from '@travel-rule/federation/operation/check-operation'
import type { VariableLimits } from '@travel-rule/federation/operation/read-variables'
import { subgraphFault } from '@travel-rule/federation/subgraph-client/subgraph-fault'
import type { AbortNotice } from '@travel-rule/http-host/abort-notice'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { Caller } from './identity/authenticator.ts'
import type { ClientCounts, HeldMemory } from './limits/client-limits.ts'
import type { Authorisation } from './operation/authorise.ts'
import type { OperationTexts } from './operation/operation-texts.ts'
import { prepareAgain, prepareOperation } from './operation/prepare-operation.ts'
import type {
  OperationRefusal,
  OperationRequest,
  Preparation,
  PreparedOperation,
} from './operation/prepared-operation.ts'
import { authoriseEvent } from './relay/authorise-event.ts'
import type { ResubscribeOptions } from './relay/follow-upstream.ts'
import type { LiveOperation, ResultSink } from './relay/live-result.ts'
import { type LiveRun, openRelay, type Relay, type RelayObserver } from './relay/relay.ts'
import type { GraphSnapshot } from './supergraph-source/live-graph.ts'

/** On whose behalf a query or mutation runs, and for how long somebody waits for it. */
export interface OperationRun extends LiveRun {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortNotice
}

/** The way of every operation, the same over HTTP and WebSocket. The token was checked before, since a socket needs it only once. */
export interface Pipeline {
  /**
   * What is to be executed, or why nothing is. Never rejects. `RATE_LIMITED` has `extensions.retryAfterSeconds`. With `asked` the request
   * was counted by its client's rate already, before it was read.
   */
  prepare(request: OperationRequest, caller: Caller, asked?: 'ASKED'): Preparation | Promise<Preparation>
  /** The answer to a query or mutation. Never throws. */
  execute(operation: PreparedOperation, run: OperationRun): Promise<ExecutedAnswer>
  /** Begins a subscription. The sink is not called before this has returned. */
  subscribe(operation: PreparedOperation, run: LiveRun, sink: ResultSink): LiveOperation
  /** Moves what is live to the graph that is served now. */
  migrate(): void
  /** What is live now. */
  live(): ReturnType<Relay['counts']>
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
  readonly resubscribe: ResubscribeOptions
  readonly observer: RelayObserver
  readonly logger: Logger
}

export function openPipeline(parts: PipelineParts): Pipeline {
  const { limits, logger } = parts
  const relay = openRelay({
    resubscribe: parts.resubscribe,
    observer: parts.observer,
    logger,
    snapshot: parts.snapshot,
    prepareAgain: async ({ source }, caller) => {
      try {
        return await prepareAgain(source, caller, parts)
      } catch (error) {
        return failed(error)
      }
    },
    authorise: (prepared, caller) => authoriseEvent(prepared, caller, parts.authorisation, logger),
    send: ({ snapshot }, run) => {
      const deadlineAtMs = performance.now() + limits.operationTimeoutMs
      return sender(snapshot, { ...run, signal: NEVER }, deadlineAtMs)
    },
  })

  function failed(error: unknown): OperationRefusal {
    if (error instanceof GraphQLError && typeof error.extensions.code === 'string') return { errors: [error] }
    const { message, extensions } = maskedError(error, logger)
    return { errors: [new GraphQLError(message, { extensions })] }
  }

  return {
    prepare(request, caller, asked) {
      try {
        const tooOften = asked === undefined ? parts.clients.takeToken(caller.identity) : undefined
        if (tooOften !== undefined) return { errors: [tooOften.error] }
        const prepared = prepareOperation(request, caller, parts)
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

    subscribe(operation, run, sink) {
      const counted = parts.clients.begin(run.caller.identity, 'subscription', heldBy(operation))
      if ('error' in counted) {
        queueMicrotask(() => sink.fail(counted.error))
        return OVER
      }
      const over = () => counted[Symbol.dispose]()
      using undo = new DisposableStack()
      undo.use(counted)
      const live = relay.subscribe(operation, run, watched(sink, over))
      undo.move()
      return {
        refresh: live.refresh,
        end() {
          over()
          live.end()
        },
      }
    },
    migrate: relay.migrate,
    live: relay.counts,
  }
}

/** A subscription keeps its variables as they were given and as they were understood. */
function heldBy({ source: { checked, given } }: PreparedOperation): HeldMemory {
  const bytes = SUBSCRIPTION_BYTES + 2 * JSON.stringify(given).length
  return { bytes, shared: { of: checked, bytes: checked.bytes + checked.plans.bytes } }
}

const SUBSCRIPTION_BYTES = 1_000

/** A subscription that has not begun. */
const OVER: LiveOperation = { end() {}, refresh() {} }

/** Nobody stops waiting for what completes an event: it is bounded by its deadline. */
const NEVER: AbortNotice = { aborted: false, reason: undefined, addEventListener() {}, removeEventListener() {} }

/** The same sink; `onOver` is called when nothing more comes. */
function watched(sink: ResultSink, onOver: () => void): ResultSink {
  return {
    next: (result) => sink.next(result),
    ...(sink.nextAll !== undefined && { nextAll: (results) => sink.nextAll?.(results) }),
    complete() {
      onOver()
      sink.complete()
    },
    fail(error) {
      onOver()
      sink.fail(error)
    },
  }
}

/** Sends fetches of one operation, each with a fresh proof of who is asking. */
function sender(
  { subgraphs }: GraphSnapshot,
  { caller, trace, signal }: OperationRun,
  deadlineAtMs: number,
): SendFetch {
  return async (subgraph, { body, idempotent }) => {
    const client = subgraphs.get(subgraph)?.client
    if (client === undefined) return subgraphFault('UNAVAILABLE', 'its address is not known')
    const headers = { ...trace, 'x-identity-assertion': await caller.assertionFor(subgraph) }
    return client.fetchBytes({ body, headers, signal, idempotent, deadlineAtMs })
  }
}
