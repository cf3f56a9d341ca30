import type { GraphQLError } from 'graphql'
import { forbidden } from '../execution/forbidden.ts'
import type { Requirement } from '../graph/read-requirements.ts'
import type { PlannedOperation } from './plan-operation.ts'

/** Nothing is left of a subscription whose field is refused. */
export function refusedSubscription({ plan, refused }: PlannedOperation): GraphQLError | undefined {
  return plan.node === undefined ? forbidden('this subscription', mergeRequirements(refused.values())) : undefined
}

function mergeRequirements(requirements: Iterable<Requirement>): Requirement {
  const all = [...requirements]
  return { scopes: all.flatMap(({ scopes }) => scopes), policies: all.flatMap(({ policies }) => policies) }
}
