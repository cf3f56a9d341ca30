import type { Result } from '@travel-rule/service/result'
import { refusalError } from '@travel-rule/subgraph/graphql-error'

/** The value of a result; throws a refusal as the GraphQL error that clients see. */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw refusalError(result.refusal)
}

/** `input` without null and undefined fields. */
export function withoutNulls<Input extends object>(input: Input): { [Key in keyof Input]: Exclude<Input[Key], null> } {
  const entries = Object.entries(input).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Input]: Exclude<Input[Key], null> }
}
