import { type CheckedOperation, checkOperation } from '@travel-rule/federation/operation/check-operation'
import { declaredVariables, type ReadVariables, readVariables } from '@travel-rule/federation/operation/read-variables'
import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import { GraphQLError, type OperationTypeNode } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { ClientRefusal } from '../limits/client-limits.ts'
import type { PipelineParts } from '../pipeline.ts'
import type { GraphSnapshot } from '../supergraph-source/live-graph.ts'
import { type Authorised, authorise } from './authorise.ts'
import { findOperation } from './find-operation.ts'
import type { OperationRequest, OperationSource, Preparation } from './prepared-operation.ts'
import { refusedSubscription } from './refused-subscription.ts'
import { readSubscriptionExtensions, type SubscriptionExtensions } from './subscription-extensions.ts'

/** The operation, found or parsed and validated; then what `ready` says. Whether its client may begin one more was asked before. */
export function prepareOperation(
  request: OperationRequest,
  caller: Caller,
  parts: PipelineParts,
): Preparation | Promise<Preparation> {
  const { limits, clients, texts } = parts
  const snapshot = parts.snapshot()
  const { graph } = snapshot
  const sent = request.variables ?? {}
  const found = clients.measure(caller.identity, () => {
    const operation = findOperation(graph, request, texts, limits)
    if (!('checked' in operation)) return operation
    return { ...operation, variables: readVariables(graph.schema, operation.checked, sent, limits) }
  })
  if (!('checked' in found)) return { errors: found }
  const { text, operationName, checked, variables } = found
  const { type } = kindOf(checked)
  const isLive = type === 'subscription'
  const live = isLive ? readSubscriptionExtensions(request) : NOT_LIVE
  if (live instanceof GraphQLError) return { errors: [live] }
  const busy = () => clients.atLimit(caller.identity, isLive ? 'subscription' : 'operation')
  // A subscription is kept for long: what it has no use for is not.
  const given = isLive ? declaredVariables(checked, sent) : sent
  return ready({ text, operationName, checked, given, live }, variables, { snapshot, caller, busy }, parts)
}

const NOT_LIVE: SubscriptionExtensions = { resumeAfter: undefined, announce: false }

/** The operation of a subscription for another caller, or on the graph of now. It is under way already: no limit of its client counts. */
export function prepareAgain(
  { text, operationName, given, live }: OperationSource,
  caller: Caller,
  parts: PipelineParts,
): Preparation | Promise<Preparation> {
  const snapshot = parts.snapshot()
  const { graph } = snapshot
  const checked = graph.operations.get(text, operationName) ?? checkOperation(graph, text, operationName, parts.limits)
  if (!('definition' in checked)) return { errors: checked }
  const variables = readVariables(graph.schema, checked, given, parts.limits)
  const source = { text: checked.text, operationName, checked, given, live }
  return ready(source, variables, { snapshot, caller, busy: () => undefined }, parts)
}

interface ReadyFor {
  readonly snapshot: GraphSnapshot
  readonly caller: Caller
  readonly busy: () => ClientRefusal | undefined
}

/** Limits of what is under way; authorised; planned. */
function ready(
  source: OperationSource,
  variables: ReadVariables,
  { snapshot, caller, busy }: ReadyFor,
  { clients, authorisation }: PipelineParts,
): Preparation | Promise<Preparation> {
  const { graph } = snapshot
  const { text, operationName, checked } = source
  const { type } = kindOf(checked)
  if (!('coerced' in variables)) return { errors: variables }
  const { coerced } = variables
  const refusal = busy()
  if (refusal !== undefined) return { errors: [refusal.error] }
  // Most operations ask for nothing that must be decided elsewhere: those need not wait.
  const authorised = authorise(checked, caller, authorisation)
  return authorised instanceof Promise ? authorised.then(planLater) : plan(authorised)

  function planLater(authorised: Authorised): Preparation {
    const refusal = busy()
    return refusal === undefined ? plan(authorised) : { errors: [refusal.error] }
  }

  function plan(authorised: Authorised): Preparation {
    if (!('refused' in authorised)) return { errors: authorised }
    const { bytes } = checked.plans
    const planned = clients.measure(caller.identity, () => planWithout(graph, checked, authorised.refused, coerced))
    if (checked.plans.bytes !== bytes) graph.operations.set(text, operationName, checked)
    graph.usage.note(planned, text, operationName, caller.identity.scopes)
    const refused = type === 'subscription' ? refusedSubscription(planned) : undefined
    if (refused !== undefined) return { errors: [refused] }
    if (checked.cost.introspectionMs > 0) clients.charge(caller.identity, checked.cost.introspectionMs)
    return { graph, snapshot, type, planned, variables: coerced, source }
  }
}

function kindOf({ definition }: CheckedOperation): { readonly type: `${OperationTypeNode}` } {
  return { type: definition.operation }
}
