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
  /**
   * Whether an operation with a forbidden field is refused, instead of executed without the field.
   */
  readonly rejectUnauthorized: boolean
}

/** The guards that refuse the caller, or why the operation is refused. */
export type Authorised = { readonly refused: readonly Guard[] } | readonly GraphQLError[]

/**
 * The guards of an operation that refuse its caller: their fields are not fetched.
 *
 * With `rejectUnauthorized`, the `FORBIDDEN` errors instead. Rejects when policies cannot be
 * decided.
 */
export function authorise(
  { guards, policies }: CheckedOperation,
  { identity }: Pick<Caller, 'identity'>,
  { decide, rejectUnauthorized }: Authorisation,
): Authorised | Promise<Authorised> {
  if (guards.length === 0) return NONE_REFUSED
  if (policies.length === 0) return judge(NO_POLICY)
  return decidePolicies(decide, policies, identity).then(judge)

  function judge(check: PolicyCheck): Authorised {
    const refused = refusedGuards({ guards }, allowsWith(identity.scopes, check))
    return rejectUnauthorized && refused.length > 0 ? refused.flatMap(errorsOf).slice(0, errorsMax) : { refused }
  }
}

/** Whether a caller with these scopes meets a requirement. */
export function allowsWith(granted: readonly string[], policy: PolicyCheck): Allows {
  return ({ scopes, policies }) =>
    scopes.every((choice) => satisfiesScopes(granted, choice)) &&
    policies.every((choice) => choice.some((every) => every.every(policy)))
}

/**
 * The plan of a live subscription for one event, or why the subscription ends. Never rejects.
 *
 * Policies are decided again for each event, and can only remove fields: the event was requested
 * without those that were refused before. Scopes change with the caller's token alone, which
 * prepares the subscription again.
 */
export function authoriseEvent(
  { graph, source, planned, variables }: PreparedOperation,
  caller: Caller,
  authorisation: Authorisation,
  logger: Logger,
): PlannedOperation | GraphQLError | Promise<PlannedOperation | GraphQLError> {
  const { checked } = source
  if (checked.policies.length === 0) return planned
  const refusedBefore = checked.guards.filter(({ fields }) => fields.some(({ node }) => planned.refused.has(node)))
  return Promise.resolve(authorise(checked, caller, authorisation))
    .then((authorised) => {
      if (!('refused' in authorised)) return authorised[0] ?? forbidden('this subscription', NO_REQUIREMENT)
      const all = new Set([...refusedBefore, ...authorised.refused])
      const refused = checked.guards.filter((guard) => all.has(guard))
      const next = planWithout(graph, checked, refused, variables)
      return refusedSubscription(next) ?? next
    })
    .catch((error: unknown) => {
      logger.warn({ err: error }, 'the policies of a live event could not be decided')
      return refusalError({ code: 'FORBIDDEN', message: 'Your permissions could not be decided. Subscribe again.' })
    })
}

/**
 * Why a subscription without its field is refused: `FORBIDDEN`, or `GRAPHQL_VALIDATION_FAILED` by
 * its own conditions.
 */
export function refusedSubscription({ plan, refused }: PlannedOperation): GraphQLError | undefined {
  if (plan.node !== undefined) return undefined
  if (refused.size > 0) return forbidden('this subscription', mergeRequirements(refused.values()))
  const message = 'With these variables, @skip or @include removes the only field of the subscription.'
  return refusalError({ code: 'GRAPHQL_VALIDATION_FAILED', message })
}

const NO_POLICY: PolicyCheck = () => false
const NONE_REFUSED = { refused: [] }
const NO_REQUIREMENT: Requirement = { scopes: [], policies: [] }
/** Errors in one response. */
const errorsMax = 20

function errorsOf({ fields, requirement }: Guard): GraphQLError[] {
  return fields.map(({ node, parentType }) => forbidden(`${parentType}.${node.name.value}`, requirement))
}

function mergeRequirements(requirements: Iterable<Requirement>): Requirement {
  const all = [...requirements]
  return { scopes: all.flatMap(({ scopes }) => scopes), policies: all.flatMap(({ policies }) => policies) }
}
