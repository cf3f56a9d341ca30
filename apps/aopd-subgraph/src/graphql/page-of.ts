import { refusalError } from '@travel-rule/subgraph/graphql-error'

export const LIMIT_MAX = 500
/** PostgreSQL walks over what it leaves out. */
export const OFFSET_MAX = 1_000_000

/** The page that a client asks for, or `INPUT_INVALID`. */
export function pageOf(args: {
  readonly limit?: number | null | undefined
  readonly offset?: number | null | undefined
}) {
  const limit = args.limit ?? 50
  const offset = args.offset ?? 0
  if (limit < 1 || limit > LIMIT_MAX)
    throw refusalError({ code: 'INPUT_INVALID', message: `limit: choose between 1 and ${LIMIT_MAX}.` })
  if (offset < 0 || offset > OFFSET_MAX)
    throw refusalError({ code: 'INPUT_INVALID', message: `offset: choose between 0 and ${OFFSET_MAX}.` })
  return { limit, offset }
}
