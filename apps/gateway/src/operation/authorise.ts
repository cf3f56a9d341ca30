import type { Identity } from '@travel-rule/auth/identity'
import { satisfiesScopes } from '@travel-rule/auth/scopes'
import type { CheckedOperation } from '@travel-rule/federation/operation/check-operation'
import { forbidden, type Guard } from '@travel-rule/federation/operation/guarded-fields'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import { type Allows, planWithout, refusedGuards } from '@travel-rule/federation/planning/plan-operation'
import type { Requirement } from '@travel-rule/federation/supergraph/read-requirements'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import { type DecidePolicies, decidePolicies, type PolicyCheck } from './policies.ts'
import type { PreparedOperation } from './prepared-operation.ts'

export interface Authorisation {
  readonly decide: DecidePolicies
  /** If true, an operation with a forbidden field is refused, instead of executed without that field. */
  readonly rejectUnauthorized: boolean
}

/** The guards that the caller does not satisfy, or the errors that refuse the operation. */
export type Authorised = { readonly refused: readonly Guard[] } | readonly GraphQLError[]

/**
 * Decides which guards of an operation refuse its caller. Their fields are not fetched. With `rejectUnauthorized`,
 * returns `FORBIDDEN` errors instead.
 */
export function authorise(
  { guards }: Pick<CheckedOperation, 'guards'>,
  { scopes }: Pick<Identity, 'scopes'>,
  meetsPolicy: PolicyCheck,
  { rejectUnauthorized }: Pick<Authorisation, 'rejectUnauthorized'>,
): Authorised {
  if (guards.length === 0) return NONE_REFUSED
  const refused = refusedGuards({ guards }, allowsWith(scopes, meetsPolicy))
  return rejectUnauthorized && refused.length > 0 ? refused.flatMap(errorsOf).slice(0, errorsMax) : { refused }
}

/** True if a caller with these scopes meets a requirement. */
export function allowsWith(granted: readonly string[], policy: PolicyCheck): Allows {
  return ({ scopes, policies }) =>
    scopes.every((choice) => satisfiesScopes(granted, choice)) &&
    policies.every((choice) => choice.some((every) => every.every(policy)))
}

/**
 * The plan of a live subscription for one event, or the error that ends the subscription. Never
 * rejects.
 *
 * Policies are decided again for each event, and can only remove fields, since the event was
 * requested without those that were already refused. Scopes change only with the token of the
 * caller, and a new token prepares the subscription again.
 */
export async function authoriseEvent(
  { graph, source, planned, variables }: PreparedOperation,
  { identity }: Pick<Caller, 'identity'>,
  authorisation: Authorisation,
  logger: Logger,
): Promise<PlannedOperation | GraphQLError> {
  const { checked } = source
  if (checked.policies.length === 0) return planned
  const refusedBefore = checked.guards.filter(({ fields }) => fields.some(({ node }) => planned.refused.has(node)))
  try {
    const meetsPolicy = await decidePolicies(authorisation.decide, checked.policies, identity)
    const authorised = authorise(checked, identity, meetsPolicy, authorisation)
    if (!('refused' in authorised)) return authorised[0] ?? forbidden('this subscription', NO_REQUIREMENT)
    const all = new Set([...refusedBefore, ...authorised.refused])
    const refused = checked.guards.filter((guard) => all.has(guard))
    const next = planWithout(graph, checked, refused, variables, (label) => planned.overrides.get(label) === true)
    return refusedSubscription(next) ?? next
  } catch (error) {
    logger.warn({ err: error }, 'the policies of a live event could not be decided')
    return refusalError({ code: 'FORBIDDEN', message: 'Your access could not be determined. Subscribe again.' })
  }
}

/**
 * The error for a subscription whose only field is removed: `FORBIDDEN`, or
 * `GRAPHQL_VALIDATION_FAILED` when `@skip` or `@include` removes it.
 */
export function refusedSubscription({ plan, refused }: PlannedOperation): GraphQLError | undefined {
  if (plan.node !== undefined) return undefined
  if (refused.size > 0) return forbidden('this subscription', mergeRequirements(refused.values()))
  const message = 'With these variables, @skip or @include removes the only field of the subscription.'
  return refusalError({ code: 'GRAPHQL_VALIDATION_FAILED', message })
}

const NONE_REFUSED = { refused: [] }
const NO_REQUIREMENT: Requirement = { scopes: [], policies: [] }
/** Limit on the errors in one response. */
const errorsMax = 20

function errorsOf({ fields, requirement }: Guard): GraphQLError[] {
  return fields.map(({ node, parentType }) => forbidden(`${parentType}.${node.name.value}`, requirement))
}

function mergeRequirements(requirements: Iterable<Requirement>): Requirement {
  const all = [...requirements]
  return { scopes: all.flatMap(({ scopes }) => scopes), policies: all.flatMap(({ policies }) => policies) }
}
