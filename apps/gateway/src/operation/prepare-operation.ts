import { GraphQLError, type OperationTypeNode } from 'graphql'
import type { GraphSnapshot } from '../graph/graph-snapshot.ts'
import type { Caller } from '../identity/authenticator.ts'
import type { ClientRefusal } from '../limits/client-limits.ts'
import type { OperationRequest, OperationSource, PipelineParts, Preparation } from '../pipeline.ts'
import { type LiveExtensions, readLiveExtensions } from '../relay/live-extensions.ts'
import { type Authorised, authorise } from './authorise.ts'
import { type CheckedOperation, checkOperation } from './check-operation.ts'
import { findOperation } from './find-operation.ts'
import { planWithout } from './plan-operation.ts'
import { readVariables } from './read-variables.ts'
import { refusedSubscription } from './refused-subscription.ts'

/** The operation, found or parsed and validated; then what `ready` says. Whether its client may begin one more was asked before. */
export function prepareOperation(
  request: OperationRequest,
  caller: Caller,
  parts: PipelineParts,
): Preparation | Promise<Preparation> {
  const { limits, clients, texts } = parts
  const snapshot = parts.snapshot()
  const found = clients.work(caller.identity, () => findOperation(snapshot.graph, request, texts, limits))
  if (!('checked' in found)) return { errors: found }
  const { type } = kindOf(found.checked)
  const live = type === 'subscription' ? readLiveExtensions(request) : NOT_LIVE
  if (live instanceof GraphQLError) return { errors: [live] }
  const busy = () => clients.busy(caller.identity, type === 'subscription' ? 'subscription' : 'operation')
  return ready({ ...found, given: request.variables ?? {}, live }, { snapshot, caller, busy }, parts)
}

const NOT_LIVE: LiveExtensions = { resumeAfter: undefined, announce: false }

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
  return ready({ text, operationName, checked, given, live }, { snapshot, caller, busy: () => undefined }, parts)
}

interface ReadyFor {
  readonly snapshot: GraphSnapshot
  readonly caller: Caller
  readonly busy: () => ClientRefusal | undefined
}

/** Limits of the variables; authorised; planned. */
function ready(
  source: OperationSource,
  { snapshot, caller, busy }: ReadyFor,
  { limits, clients, authorisation }: PipelineParts,
): Preparation | Promise<Preparation> {
  const { graph } = snapshot
  const { text, operationName, checked } = source
  const { type } = kindOf(checked)
  const variables = readVariables(graph.schema, checked, source.given, limits)
  if (!('coerced' in variables)) return { errors: variables }
  const { coerced } = variables
  const refusal = busy()
  if (refusal !== undefined) return { errors: [refusal.error] }
  // Most operations ask for nothing that must be decided elsewhere: those need not wait.
  const authorised = authorise(checked, caller, authorisation)
  return authorised instanceof Promise ? authorised.then(plan) : plan(authorised)

  function plan(authorised: Authorised): Preparation {
    if (!('refused' in authorised)) return { errors: authorised }
    const plans = checked.plans.size
    const planned = clients.work(caller.identity, () => planWithout(graph, checked, authorised.refused, coerced))
    if (checked.plans.size > plans) graph.operations.set(text, operationName, checked)
    graph.usage.note(planned, text, operationName, caller.identity.scopes)
    const refused = type === 'subscription' ? refusedSubscription(planned) : undefined
    if (refused !== undefined) return { errors: [refused] }
    return { graph, snapshot, type, planned, variables: coerced, source }
  }
}

function kindOf({ definition }: CheckedOperation): { readonly type: `${OperationTypeNode}` } {
  return { type: definition.operation }
}
