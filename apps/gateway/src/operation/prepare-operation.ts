import type { CheckedOperation, CheckLimits } from '@travel-rule/federation/operation/check-operation'
import { checkCached, knownOperation } from '@travel-rule/federation/operation/operation-cache'
import { overridesOf } from '@travel-rule/federation/operation/override-labels'
import {
  declaredVariables,
  type ReadVariables,
  readVariables,
  type VariableLimits,
} from '@travel-rule/federation/operation/read-variables'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { ClientCounts, ClientRefusal } from '../limits/client-limits.ts'
import type { GraphSnapshot } from '../supergraph-source/live-graph.ts'
import { type Authorisation, type Authorised, authorise, refusedSubscription } from './authorise.ts'
import type { OperationDocuments } from './operation-documents.ts'
import type { PlanningTurns } from './planning-turns.ts'
import type { OperationRequest, OperationSource, Preparation } from './prepared-operation.ts'
import { readSubscriptionExtensions, type SubscriptionExtensions } from './subscription-extensions.ts'

export interface PrepareParts {
  /** The graph snapshot for new operations. */
  readonly snapshot: () => GraphSnapshot
  readonly limits: CheckLimits & VariableLimits
  readonly clients: ClientCounts
  readonly documents: OperationDocuments
  readonly authorisation: Authorisation
  /** Labels of `@override` that are active for every caller. */
  readonly overrideLabels: ReadonlySet<string>
  readonly planning: PlanningTurns
}

/**
 * Parses, validates, authorises and plans an operation, using caches where possible.
 *
 * Enforces the client's limit on concurrent operations; the caller enforces its rate.
 */
export function prepareOperation(
  request: OperationRequest,
  caller: Caller,
  parts: PrepareParts,
): Preparation | Promise<Preparation> {
  const snapshot = parts.snapshot()
  return prepareRead(readOperation<never>(request, caller, snapshot, parts, checkCached), caller, snapshot, parts)
}

/** Like `prepareOperation`, but an operation that is not cached waits for its client's turn. */
export function prepareInTurn(
  request: OperationRequest,
  caller: Caller,
  parts: PrepareParts,
): Preparation | Promise<Preparation> {
  const { planning, clients } = parts
  const snapshot = parts.snapshot()
  const known = readOperation(request, caller, snapshot, parts, knownOperation)
  if (known !== undefined) return prepareRead(known, caller, snapshot, parts)
  const turn = planning.turnOf(caller.identity)
  return turn === undefined ? prepare() : turn.then(prepare)

  function prepare(): Preparation | Promise<Preparation> {
    // Operations planned since this one was paid for may have put the client in debt.
    const debt = clients.debt(caller.identity)
    if (debt !== undefined) return { errors: [debt.error] }
    const prepared = prepareOperation(request, caller, parts)
    // A planned operation was charged for its work. Charge a refused one too, so that the next in turn sees the debt.
    if ('errors' in prepared) clients.charge(caller.identity, 0)
    return prepared
  }
}

const NO_EXTENSIONS: SubscriptionExtensions = { resumeAfter: undefined, announce: false }

/**
 * Prepares a live subscription again, for another caller or on another graph.
 *
 * The subscription is already in progress, so no limit of its client applies.
 */
export function reprepareOperation(
  { document, operationName, rawVariables, extensions }: OperationSource,
  caller: Caller,
  parts: PrepareParts,
): Preparation | Promise<Preparation> {
  const snapshot = parts.snapshot()
  const { graph } = snapshot
  const checked = checkCached(graph, document, operationName, parts.limits)
  if (!('definition' in checked)) return { errors: checked }
  const variables = readVariables(graph.schema, checked, rawVariables, parts.limits)
  const source = { document: checked.query, operationName, checked, rawVariables, extensions }
  return authoriseAndPlan(
    source,
    variables,
    { snapshot, caller, busy: () => undefined, charge: () => undefined },
    parts,
  )
}

/** An operation with its variables, or the errors that refuse the request. */
type ReadOperation = ReadRequest | readonly GraphQLError[]

interface ReadRequest {
  readonly request: OperationRequest
  /** The cached string if the operation is cached, so that equal documents share memory. */
  readonly document: string
  readonly checked: CheckedOperation
  readonly variables: ReadVariables
}

/** Reads a request with the operation that `find` finds, and charges the client for the time. */
function readOperation<Missing extends undefined>(
  request: OperationRequest,
  { identity }: Caller,
  { graph }: GraphSnapshot,
  { limits, clients, documents }: PrepareParts,
  find: (
    graph: Graph,
    query: string,
    operationName: string | undefined,
    limits: CheckLimits,
  ) => ReturnType<typeof checkCached> | Missing,
): ReadOperation | Missing {
  return clients.measure(identity, () => {
    const document = documents.find(request)
    if (document instanceof GraphQLError) return [document]
    const checked = find(graph, document, request.operationName, limits)
    if (checked === undefined || !('definition' in checked)) return checked
    documents.persist(request)
    const variables = readVariables(graph.schema, checked, request.variables ?? {}, limits)
    return { request, document: checked.query, checked, variables }
  })
}

function prepareRead(
  read: ReadOperation,
  caller: Caller,
  snapshot: GraphSnapshot,
  parts: PrepareParts,
): Preparation | Promise<Preparation> {
  if (!('checked' in read)) return { errors: read }
  const { clients } = parts
  const { request, document, checked, variables } = read
  const isSubscription = checked.definition.operation === 'subscription'
  const extensions = isSubscription ? readSubscriptionExtensions(request.extensions) : NO_EXTENSIONS
  if (extensions instanceof GraphQLError) return { errors: [extensions] }
  const busy = () => clients.atLimit(caller.identity, isSubscription ? 'subscription' : 'operation')
  const sentVariables = request.variables ?? {}
  const rawVariables = isSubscription ? declaredVariables(checked, sentVariables) : sentVariables
  const source = { document, operationName: request.operationName, checked, rawVariables, extensions }
  const charge = (ms: number) => clients.charge(caller.identity, ms)
  return authoriseAndPlan(source, variables, { snapshot, caller, busy, charge }, parts)
}

interface PrepareFor {
  readonly snapshot: GraphSnapshot
  readonly caller: Caller
  readonly busy: () => ClientRefusal | undefined
  /** Charges the client for the work that the operation causes in the gateway and its subgraphs. */
  readonly charge: (ms: number) => ClientRefusal | undefined
}

/**
 * Cost points that a subgraph handles per millisecond of CPU time. The costs of our own schema are weighted accordingly
 * (`npm run bench -- cost`).
 */
export const COST_PER_MS = 60

function authoriseAndPlan(
  source: OperationSource,
  variables: ReadVariables,
  { snapshot, caller, busy, charge }: PrepareFor,
  { clients, authorisation, overrideLabels }: PrepareParts,
): Preparation | Promise<Preparation> {
  const { graph } = snapshot
  const { document, operationName, checked } = source
  const type = checked.definition.operation
  if (!('coerced' in variables)) return { errors: variables }
  const { coerced } = variables
  const refusal = busy()
  if (refusal !== undefined) return { errors: [refusal.error] }
  // Synchronous unless the operation has policies, which few operations have.
  const authorised = authorise(checked, caller, authorisation)
  return authorised instanceof Promise ? authorised.then(planLater) : plan(authorised)

  function planLater(authorised: Authorised): Preparation {
    const refusal = busy()
    return refusal === undefined ? plan(authorised) : { errors: [refusal.error] }
  }

  function plan(authorised: Authorised): Preparation {
    if (!('refused' in authorised)) return { errors: authorised }
    const { made } = checked.plans
    const overrides = overridesOf(caller.identity.subject, overrideLabels)
    const planned = clients.measure(caller.identity, () =>
      planWithout(graph, checked, authorised.refused, coerced, overrides),
    )
    const isNew = checked.plans.made !== made
    // An operation that is not stored, such as one with literals, may not be sent again.
    const isUsed = !isNew || graph.operations.resize(document, operationName, checked)
    if (isUsed) graph.usage.note(planned, document, operationName, caller.identity.scopes)
    const refused = type === 'subscription' ? refusedSubscription(planned) : undefined
    if (refused !== undefined) return { errors: [refused] }
    const overRate = charge(checked.cost.introspectionMs + checked.cost.of(coerced) / COST_PER_MS)
    if (overRate !== undefined) return { errors: [overRate.error] }
    return { graph, snapshot, type, planned, variables: coerced, source }
  }
}
