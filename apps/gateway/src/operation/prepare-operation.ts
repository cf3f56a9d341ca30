import { maskError } from '@travel-rule/federation/execution/run/mask-error'
import { overridesOf } from '@travel-rule/federation/operation/override-labels'
import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import { type AdmissionParts, type Arrival, admit, kindOf, refusalOf } from './admit-operation.ts'
import { type Authorisation, authorise, refusedSubscription } from './authorise.ts'
import type { AdmittedOperation, OperationRefusal, OperationRequest, Preparation } from './prepared-operation.ts'

export interface PrepareParts extends AdmissionParts {
  readonly authorisation: Authorisation
  /** Labels of `@override` that are active for every caller. */
  readonly overrideLabels: ReadonlySet<string>
  readonly logger: Logger
}

/** Admits, authorises and plans an operation, using caches where possible. Never rejects. */
export async function prepareOperation(
  request: OperationRequest,
  caller: Caller,
  arrival: Arrival,
  parts: PrepareParts,
): Promise<Preparation> {
  try {
    const admitted = await admit(request, caller, arrival, parts)
    const prepared = 'errors' in admitted ? admitted : await plan(admitted, caller, arrival, parts)
    // A planned operation was charged for its work. Charge a refused one too, so that the next in turn sees the debt.
    if ('errors' in prepared && arrival === 'REQUEST') parts.clients.charge(caller.identity, 0)
    return prepared
  } catch (error) {
    return failed(error, parts.logger)
  }
}

/**
 * Cost points that a subgraph handles per millisecond of CPU time. The costs of our own schema are weighted accordingly
 * (`npm run bench -- cost`).
 */
export const COST_PER_MS = 60

async function plan(
  admitted: AdmittedOperation,
  caller: Caller,
  arrival: Arrival,
  { clients, authorisation, overrideLabels }: PrepareParts,
): Promise<Preparation> {
  const { snapshot, source, variables } = admitted
  const { document, operationName, checked } = source
  const { graph } = snapshot
  const { identity } = caller
  const isLimited = arrival !== 'LIVE'
  const authorised = await authorise(checked, caller, authorisation)
  // Other operations may have begun while policies were decided.
  const busy = isLimited ? clients.atLimit(identity, kindOf(admitted)) : undefined
  if (busy !== undefined) return refusalOf(busy)
  if (!('refused' in authorised)) return { errors: authorised }
  const { made } = checked.plans
  const overrides = overridesOf(identity.subject, overrideLabels)
  const planned = clients.measure(identity, () => planWithout(graph, checked, authorised.refused, variables, overrides))
  const isNew = checked.plans.made !== made
  // An operation that is not stored, such as one with literals, may not be sent again.
  const isUsed = !isNew || graph.operations.resize(document, operationName, checked)
  if (isUsed) graph.usage.note(planned, document, operationName, identity.scopes)
  const type = checked.definition.operation
  const refused = type === 'subscription' ? refusedSubscription(planned) : undefined
  if (refused !== undefined) return { errors: [refused] }
  // For its work in the gateway and its subgraphs.
  const workMs = checked.cost.introspectionMs + checked.cost.of(variables) / COST_PER_MS
  const overRate = isLimited ? clients.charge(identity, workMs) : undefined
  return overRate === undefined ? { graph, snapshot, type, planned, variables, source } : refusalOf(overRate)
}

function failed(error: unknown, logger: Logger): OperationRefusal {
  if (error instanceof GraphQLError && typeof error.extensions.code === 'string') return { errors: [error] }
  const { message, extensions } = maskError(error, logger)
  return { errors: [new GraphQLError(message, { extensions })] }
}
