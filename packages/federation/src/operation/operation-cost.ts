import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  isInputType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql'
import { numberOf } from '../subgraph-client/data-object.ts'
import type { IntrospectionLengths } from '../supergraph/introspection-lengths.ts'
import { fragmentsOf, operationsOf, type Variables } from './collect-fields.ts'
import { type CostEstimate, type CostParts, estimateCost } from './estimate-cost.ts'
import { hasVariableCost, inputCostKey } from './input-cost.ts'
import { limitExceeded } from './operation-limits.ts'
import { badInput } from './refusal-error.ts'

/** The cost of one operation; estimated once for each combination of list and argument lengths. */
export interface OperationCost {
  /** The cost with the default values of the variables. */
  readonly assumed: number
  /** Approximate time to execute its introspection; 0 without introspection. */
  readonly introspectionMs: number
  /** The cost with the variables of a request, coerced. */
  of(variables: Variables): number
  /**
   * The error if the operation is too expensive with these variables, or lacks a required slicing
   * argument.
   */
  check(variables: Variables): GraphQLError | undefined
}

export interface CostLimits {
  readonly costMax: number
  readonly listSizeMax: number
  readonly introspectionLengths: IntrospectionLengths
}

/** Number of introspection values that graphql-js resolves per millisecond, as measured. */
const SCHEMA_VALUES_PER_MS = 1_000

/** Maximum number of cached estimates per operation; the oldest is evicted. */
const estimatesMax = 32

/** The cost of a valid operation. */
export function openOperationCost(
  parts: CostParts & CostLimits,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationCost {
  const first = estimateCost(parts, document, operation, defaultsOf(operation))
  const names = [...first.sizedBy]
  const inputs = inputVariables(parts.schema, operation)
  const introspection = introspectionSize(parts.introspectionLengths, document, operation)
  const estimates = new Map<string, CostEstimate>()

  function estimate(variables: Variables): CostEstimate {
    if (names.length === 0 && inputs.length === 0) return first
    let key = ''
    for (const name of names) key += `${numberOf(variables[name])},`
    for (const { name, type } of inputs) key += `${inputCostKey(type, variables[name], parts.costs)},`
    const estimated = estimates.get(key)
    if (estimated !== undefined) return estimated
    const [oldest] = estimates.size < estimatesMax ? [] : estimates.keys()
    if (oldest !== undefined) estimates.delete(oldest)
    const made = estimateCost(parts, document, operation, variables)
    estimates.set(key, made)
    return made
  }
  return {
    assumed: first.cost,
    introspectionMs: (introspection?.value ?? 0) / SCHEMA_VALUES_PER_MS,
    of: (variables) => estimate(variables).cost,
    check(variables) {
      const { cost, listSize, unsliced } = estimate(variables)
      if (unsliced !== undefined) return notSliced(unsliced)
      const { costMax, listSizeMax } = parts
      if (listSize > listSizeMax) {
        return limitExceeded({ limit: 'listSize', max: listSizeMax, value: listSize, unit: 'entries in one list' })
      }
      if (cost > costMax) return limitExceeded({ limit: 'cost', max: costMax, value: cost, unit: 'cost points' })
      if (introspection !== undefined && introspection.value > introspection.max) {
        return limitExceeded({ limit: 'introspection', ...introspection, unit: 'introspection values' })
      }
      return undefined
    },
  }
}

function defaultsOf({ variableDefinitions }: OperationDefinitionNode): Variables {
  const defaults: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of variableDefinitions ?? []) {
    if (defaultValue?.kind === Kind.INT) defaults[variable.name.value] = Number(defaultValue.value)
  }
  return defaults
}

/** Variables whose values affect the cost: input objects, and values that may be long. */
function inputVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): readonly { readonly name: string; readonly type: GraphQLInputType }[] {
  return variableDefinitions.flatMap(({ variable, type: node }) => {
    // The overloads of `typeFromAST` differ only in their types.
    const type = typeFromAST(schema, node as NamedTypeNode)
    return isInputType(type) && hasVariableCost(type) ? [{ name: variable.name.value, type }] : []
  })
}

function notSliced(coordinate: string): GraphQLError {
  return badInput(`${coordinate} requires exactly one of its arguments that limit the number of entries.`)
}

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
