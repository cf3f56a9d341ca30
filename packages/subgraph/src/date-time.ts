import { parseDateTime } from '@travel-rule/federation/supergraph/date-time'
import { GraphQLScalarType, Kind } from 'graphql'

/** The scalar `DateTime`: a `Date`, as RFC 3339 in UTC. The gateway refuses the same values. */
export const dateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  serialize(value) {
    if (value instanceof Date) return value.toISOString()
    throw new TypeError('a DateTime is a Date')
  },
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : undefined),
})
