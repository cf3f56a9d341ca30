import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { GraphQLError } from 'graphql'

/** What one operation may ask for. Applications stay far below the defaults. */
export interface OperationLimits {
  /** Length of the operation's text. */
  readonly textBytesMax: number
  /** Tokens of the GraphQL grammar in the text. */
  readonly tokensMax: number
  /** Brackets within brackets in the text, and selections within selections once fragments are followed. */
  readonly nestingMax: number
  /** Fields within fields. */
  readonly depthMax: number
  /** Fields of `Query`, `Mutation` or `Subscription`. */
  readonly rootFieldsMax: number
  /** Fields once fragments are put in place of their spreads. */
  readonly fieldsMax: number
  /** Aliases once fragments are put in place of their spreads. */
  readonly aliasesMax: number
  readonly directivesMax: number
  /** Fragments that are defined. */
  readonly fragmentsMax: number
  /** Variables that are defined. */
  readonly variablesMax: number
  /** Entries that one list is asked for. */
  readonly listSizeMax: number
  /** Entries that a list counts with when nothing says how long it is. */
  readonly listSizeAssumed: number
  /** Cost by `@cost` and `@listSize`; an object costs 1 unless told otherwise. */
  readonly costMax: number
  /** Errors that are looked for in one operation. */
  readonly errorsMax: number
}

export const DEFAULT_OPERATION_LIMITS: OperationLimits = {
  textBytesMax: 250_000,
  tokensMax: 10_000,
  nestingMax: 100,
  depthMax: 30,
  rootFieldsMax: 50,
  fieldsMax: 2_000,
  aliasesMax: 250,
  directivesMax: 250,
  fragmentsMax: 250,
  variablesMax: 100,
  listSizeMax: 10_000,
  listSizeAssumed: 10,
  costMax: 100_000,
  errorsMax: 20,
}

/** One limit that was met. */
export interface ExceededLimit {
  /** Stable name, for machines. */
  readonly limit: string
  readonly max: number
  /** What the operation has; where counting ended early, at least that. */
  readonly value: number
  /** The plural of what is counted, as in `has 12 aliases`. */
  readonly unit: string
}

/** The refusal of something over a limit: code `OPERATION_LIMIT_EXCEEDED`, with `limit`, `max` and `value`. */
export function limitExceeded(
  { limit, max, value, unit }: ExceededLimit,
  subject: 'The operation has' | 'The variables have' = 'The operation has',
): GraphQLError {
  const counted = Math.min(value, Number.MAX_SAFE_INTEGER)
  return refusalError({
    code: 'OPERATION_LIMIT_EXCEEDED',
    message: `${subject} ${counted} ${unit}: at most ${max} are allowed.`,
    extensions: { limit, max, value: counted },
  })
}
