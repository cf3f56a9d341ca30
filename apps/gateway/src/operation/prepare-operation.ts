import { maskError } from '@travel-rule/federation/execution/run/mask-error'
import { overridesOf } from '@travel-rule/federation/operation/override-labels'
import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import { type AdmissionParts, type Arrival, admit, refusalOf } from './admit-operation.ts'
import { type Authorisation, authorise, refusedSubscription } from './authorise.ts'
import { decidePolicies, meetsNone, type PolicyCheck } from './policies.ts'
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
  const { clients, authorisation, logger } = parts
  const { identity } = caller
  try {
    const admitted = await admit(request, caller, arrival, parts)
    if ('errors' in admitted) return refused(admitted)
    const { policies } = admitted.source.checked
    const meetsPolicy =
      policies.length === 0 ? meetsNone : await decidePolicies(authorisation.decide, policies, identity)
    const prepared = plan(admitted, caller, meetsPolicy, arrival, parts)
    return 'errors' in prepared ? refused(prepared) : prepared
  } catch (error) {
    return failed(error, logger)
  }

  /** A planned operation is charged for its work. Charges a refused one too, so that the next in turn sees the debt. */
  function refused(refusal: OperationRefusal): OperationRefusal {
    if (arrival === 'REQUEST') clients.charge(identity, 0)
    return refusal
  }
}

/**
 * Cost points that a subgraph handles per millisecond of CPU time. The costs of our own schema are weighted accordingly
 * (`npm run bench -- cost`).
 */
export const COST_PER_MS = 60

/** Plans an admitted operation without the fields that are refused to its caller, and charges its client for the work. */
function plan(
  admitted: AdmittedOperation,
  { identity }: Caller,
  meetsPolicy: PolicyCheck,
  arrival: Arrival,
  { clients, authorisation, overrideLabels }: PrepareParts,
): Preparation {
  const { snapshot, source, variables } = admitted
  const { document, operationName, checked } = source
  const { graph } = snapshot
  const authorised = authorise(checked, identity, meetsPolicy, authorisation)
  if (!('refused' in authorised)) return { errors: authorised }
  const { made } = checked.plans
  const overrides = overridesOf(identity.subject, overrideLabels)
  const planned = clients.measure(identity, () => planWithout(graph, checked, authorised.refused, variables, overrides))
  const isNew = checked.plans.made !== made
  // An operation that is not stored, such as one with literals, may not be sent again.
  const isUsed = !isNew || graph.operations.resize(document, operationName, checked)
  if (isUsed) graph.usage.note(planned, document, operationName, identity.scopes)
  const type = checked.definition.operation
  const forbidden = type === 'subscription' ? refusedSubscription(planned) : undefined
  if (forbidden !== undefined) return { errors: [forbidden] }
  const workMs = checked.cost.introspectionMs + checked.cost.of(variables) / COST_PER_MS
  const overRate = arrival !== 'LIVE' ? clients.charge(identity, workMs) : undefined
  return overRate === undefined ? { graph, snapshot, type, planned, variables, source } : refusalOf(overRate)
}

function failed(error: unknown, logger: Logger): OperationRefusal {
  if (error instanceof GraphQLError && typeof error.extensions.code === 'string') return { errors: [error] }
  const { message, extensions } = maskError(error, logger)
  return { errors: [new GraphQLError(message, { extensions })] }
}
