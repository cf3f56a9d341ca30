import type { FetchNode } from '@apollo/query-planner'
import { compiledOperation } from '@travel-rule/federation/execution/execute-plan'
import { compileRequest, compileVariables } from '@travel-rule/federation/execution/plan/compile-request'
import type { SubgraphFetch } from '@travel-rule/federation/execution/run/plan-run'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import { planVariables } from '@travel-rule/federation/operation/plan-cache'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import {
  describeFault,
  type SubgraphFault,
  subgraphFault,
} from '@travel-rule/federation/subgraph-client/subgraph-response'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { TraceContext } from '../identity/trace-context.ts'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import type { ForwardedHeaders, HeaderRules } from '../supergraph-source/header-rules.ts'
import type { FollowedSubscription } from './follow-upstream.ts'

/** The request to the subgraph that owns a subscription. */
export interface UpstreamRequest {
  readonly subgraph: string
  readonly fetch: SubgraphFetch
  /** True if the request is the client's own operation, so that events can pass through. */
  readonly asSent: boolean
}

/** The client whose subscription it is. */
interface Subscriber {
  readonly caller: Caller
  readonly trace: TraceContext
  readonly forwarded: ForwardedHeaders | undefined
}

/** Returns a fault when the variables are nested too deeply for JSON. */
export function upstreamRequestOf({
  graph,
  planned,
  variables,
  source,
  snapshot,
}: PreparedOperation): UpstreamRequest | SubgraphFault {
  const { passThrough } = compiledOperation(graph, planned)
  const primary = primaryOf(planned)
  // Policies may remove fields from each event, which requires the operation of the plan.
  const canPass = passThrough !== undefined && source.checked.policies.length === 0
  const asSent = canPass && snapshot.passThrough(primary.serviceName) !== 'off'
  const fetch = asSent ? passThrough.write(variables) : writePrimary(primary, planVariables(planned, variables))
  return 'fault' in fetch ? fetch : { subgraph: primary.serviceName, fetch, asSent }
}

/**
 * True if an event's payload, a response to the client's own operation, can be used as its result: the subgraph is
 * trusted, or sent exactly what the operation selects.
 */
export function mayPass({ graph, planned, snapshot }: PreparedOperation, payload: Buffer): boolean {
  const { passThrough } = compiledOperation(graph, planned)
  if (passThrough === undefined) return false
  return snapshot.passThrough(passThrough.subgraph) === 'trusted' || passThrough.isEventAsAsked(payload)
}

/** `undefined` when the subgraph has no upstream. `subscriber` is called for every attempt. */
export function followedFor(
  { snapshot }: PreparedOperation,
  { subgraph, fetch }: UpstreamRequest,
  subscriber: () => Subscriber,
  headersFor: HeaderRules['headersFor'],
): FollowedSubscription | undefined {
  const upstream = snapshot.subgraphs.get(subgraph)?.upstream
  if (upstream === undefined) return undefined
  const { query, operationName, variables } = fetch
  const named = operationName === undefined ? {} : { operationName }
  return {
    subgraph,
    upstream,
    operation: query,
    showsUncoded: snapshot.showsUncoded(subgraph),
    async write() {
      const { caller, trace, forwarded } = subscriber()
      const identityAssertion = await caller.assertionFor(subgraph)
      const { traceparent, tracestate, ...headers } = headersFor(subgraph, trace, forwarded)
      const hasHeaders = Object.keys(headers).length > 0
      const extensions = { identityAssertion, traceparent, tracestate, ...(hasHeaders && { headers }) }
      return { query, variables: { ...variables }, ...named, extensions }
    },
  }
}

/** True if two requests are equal and use the same connections. */
export function isSameRequest(
  a: PreparedOperation,
  requestOfA: UpstreamRequest,
  b: PreparedOperation,
  requestOfB: UpstreamRequest,
): boolean {
  const upstreamOf = ({ snapshot }: PreparedOperation, { subgraph }: UpstreamRequest) =>
    snapshot.subgraphs.get(subgraph)?.upstream
  return (
    requestOfA.fetch.body === requestOfB.fetch.body &&
    requestOfA.asSent === requestOfB.asSent &&
    upstreamOf(a, requestOfA) === upstreamOf(b, requestOfB)
  )
}

/** Why a subscription cannot be followed. */
export function unavailable({ planned }: PreparedOperation): GraphQLError {
  const { serviceName } = primaryOf(planned)
  return refusalError(describeFault(serviceName, subgraphFault('UNAVAILABLE', 'the subgraph cannot be reached')))
}

function primaryOf({ plan }: PlannedOperation): FetchNode {
  if (plan.node?.kind !== 'Subscription') throw new Error('the plan is not the plan of a subscription')
  return plan.node.primary
}

function writePrimary(primary: FetchNode, variables: PreparedOperation['variables']): SubgraphFetch | SubgraphFault {
  return compileRequest(primary)(compileVariables(primary.variableUsages)(variables))
}
