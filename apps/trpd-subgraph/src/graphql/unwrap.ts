import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { Refusal } from '../actions/unit-of-work.ts'

type Result<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Refusal }

/** The value of an outcome; a refusal becomes the error that clients see. */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw refusalError(result.problem)
}

/** The fields of a GraphQL input that were given; null counts as absent. */
export function given<Input extends object>(input: Input): { [Key in keyof Input]: Exclude<Input[Key], null> } {
  const entries = Object.entries(input).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Input]: Exclude<Input[Key], null> }
}
