import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { type SchemaLengths, schemaLengths } from './schema-lengths.ts'

/** What an operation may read besides as much as the query that tools send to read the whole schema. */
const BESIDES_THE_WHOLE = 5_000
/** A text of the schema counts as so many values: it is longer than a name. */
const TEXT_SIZE = 5

const TEXTS: readonly string[] = ['description', 'deprecationReason', 'defaultValue', 'specifiedByURL']

/** The number of values that introspection may have to answer, and how many it may be. */
export interface IntrospectionSize {
  readonly value: number
  readonly max: number
}

/** How much an operation reads of the schema, at most; each fragment is measured once. `undefined` when it does not read the schema. */
export function introspectionSize(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): IntrospectionSize | undefined {
  const value = sizeOf(schemaLengths(schema), document, operation)
  return value === 0 ? undefined : { value, max: wholeSchemaSize(schema) + BESIDES_THE_WHOLE }
}

const wholeSizes = new WeakMap<GraphQLSchema, number>()

function wholeSchemaSize(schema: GraphQLSchema): number {
  const known = wholeSizes.get(schema)
  if (known !== undefined) return known
  const options = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, oneOf: true }
  const document = parse(getIntrospectionQuery({ ...options, inputValueDeprecation: true }))
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const size = operation === undefined ? 0 : sizeOf(schemaLengths(schema), document, operation)
  wholeSizes.set(schema, size)
  return size
}

/** Where in the schema a selection stands. */
interface Place {
  /** The list whose entries are at hand, each once: all of the schema together. `undefined` when an entry may come up any number of times. */
  readonly each: string | undefined
  /** `ofType` within each other down to here. */
  readonly wrappers: number
}

const ANYWHERE: Place = { each: undefined, wrappers: 0 }

function sizeOf(lengths: SchemaLengths, document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  const known = new Map<string, number>()

  /** Outside of introspection `place` is `undefined`. */
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
    return lengthOf(name, place, lengths) * ((TEXTS.includes(name) ? TEXT_SIZE : 1) + values)
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

/** Lists of the entries of other lists: read for each entry once, they are all of the schema together. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  __schema: ['types', 'directives'],
  types: ['fields', 'interfaces', 'possibleTypes', 'enumValues', 'inputFields'],
  directives: ['args', 'locations'],
  fields: ['args'],
}
/** Those whose entries have lists of their own that count as above: others lead to types that come up again. */
const OWNERS: readonly string[] = ['types', 'directives', 'fields']

function placeWithin(name: string, { each, wrappers }: Place): Place {
  if (name === 'ofType') return { each: undefined, wrappers: wrappers + 1 }
  const isOwned = each !== undefined && WITHIN[each]?.includes(name) === true && OWNERS.includes(name)
  return isOwned ? { each: name, wrappers: 0 } : ANYWHERE
}

/** An average, where the list is read for each entry of another: all of them together are that often as long. */
function lengthOf(name: string, { each }: Place, { lists }: SchemaLengths): number {
  const length = lists.get(name)
  if (length === undefined) return 1
  if (each === undefined || WITHIN[each]?.includes(name) !== true) return length.longest
  const entries = each === '__schema' ? 1 : (lists.get(each)?.all ?? 1)
  return entries === 0 ? 0 : length.all / entries
}
