import type { CheckedOperation, CheckLimits } from '@travel-rule/federation/operation/check-operation'
import { checkCached, knownOperation } from '@travel-rule/federation/operation/operation-cache'
import { declaredVariables, readVariables, type VariableLimits } from '@travel-rule/federation/operation/read-variables'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { ClientCounts, ClientRefusal } from '../limits/client-limits.ts'
import type { GraphSnapshot } from '../supergraph-source/live-graph.ts'
import type { OperationDocuments } from './operation-documents.ts'
import type { PlanningTurns } from './planning-turns.ts'
import type { AdmittedOperation, OperationRefusal, OperationRequest } from './prepared-operation.ts'
import { readSubscriptionExtensions, type SubscriptionExtensions } from './subscription-extensions.ts'

/**
 * `REQUEST`: over HTTP, whose route takes the token before it reads the body. `MESSAGE`: over a socket, which reads its
 * messages in turns. `LIVE`: a live subscription, prepared again for another caller or on another graph. It is already
 * in progress, so no limit of its client applies.
 */
export type Arrival = 'REQUEST' | 'MESSAGE' | 'LIVE'

export interface AdmissionParts {
  /** The graph snapshot for new operations. */
  readonly snapshot: () => GraphSnapshot
  readonly limits: CheckLimits & VariableLimits
  readonly clients: ClientCounts
  readonly documents: OperationDocuments
  readonly planning: PlanningTurns
}

/**
 * Decides everything that is known before an operation is planned, in this order:
 *
 * 1. the rate of its client: a token for each operation
 * 2. the turn of its client, unless the operation is cached; then its debt for operations planned meanwhile
 * 3. the operation: trusted or persisted documents, syntax, validity, size
 * 4. its extensions and variables, with their size, and the cost with these variables
 * 5. how many operations of its client are in flight
 */
export async function admit(
  request: OperationRequest,
  { identity }: Caller,
  arrival: Arrival,
  parts: AdmissionParts,
): Promise<AdmittedOperation | OperationRefusal> {
  const { clients, planning } = parts
  if (arrival === 'MESSAGE') {
    const overRate = await clients.takeToken(identity)
    if (overRate !== undefined) return refusalOf(overRate)
  }
  if (arrival !== 'REQUEST') return read<never>(checkCached)
  const cached = read(knownOperation)
  if (cached !== undefined) return cached
  await planning.turnOf(identity)
  const debt = clients.debt(identity)
  return debt === undefined ? read<never>(checkCached) : refusalOf(debt)

  function read<Missing extends undefined>(
    find: FindOperation<Missing>,
  ): AdmittedOperation | OperationRefusal | Missing {
    if (arrival === 'LIVE') return readRequest(request, find, parts)
    const admitted = clients.measure(identity, () => readRequest(request, find, parts))
    if (admitted === undefined || 'errors' in admitted) return admitted
    const isSubscription = admitted.source.checked.definition.operation === 'subscription'
    const busy = clients.atLimit(identity, isSubscription ? 'subscription' : 'operation')
    return busy === undefined ? admitted : refusalOf(busy)
  }
}

export function refusalOf({ error }: ClientRefusal): OperationRefusal {
  return { errors: [error] }
}

type FindOperation<Missing extends undefined> = (
  graph: Graph,
  query: string,
  operationName: string | undefined,
  limits: CheckLimits,
) => CheckedOperation | readonly GraphQLError[] | Missing

const NO_EXTENSIONS: SubscriptionExtensions = { resumeAfter: undefined, announce: false }

function readRequest<Missing extends undefined>(
  request: OperationRequest,
  find: FindOperation<Missing>,
  { snapshot: current, limits, documents }: AdmissionParts,
): AdmittedOperation | OperationRefusal | Missing {
  const snapshot = current()
  const { graph } = snapshot
  const { operationName, variables = {} } = request
  const document = documents.find(request)
  if (document instanceof GraphQLError) return { errors: [document] }
  const checked = find(graph, document, operationName, limits)
  if (checked === undefined) return checked
  if (!('definition' in checked)) return { errors: checked }
  documents.persist(request)
  const isSubscription = checked.definition.operation === 'subscription'
  const extensions = isSubscription ? readSubscriptionExtensions(request.extensions) : NO_EXTENSIONS
  if (extensions instanceof GraphQLError) return { errors: [extensions] }
  const read = readVariables(graph.schema, checked, variables, limits)
  if (!('coerced' in read)) return { errors: read }
  const rawVariables = isSubscription ? declaredVariables(checked, variables) : variables
  // The string of a cached operation, so that equal documents share memory.
  const source = { document: checked.query, operationName, checked, rawVariables, extensions }
  return { snapshot, source, variables: read.coerced }
}
