import {
  type GraphQLScalarType,
  type GraphQLSchema,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  valueFromASTUntyped,
} from 'graphql'

const DATE_TIME = /^(date_?time|timestamp|instant)$/i

/** Throws an error that states the required form of the scalar's values. */
type Check = (value: unknown) => void

/**
 * Requirements for a scalar's values, by the end of its `@specifiedBy` URL, since the same document has several
 * addresses.
 *
 * RFC 3339 also describes dates alone and times alone, so the name of the scalar decides as well.
 */
const CHECKS: readonly { readonly url: RegExp; readonly name?: RegExp; readonly check: Check }[] = [
  { url: /\/rfc3339(\.\w+)?(#.*)?$/i, name: DATE_TIME, check: parseDateTime },
  { url: /\/date-time(\.html)?$/i, name: DATE_TIME, check: parseDateTime },
  { url: /\/rfc(4122|9562)(\.\w+)?(#.*)?$/i, check: checkUuid },
]

/** Source: RFC 9562, section 4. */
const UUID = /^((urn:uuid:)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32})$/i

function checkUuid(value: unknown): void {
  if (typeof value === 'string' && UUID.test(value)) return
  throw new TypeError('A UUID is a string such as "f81d4fae-7dec-41d0-a765-00a0c91e6bf6".')
}

/**
 * Makes a schema refuse malformed values of the scalars whose specification is known.
 *
 * Values that conform are unchanged: a subgraph receives what the client sent.
 */
export function checkSpecifiedScalars(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || isSpecifiedScalarType(type)) continue
    const check = checkOf(type)
    if (check === undefined) continue
    type.parseValue = (value) => {
      check(value)
      return value
    }
    type.parseLiteral = (node, variables) => {
      // A number does not count as a string of digits.
      check(node.kind === Kind.STRING ? node.value : undefined)
      return valueFromASTUntyped(node, variables)
    }
  }
}

function checkOf({ name, specifiedByURL }: GraphQLScalarType): Check | undefined {
  if (typeof specifiedByURL !== 'string') return undefined
  const known = CHECKS.find((each) => each.url.test(specifiedByURL) && each.name?.test(name) !== false)
  return known?.check
}

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
