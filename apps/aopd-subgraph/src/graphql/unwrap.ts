import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { ProofResult } from '../foundation/domain/refusal.ts'

/** The value of a result; throws a refusal as the GraphQL error that clients see. */
export function unwrap<T>(result: ProofResult<T>): T {
  if (result.ok) return result.value
  throw refusalError(result.refusal)
}
