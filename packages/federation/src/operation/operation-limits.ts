import type { GraphQLError } from 'graphql'
import { refusalError } from './refusal-error.ts'

/** Limits on one operation. Applications stay far below the defaults. */
export interface OperationLimits {
  /** Length of the document, in bytes. */
  readonly textBytesMax: number
  /** Number of tokens of the document. */
  readonly tokensMax: number
  /** Depth of brackets in the document, and of selections once fragments are expanded. */
  readonly nestingMax: number
  /** Depth of fields. */
  readonly depthMax: number
  /** Number of fields of `Query`, `Mutation` or `Subscription`. */
  readonly rootFieldsMax: number
  /** Number of fields, with fragments expanded. */
  readonly fieldsMax: number
  /** Number of aliases, with fragments expanded. */
  readonly aliasesMax: number
  readonly directivesMax: number
  /** Number of fragment definitions. */
  readonly fragmentsMax: number
  /** Number of variable definitions. */
  readonly variablesMax: number
  /** Number of entries requested of one list. */
  readonly listSizeMax: number
  /** Assumed number of entries in a list of unknown length. */
  readonly listSizeAssumed: number
  /** Cost by `@cost` and `@listSize`; an object costs 1 by default. */
  readonly costMax: number
  /** Number of errors reported for one operation. */
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

/** A limit that an operation exceeds. */
export interface ExceededLimit {
  /** Stable name for use by programs. */
  readonly limit: string
  readonly max: number
  /** The measured value; only a lower bound when counting ended early. */
  readonly value: number
  /** The plural noun for what is counted, as in `has 12 aliases`. */
  readonly unit: string
}

/**
 * The error for an exceeded limit: code `OPERATION_LIMIT_EXCEEDED`, with `limit`, `max` and
 * `value`.
 */
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
