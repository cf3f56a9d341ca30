import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** `DateTime`: a `Date` inside, RFC 3339 in UTC outside. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  serialize(value) {
    if (value instanceof Date) return value.toISOString()
    throw new GraphQLError('DateTime: the value is no Date')
  },
  parseValue: parseInstant,
  parseLiteral: (node) => parseInstant(node.kind === Kind.STRING ? node.value : undefined),
})

function parseInstant(value: unknown): Date {
  const instant = typeof value === 'string' && RFC_3339.test(value) ? new Date(value) : undefined
  if (instant && !Number.isNaN(instant.getTime())) return instant
  throw new GraphQLError('DateTime: write an instant as RFC 3339 does, such as 2026-01-31T12:00:00Z')
}
