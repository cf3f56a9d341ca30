import { GraphQLScalarType, Kind } from 'graphql'

/**
 * The scalar `DateTime`: a `Date`, as RFC 3339 in UTC. The gateway's engine refuses the same values
 * (`specified-scalars.ts`). It is not part of the image of a subgraph, so the rule is written in both.
 */
export const dateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  serialize(value) {
    if (value instanceof Date) return value.toISOString()
    throw new TypeError('a DateTime is a Date')
  },
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : undefined),
})

/** A date and time with seconds and an offset; no leap second. Source: RFC 3339, section 5.6. */
const RFC_3339 = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i

/**
 * The instant denoted by an RFC 3339 string.
 *
 * Throws a `TypeError` for any other value, for a date without a time (its zone is unknown), and for a day that does
 * not exist.
 */
function parseDateTime(value: unknown): Date {
  const day = typeof value === 'string' ? RFC_3339.exec(value)?.[1] : undefined
  const date = new Date(typeof value === 'string' && day !== undefined && isDay(day) ? value : Number.NaN)
  if (!Number.isNaN(date.getTime())) return date
  throw new TypeError(
    'A DateTime is an RFC 3339 string with a date, a time with seconds, and Z or an offset, such as "2026-01-31T12:00:00Z".',
  )
}

/** `Date` itself parses 30 February as 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
