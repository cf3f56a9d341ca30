import { forbidden } from '@travel-rule/federation/operation/guarded-fields'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { Requirement } from '@travel-rule/federation/supergraph/read-requirements'
import type { GraphQLError } from 'graphql'

/** Nothing is left of a subscription whose field is refused (`FORBIDDEN`), or left out by its own conditions (`GRAPHQL_VALIDATION_FAILED`). */
export function refusedSubscription({ plan, refused }: PlannedOperation): GraphQLError | undefined {
  if (plan.node !== undefined) return undefined
  if (refused.size > 0) return forbidden('this subscription', mergeRequirements(refused.values()))
  const message = 'With these variables the subscription asks for nothing: its own field is left out.'
  return refusalError({ code: 'GRAPHQL_VALIDATION_FAILED', message })
}

function mergeRequirements(requirements: Iterable<Requirement>): Requirement {
  const all = [...requirements]
  return { scopes: all.flatMap(({ scopes }) => scopes), policies: all.flatMap(({ policies }) => policies) }
}
