import {
  type DocumentNode,
  getIntrospectionQuery,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import type { IntrospectionLengths } from '../supergraph/introspection-lengths.ts'
import { fragmentsOf, operationsOf } from './collect-fields.ts'

/** Number of values that an operation may read in addition to those of a tool's introspection query. */
const ADDITIONAL_VALUES_MAX = 5_000
/** Number of values counted for a description, which is longer than a name. */
const STRING_SIZE = 5

const LONG_STRINGS: readonly string[] = ['description', 'deprecationReason', 'defaultValue', 'specifiedByURL']

/** The number of values in the response to introspection, and the limit on it. */
export interface IntrospectionSize {
  readonly value: number
  readonly max: number
}

/**
 * An upper bound for the values that an operation's introspection returns; `undefined` without
 * introspection. Visits each fragment once.
 */
export function introspectionSize(
  lengths: IntrospectionLengths,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): IntrospectionSize | undefined {
  const value = sizeOf(lengths, document, operation)
  if (value === 0) return undefined
  const [complete] = operationsOf(COMPLETE_QUERY)
  return {
    value,
    max: ADDITIONAL_VALUES_MAX + (complete === undefined ? 0 : sizeOf(lengths, COMPLETE_QUERY, complete)),
  }
}

/** The introspection query that tools send to read a complete schema. */
const COMPLETE_QUERY = parse(
  getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    oneOf: true,
    inputValueDeprecation: true,
  }),
  { noLocation: true },
)

/** The position of a selection within introspection. */
interface Place {
  /**
   * The list whose entries are selected, each at most once; `undefined` when entries may repeat.
   */
  readonly each: string | undefined
  /** Depth of `ofType`. */
  readonly wrappers: number
}

const ANYWHERE: Place = { each: undefined, wrappers: 0 }

function sizeOf(lengths: IntrospectionLengths, document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = fragmentsOf(document)
  const known = new Map<string, number>()

  /** `place` is `undefined` outside of introspection. */
  const within = ({ selections }: SelectionSetNode, place: Place | undefined): number => {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) sum += within(selection.selectionSet, place)
      else if (selection.kind === Kind.FRAGMENT_SPREAD) sum += spread(selection.name.value, place)
      else sum += field(selection.name.value, selection.selectionSet, place)
    }
    return sum
  }
  const field = (name: string, inner: SelectionSetNode | undefined, place: Place | undefined): number => {
    if (place === undefined) {
      const begins = inner !== undefined && (name === '__schema' || name === '__type')
      return begins ? 1 + within(inner, name === '__schema' ? SCHEMA : ANYWHERE) : 0
    }
    const next = placeWithin(name, place)
    if (next.wrappers > lengths.wrappers) return 1
    const values = inner === undefined ? 0 : within(inner, next)
    return lengthOf(name, place, lengths) * ((LONG_STRINGS.includes(name) ? STRING_SIZE : 1) + values)
  }
  const spread = (name: string, place: Place | undefined): number => {
    const fragment = fragments.get(name)
    if (fragment === undefined) return 0
    const key = `${place?.each} ${place?.wrappers} ${name}`
    const size = known.get(key) ?? within(fragment.selectionSet, place)
    known.set(key, size)
    return size
  }
  return Math.ceil(within(operation.selectionSet, undefined))
}

const SCHEMA: Place = { each: '__schema', wrappers: 0 }

/**
 * Lists inside the entries of other lists. When each entry is read once, their lengths add up to
 * the total in the schema.
 */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  __schema: ['types', 'directives'],
  types: ['fields', 'interfaces', 'possibleTypes', 'enumValues', 'inputFields'],
  directives: ['args', 'locations'],
  fields: ['args'],
}
/** Lists whose entries contain such lists. Other fields return types, which may repeat. */
const OWNERS: readonly string[] = ['types', 'directives', 'fields']

function placeWithin(name: string, { each, wrappers }: Place): Place {
  if (name === 'ofType') return { each: undefined, wrappers: wrappers + 1 }
  const isOwned = each !== undefined && WITHIN[each]?.includes(name) === true && OWNERS.includes(name)
  return isOwned ? { each: name, wrappers: 0 } : ANYWHERE
}

/** The average length of a list that is read for each entry of another list. */
function lengthOf(name: string, { each }: Place, { lists }: IntrospectionLengths): number {
  const length = lists.get(name)
  if (length === undefined) return 1
  if (each === undefined || WITHIN[each]?.includes(name) !== true) return length.longest
  const entries = each === '__schema' ? 1 : (lists.get(each)?.all ?? 1)
  return entries === 0 ? 0 : length.all / entries
}
