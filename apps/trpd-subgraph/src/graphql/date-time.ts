import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'

/** RFC 3339, section 5.6: a date and time with seconds and an offset. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i

/** `DateTime`: a `Date` inside, RFC 3339 in UTC outside. */
export const dateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  serialize(value) {
    if (value instanceof Date) return value.toISOString()
    throw new TypeError('a DateTime is a Date')
  },
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : undefined),
})

function parseDateTime(value: unknown): Date {
  const date = new Date(typeof value === 'string' && RFC_3339.test(value) ? value : Number.NaN)
  if (!Number.isNaN(date.getTime())) return date
  throw new GraphQLError('DateTime must be RFC 3339 text such as 2026-01-31T12:00:00Z', {
    extensions: { code: 'BAD_USER_INPUT' },
  })
}
