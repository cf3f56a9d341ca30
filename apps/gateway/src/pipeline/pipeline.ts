import type { IncomingHttpHeaders } from 'node:http'
import { type ExecutedResponse, executePlan } from '@travel-rule/federation/execution/execute-plan'
import type { SendFetch } from '@travel-rule/federation/execution/run/plan-run'
import { openRequestSharing, type RequestSharing } from '@travel-rule/federation/subgraph-client/request-sharing'
import { subgraphFault } from '@travel-rule/federation/subgraph-client/subgraph-response'
import type { AbortNotice } from '@travel-rule/http-host/route'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import type { Caller } from '../identity/authenticator.ts'
import type { HeldMemory } from '../limits/client-limits.ts'
import { type Arrival, refusalOf } from '../operation/admit-operation.ts'
import { authoriseEvent } from '../operation/authorise.ts'
import { type PrepareParts, prepareOperation } from '../operation/prepare-operation.ts'
import {
  type OperationRefusal,
  type OperationRequest,
  type Preparation,
  type PreparedOperation,
  requestOf,
} from '../operation/prepared-operation.ts'
import type { ResubscribeOptions } from '../relay/follow-upstream.ts'
import type { LiveOperation, ResultSink } from '../relay/live-result.ts'
import { type LiveRun, openRelay, type Relay, type RelayObserver } from '../relay/relay.ts'
import { type ForwardedHeaders, forwardedKey, type HeaderRules } from '../supergraph-source/header-rules.ts'
import type { GraphSnapshot } from '../supergraph-source/live-graph.ts'

/** Who runs a query or mutation, and how long its response is needed. */
export interface OperationRun extends LiveRun {
  /** Aborted once the client no longer waits for the response. */
  readonly signal: AbortNotice
}

/**
 * Prepares and runs operations, independent of the transport. Tokens are verified beforehand; a socket's token only
 * once.
 */
export interface Pipeline {
  /**
   * The operation, ready to run, or why it is refused. Never rejects. `RATE_LIMITED` has
   * `extensions.retryAfterSeconds`.
   */
  prepare(request: OperationRequest, caller: Caller, arrival: Exclude<Arrival, 'LIVE'>): Promise<Preparation>
  /** The response to a query or mutation, refused if its client runs too many by now. Never throws. */
  execute(operation: PreparedOperation, run: OperationRun): Promise<ExecutedResponse | OperationRefusal>
  /** Begins a subscription, unless its client has too many by now. The sink is not called before this has returned. */
  subscribe(operation: PreparedOperation, run: LiveRun, sink: ResultSink): LiveOperation | OperationRefusal
  /** The headers of a client's request that may be forwarded to subgraphs. */
  forwarded(headers: IncomingHttpHeaders): ForwardedHeaders | undefined
  /** Moves live subscriptions to the current graph. */
  migrate(): void
  /** Numbers of live upstreams and subscriptions. */
  live(): ReturnType<Relay['counts']>
}

export interface PipelineParts extends PrepareParts {
  readonly limits: PrepareParts['limits'] & { readonly operationTimeoutMs: number }
  /** How a lost subscription at a subgraph is resumed. */
  readonly resubscribe: ResubscribeOptions
  readonly observer: RelayObserver
  /** True if concurrent equal requests of a caller to this subgraph are sent only once. */
  readonly sharesRequests: (subgraph: string) => boolean
  readonly headers: HeaderRules
  /** For the delivery of live results. */
  readonly turns: LoopTurns
}

export function openPipeline(parts: PipelineParts): Pipeline {
  const { limits, logger } = parts
  const sharing = openRequestSharing()
  const shares = (subgraph: string) => (parts.sharesRequests(subgraph) ? sharing : undefined)
  const relay = openRelay({
    resubscribe: parts.resubscribe,
    observer: {
      ...parts.observer,
      event() {
        // Clients may ask again for what has changed.
        sharing.forget()
        parts.observer.event()
      },
    },
    turns: parts.turns,
    logger,
    snapshot: parts.snapshot,
    reprepare: ({ source }, caller) => prepareOperation(requestOf(source), caller, 'LIVE', parts),
    authorise: (prepared, caller) => authoriseEvent(prepared, caller, parts.authorisation, logger),
    headersFor: parts.headers.headersFor,
    send: ({ snapshot }, run) => {
      const deadlineAtMs = performance.now() + limits.operationTimeoutMs
      return fetchSender(snapshot, parts.headers, { ...run, signal: NEVER }, deadlineAtMs)
    },
  })

  return {
    prepare: (request, caller, arrival) => prepareOperation(request, caller, arrival, parts),

    async execute({ graph, snapshot, planned, variables }, run) {
      const counted = parts.clients.begin(run.caller.identity, 'operation')
      if ('error' in counted) return refusalOf(counted)
      const use = snapshot.use()
      // `using` would cost a microsecond more.
      try {
        const isMutation = planned.definition.operation === 'mutation'
        const deadlineAtMs = performance.now() + limits.operationTimeoutMs
        const send = fetchSender(snapshot, parts.headers, run, deadlineAtMs, isMutation ? sharesNothing : shares)
        const { passThrough, showsUncoded } = snapshot
        const execution = { graph, operation: planned, variables, logger, send, passThrough, showsUncoded }
        const response = await executePlan(execution)
        if (isMutation) sharing.forget()
        return response
      } finally {
        use[Symbol.dispose]()
        counted[Symbol.dispose]()
      }
    },

    subscribe(operation, run, sink) {
      const counted = parts.clients.begin(run.caller.identity, 'subscription', memoryOf(operation))
      if ('error' in counted) return refusalOf(counted)
      using undo = new DisposableStack()
      undo.use(counted)
      const live = relay.subscribe(operation, run, sink, counted)
      undo.move()
      return live
    },
    forwarded: parts.headers.read,
    migrate: relay.migrate,
    live: relay.counts,
  }
}

/** A subscription keeps its variables both raw and coerced. */
function memoryOf({ source: { checked, rawVariables } }: PreparedOperation): HeldMemory {
  const bytes = subscriptionBytes + 2 * JSON.stringify(rawVariables).length
  return { bytes, shared: { of: checked, bytes: checked.bytes() + checked.plans.bytes } }
}

const subscriptionBytes = 1_000

/** The fetches of a live event serve all members of a group, so only their deadline ends them. */
const NEVER: AbortNotice = { aborted: false, reason: undefined, addEventListener() {}, removeEventListener() {} }

/** Sends the fetches of one operation, each with a new identity assertion. */
function fetchSender(
  { subgraphs }: GraphSnapshot,
  rules: HeaderRules,
  { caller, trace, forwarded, signal }: OperationRun,
  deadlineAtMs: number,
  shares: (subgraph: string) => RequestSharing | undefined = sharesNothing,
): SendFetch {
  // Reads for different purposes are never shared.
  const differences = [trace['x-purpose'] ?? '', forwardedKey(forwarded)].join('\n')
  const reader = differences === '\n' ? '' : differences
  return async (subgraph, { body, idempotent }) => {
    const client = subgraphs.get(subgraph)?.client
    if (client === undefined) return subgraphFault('UNAVAILABLE', 'its address is not known')
    const assertion = await caller.assertionFor(subgraph)
    const headers = { ...rules.headersFor(subgraph, trace, forwarded), 'x-identity-assertion': assertion }
    const request = { body, headers, signal, idempotent, deadlineAtMs }
    const sharing = shares(subgraph)
    if (sharing === undefined) return client.fetchBytes(request)
    // An assertion is for one identity and one subgraph. The same string is hashed only once.
    return sharing.fetch(client, request, reader === '' ? assertion : `${assertion}\n${reader}`)
  }
}

/** A live event or mutation must be completed with data read after it. */
const sharesNothing = () => undefined
