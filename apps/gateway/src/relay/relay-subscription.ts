import type { FetchNode } from '@apollo/query-planner'
import { refusalError } from '@travel-rule/service/graphql-error'
import type { Logger } from '@travel-rule/service/logger'
import { type FormattedExecutionResult, GraphQLError } from 'graphql'
import type { Variables } from '../execution/plan-run.ts'
import { shownError } from '../execution/shown-error.ts'
import type { SubgraphAnswer, SubgraphError } from '../execution/subgraph-client.ts'
import { describeFault, subgraphFault } from '../execution/subgraph-fault.ts'
import type { OpenSubgraph } from '../graph/subgraph-connections.ts'
import { planVariables } from '../operation/own-representations.ts'
import type { PlannedOperation } from '../operation/plan-operation.ts'
import type { OperationRun, ResultStream } from '../pipeline.ts'
import { type BackOff, backOffDelayMs } from './back-off.ts'
import { type EventQueue, openEventQueue } from './event-queue.ts'

export interface RelayParts {
  readonly operation: PlannedOperation
  readonly variables: Variables
  /** `signal` ends the subscription; when its reason is a `GraphQLError`, the stream throws that. */
  readonly run: OperationRun
  readonly subgraphs: ReadonlyMap<string, OpenSubgraph>
  /** The client's result for what the subgraph sent for one event. */
  readonly complete: (event: SubgraphAnswer) => Promise<FormattedExecutionResult>
  readonly backOff: BackOff
  readonly logger: Logger
}

/** Events that wait for a client to take them. */
const eventsMax = 1_000
/** A subscription that held this long was sound: the next loss begins to count anew. */
const soundAfterMs = 10_000

/**
 * A client's subscription: subscribed at the subgraph that owns its field, each event completed with what other subgraphs know.
 *
 * When the subgraph is lost, it is subscribed again. The stream throws `SUBGRAPH_UNAVAILABLE` when that is in vain, `SLOW_CONSUMER` when the
 * client does not take its events, and what the subgraph refused the subscription with.
 */
export function relaySubscription(parts: RelayParts): ResultStream {
  const { run, complete } = parts
  const end = new AbortController()
  const queue = openEventQueue<SubgraphAnswer>({ valuesMax: eventsMax, onReturn: () => end.abort() })
  const leave = () => {
    const reason: unknown = run.signal.reason
    if (reason instanceof GraphQLError) queue.fail(reason)
    else queue.end()
    end.abort()
  }
  run.signal.addEventListener('abort', leave, { once: true })
  end.signal.addEventListener('abort', () => run.signal.removeEventListener('abort', leave), { once: true })
  if (run.signal.aborted) leave()
  else follow(parts, queue, end)
  let returned = false
  return {
    async next() {
      const event = await queue.values.next()
      if (event.done === true) return { done: true, value: undefined }
      const value = await complete(event.value)
      if (run.signal.reason instanceof GraphQLError) throw run.signal.reason
      if (returned) return { done: true, value: undefined }
      return { done: false, value }
    },
    async return() {
      returned = true
      await queue.values.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Keeps the queue filled until `end`, whatever becomes of the subgraph. */
function follow(parts: RelayParts, queue: EventQueue<SubgraphAnswer>, end: AbortController): void {
  const { operation, subgraphs, backOff, logger } = parts
  const primary = primaryOf(operation)
  const subgraph = primary.serviceName
  const upstream = subgraphs.get(subgraph)?.upstream
  let attempt = 0
  let sinceMs = 0

  const fail = (error: GraphQLError) => {
    queue.fail(error)
    end.abort()
  }
  const again = (reason: string) => {
    if (performance.now() - sinceMs > soundAfterMs) attempt = 0
    attempt += 1
    logger.warn({ subgraph, attempt, reason }, 'a subscription lost its subgraph')
    if (attempt > backOff.attemptsMax)
      return fail(refusalError(describeFault(subgraph, subgraphFault('UNAVAILABLE', reason))))
    const timer = setTimeout(begin, backOffDelayMs(backOff, attempt))
    end.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }
  const subscribe = async () => {
    if (upstream === undefined)
      return fail(refusalError(describeFault(subgraph, subgraphFault('UNAVAILABLE', 'no url'))))
    const payload = await subscribePayload(primary, parts)
    if (end.signal.aborted) return
    sinceMs = performance.now()
    const unsubscribe = upstream.subscribe(payload, {
      next: (event) => {
        if (!queue.push(readEvent(event)) && !end.signal.aborted) fail(slowConsumer())
      },
      refused: (errors) => {
        const first: SubgraphError = isObject(errors[0]) ? errors[0] : {}
        const code = codeOf(first)
        if (code === 'UNAUTHENTICATED') return again('the identity assertion was refused')
        // Its database may be away: that passes, and the attempts are bounded.
        if (code === undefined || code === 'INTERNAL_SERVER_ERROR') return again('it failed unexpectedly')
        const { message, extensions } = shownError(first, subgraph, logger)
        fail(new GraphQLError(message, { extensions }))
      },
      lost: again,
      completed: () => {
        queue.end()
        end.abort()
      },
    })
    end.signal.addEventListener('abort', unsubscribe, { once: true })
  }
  const begin = () => void subscribe().catch((error: unknown) => again(String(error)))
  begin()
}

async function subscribePayload(
  { operation, operationName, serviceName, variableUsages }: FetchNode,
  parts: RelayParts,
) {
  const { caller, trace } = parts.run
  const given = planVariables(parts.operation, parts.variables)
  const variables = Object.fromEntries(
    (variableUsages ?? []).filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]),
  )
  const extensions = { identityAssertion: await caller.assertionFor(serviceName), ...trace }
  return { query: operation, variables, extensions, ...(operationName !== undefined && { operationName }) }
}

function primaryOf({ plan }: PlannedOperation): FetchNode {
  if (plan.node?.kind !== 'Subscription') throw new Error('the plan is not one of a subscription')
  return plan.node.primary
}

function readEvent(payload: unknown): SubgraphAnswer {
  const { data, errors } = isObject(payload) ? payload : {}
  const listed: SubgraphError[] = Array.isArray(errors) ? errors.filter(isObject) : []
  if (isObject(data)) return { data, errors: listed }
  return { data: null, errors: listed.length > 0 ? listed : [{ message: 'an event without data' }] }
}

function slowConsumer(): GraphQLError {
  const message = `More than ${eventsMax} events are waiting to be read: the subscription has ended.`
  return refusalError({ code: 'SLOW_CONSUMER', message })
}

function codeOf({ extensions }: SubgraphError): unknown {
  return isObject(extensions) ? extensions.code : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
