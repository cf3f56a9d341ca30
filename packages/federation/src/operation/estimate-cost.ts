import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { numberOf } from '../subgraph-client/data-object.ts'
import { type Costs, isListOf, type ListSize, OBJECT_WEIGHT } from '../supergraph/read-costs.ts'
import { fragmentsOf, type Variables } from './collect-fields.ts'
import { inputCost } from './input-cost.ts'

/** The cost of an operation with certain variables. */
export interface CostEstimate {
  readonly cost: number
  /**
   * Largest number of entries that an argument requests of one list, except within the `assumedSize` of its field: a
   * size that the subgraph states for it.
   */
  readonly listSize: number
  /** A field without the one slicing argument that it requires. */
  readonly unsliced: string | undefined
  /** Variables that the estimate depends on, because they are slicing arguments. */
  readonly sizedBy: ReadonlySet<string>
  /** Selections visited: each once for every length of its list. */
  readonly visited: number
}

export interface CostParts {
  readonly schema: GraphQLSchema
  readonly costs: Costs
  readonly listSizeAssumed: number
}

/** Base cost of a mutation. */
const MUTATION_COST = 10

/**
 * Estimates the cost of a valid operation: 1 for each object and 0 for each leaf unless `@cost`
 * gives another weight, multiplied by the lengths of lists. Arguments cost by their length. A page
 * costs at least its entries, even when none of its lists is selected.
 *
 * Source: IBM GraphQL cost directives, "Static query analysis".
 */
export function estimateCost(
  parts: CostParts,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): CostEstimate {
  const estimate = new Estimate(parts, document, variables)
  const root = parts.schema.getRootType(operation.operation)?.name ?? ''
  const cost = estimate.selectionSet(operation.selectionSet, root, undefined)
  const { listSize, unsliced, sizedBy, visited } = estimate
  const base = operation.operation === 'mutation' ? MUTATION_COST : 0
  return { cost: Math.max(0, base + cost), listSize, unsliced, sizedBy, visited }
}

/** The length that a field's slicing argument gives to lists inside the returned object. */
interface Sized {
  readonly fields: readonly string[]
  readonly size: number
}

class Estimate {
  readonly #parts: CostParts
  readonly #variables: Variables
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #known = new Map<string, number>()
  readonly sizedBy = new Set<string>()
  listSize = 0
  visited = 0
  unsliced: string | undefined

  constructor(parts: CostParts, document: DocumentNode, variables: Variables) {
    this.#parts = parts
    this.#variables = variables
    this.#fragments = fragmentsOf(document)
  }

  selectionSet({ selections }: SelectionSetNode, parentType: string, sized: Sized | undefined): number {
    let sum = 0
    for (const selection of selections) {
      this.visited += 1
      if (!isNeverIncluded(selection)) sum += this.#selection(selection, parentType, sized)
    }
    return sum
  }

  #selection(selection: SelectionNode, parentType: string, sized: Sized | undefined): number {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#field(selection, parentType, sized)
      case Kind.INLINE_FRAGMENT:
        return this.selectionSet(selection.selectionSet, selection.typeCondition?.name.value ?? parentType, sized)
      case Kind.FRAGMENT_SPREAD:
        return this.#fragment(selection.name.value, sized)
    }
  }

  #fragment(name: string, sized: Sized | undefined): number {
    const key = sized === undefined ? name : `${name} ${sized.size} ${sized.fields.join(' ')}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const fragment = this.#fragments.get(name)
    if (fragment === undefined) return 0
    const cost = this.selectionSet(fragment.selectionSet, fragment.typeCondition.name.value, sized)
    this.#known.set(key, cost)
    return cost
  }

  #field(node: FieldNode, parentType: string, sized: Sized | undefined): number {
    const name = node.name.value
    const field = this.#definition(parentType, name)
    if (field === undefined) return 0
    const coordinate = `${parentType}.${name}`
    const { weights, listSizes } = this.#parts.costs
    const listSize = listSizes.get(coordinate)
    const requested = this.#requestedSize(node, field, coordinate)
    const isSizer = listSize !== undefined && listSize.sizedFields.length > 0
    const inner = isSizer && requested !== undefined ? { fields: listSize.sizedFields, size: requested } : undefined
    const type = getNamedType(field.type)
    const weight = weights.get(coordinate) ?? weights.get(type.name) ?? (isCompositeType(type) ? OBJECT_WEIGHT : 0)
    const selected = node.selectionSet === undefined ? 0 : this.selectionSet(node.selectionSet, type.name, inner)
    const within = inner === undefined ? selected : Math.max(selected, this.#leastOf(inner, type.name))
    const own = isSizer ? undefined : requested
    const fromParent = sized?.fields.includes(name) === true ? sized.size : undefined
    const length = isListOf(field.type) ? (own ?? fromParent ?? this.#parts.listSizeAssumed) : 1
    return length * (weight + within) + this.#arguments(node, field, coordinate)
  }

  /** The cost of the entries themselves, which the field reads for any selection. */
  #leastOf({ fields, size }: Sized, parentType: string): number {
    const { weights } = this.#parts.costs
    const each = fields.map((name) => {
      const field = this.#definition(parentType, name)
      const itemType = field === undefined ? '' : getNamedType(field.type).name
      return weights.get(`${parentType}.${name}`) ?? weights.get(itemType) ?? OBJECT_WEIGHT
    })
    return size * Math.min(...each)
  }

  #requestedSize(node: FieldNode, field: GraphQLField<unknown, unknown>, coordinate: string): number | undefined {
    const listSize = this.#parts.costs.listSizes.get(coordinate)
    if (listSize === undefined) return undefined
    const { size, largest, sliced, sizedBy } = requestedSize(node, field, listSize, this.#variables)
    if (!sliced) this.unsliced ??= coordinate
    if (largest > (listSize.assumedSize ?? 0)) this.listSize = Math.max(this.listSize, largest)
    for (const name of sizedBy) this.sizedBy.add(name)
    return size
  }

  #arguments(node: FieldNode, { args }: GraphQLField<unknown, unknown>, coordinate: string): number {
    const { costs } = this.#parts
    let sum = 0
    for (const { name, type, defaultValue } of args) {
      const weight = costs.weights.get(`${coordinate}(${name})`)
      const sent = node.arguments?.find((argument) => argument.name.value === name)
      if (sent !== undefined) sum += inputCost(type, sent.value, costs, weight, this.#variables)
      // An absent argument has its default value, which is short.
      else if (defaultValue !== undefined) sum += weight ?? 0
    }
    return sum
  }

  #definition(parentType: string, name: string): GraphQLField<unknown, unknown> | undefined {
    const type = this.#parts.schema.getType(parentType)
    return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
  }
}

function isNeverIncluded({ directives }: SelectionNode): boolean {
  return (directives ?? []).some(({ name, arguments: args = [] }) => {
    const value = args[0]?.value
    if (value?.kind !== Kind.BOOLEAN) return false
    return (name.value === 'skip' && value.value) || (name.value === 'include' && !value.value)
  })
}

/** The number of entries that the arguments of a field request. */
interface RequestedSize {
  /** The largest of several arguments; without one, the assumed size, which may be `undefined`. */
  readonly size: number | undefined
  /** The largest argument, 0 without one. */
  readonly largest: number
  /** True if the required number of slicing arguments is present. */
  readonly sliced: boolean
  /** Variables on which the number of entries depends. */
  readonly sizedBy: readonly string[]
}

/**
 * A missing slicing argument has its default value. A negative one is ignored, since subgraphs interpret it
 * differently.
 */
function requestedSize(
  node: FieldNode,
  { args }: GraphQLField<unknown, unknown>,
  { slicingArguments, requireOneSlicingArgument, assumedSize }: ListSize,
  variables: Variables,
): RequestedSize {
  const sizes: number[] = []
  let present = 0
  const sizedBy: string[] = []
  for (const name of slicingArguments) {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value
    if (value?.kind === Kind.VARIABLE) sizedBy.push(value.name.value)
    const written =
      value?.kind === Kind.VARIABLE
        ? numberOf(variables[value.name.value])
        : value?.kind === Kind.INT
          ? Number(value.value)
          : undefined
    const size = written ?? args.find((argument) => argument.name === name)?.defaultValue
    if (typeof size !== 'number') continue
    present += 1
    if (size >= 0) sizes.push(size)
  }
  const largest = Math.max(0, ...sizes)
  return {
    size: sizes.length === 0 ? assumedSize : largest,
    largest,
    sliced: !requireOneSlicingArgument || slicingArguments.length === 0 || present === 1,
    sizedBy,
  }
}
