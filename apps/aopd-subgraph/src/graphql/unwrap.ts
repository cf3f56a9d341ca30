import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { Parsed } from '../domain/refusal.ts'

/** The value of a result; a refusal becomes the error that GraphQL clients see. */
export function unwrap<T>(result: Parsed<T>): T {
  if (result.ok) return result.value
  throw refusalError(result.refusal)
}
