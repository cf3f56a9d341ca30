import { forbidden } from '@travel-rule/federation/operation/guarded-fields'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import type { Requirement } from '@travel-rule/federation/supergraph/read-requirements'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import { type Authorisation, authorise } from '../operation/authorise.ts'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import { refusedSubscription } from '../operation/refused-subscription.ts'

/**
 * The plan of a live subscription for one event: policies are decided again, and only ever take away, since the event was asked for without
 * what was refused before. What scopes allow changes with the caller's token, which is told to the relay. Never rejects: what cannot be
 * decided is refused.
 */
export function authoriseEvent(
  { graph, source, planned, variables }: PreparedOperation,
  caller: Caller,
  authorisation: Authorisation,
  logger: Logger,
): PlannedOperation | GraphQLError | Promise<PlannedOperation | GraphQLError> {
  const { checked } = source
  if (checked.policies.length === 0) return planned
  const before = checked.guards.filter(({ fields }) => fields.some(({ node }) => planned.refused.has(node)))
  return Promise.resolve(authorise(checked, caller, authorisation))
    .then((authorised) => {
      if (!('refused' in authorised)) return authorised[0] ?? forbidden('this subscription', NO_REQUIREMENT)
      const refused = new Set([...before, ...authorised.refused])
      const next = planWithout(
        graph,
        checked,
        checked.guards.filter((guard) => refused.has(guard)),
        variables,
      )
      return refusedSubscription(next) ?? next
    })
    .catch((error: unknown) => {
      logger.warn({ err: error }, 'what may be seen of an event could not be decided')
      return refusalError({ code: 'FORBIDDEN', message: 'What you may see could not be decided. Subscribe again.' })
    })
}

const NO_REQUIREMENT: Requirement = { scopes: [], policies: [] }
