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
import { askedSize } from './asked-size.ts'
import { inputCost } from './input-cost.ts'
import { type Costs, isListOf, OBJECT_WEIGHT } from './read-costs.ts'

export type CostVariables = Readonly<Record<string, unknown>>

/** What an operation costs with certain variables. */
export interface CostEstimate {
  readonly cost: number
  /** The most entries that one list is asked for by an argument. */
  readonly listSize: number
  /** A field that must have exactly one slicing argument and has not. */
  readonly unsliced: string | undefined
  /** Variables on whose numbers the estimate depends: they say how long lists are. */
  readonly sizedBy: ReadonlySet<string>
  /** Selections looked at: each once for every length that its list may have. */
  readonly visited: number
}

export interface CostParts {
  readonly schema: GraphQLSchema
  readonly costs: Costs
  readonly listSizeAssumed: number
}

/** A mutation costs this before any of its fields does. */
const MUTATION_COST = 10

/**
 * The estimated cost of a valid operation: each object 1 and each leaf 0 unless `@cost` says otherwise, times the length of its lists.
 *
 * Source: IBM GraphQL cost directives, "Static query analysis".
 */
export function estimateCost(
  parts: CostParts,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: CostVariables,
): CostEstimate {
  const estimate = new Estimate(parts, document, variables)
  const root = parts.schema.getRootType(operation.operation)?.name ?? ''
  const cost = estimate.selectionSet(operation.selectionSet, root, undefined)
  const { listSize, unsliced, sizedBy, visited } = estimate
  const base = operation.operation === 'mutation' ? MUTATION_COST : 0
  return { cost: Math.max(0, base + cost), listSize, unsliced, sizedBy, visited }
}

/** The length that a field gives to lists within what it returns. */
interface Sized {
  readonly fields: readonly string[]
  readonly size: number
}

class Estimate {
  readonly #parts: CostParts
  readonly #variables: CostVariables
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #known = new Map<string, number>()
  readonly sizedBy = new Set<string>()
  listSize = 0
  visited = 0
  unsliced: string | undefined

  constructor(parts: CostParts, document: DocumentNode, variables: CostVariables) {
    this.#parts = parts
    this.#variables = variables
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]))
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
    const asked = this.#askedSize(node, field, coordinate)
    const isSizer = listSize !== undefined && listSize.sizedFields.length > 0
    const inner = isSizer && asked !== undefined ? { fields: listSize.sizedFields, size: asked } : undefined
    const type = getNamedType(field.type)
    const weight = weights.get(coordinate) ?? weights.get(type.name) ?? (isCompositeType(type) ? OBJECT_WEIGHT : 0)
    const within = node.selectionSet === undefined ? 0 : this.selectionSet(node.selectionSet, type.name, inner)
    const own = isSizer ? undefined : asked
    const fromParent = sized?.fields.includes(name) === true ? sized.size : undefined
    const length = isListOf(field.type) ? (own ?? fromParent ?? this.#parts.listSizeAssumed) : 1
    return length * (weight + within) + this.#arguments(node, field, coordinate)
  }

  #askedSize(node: FieldNode, field: GraphQLField<unknown, unknown>, coordinate: string): number | undefined {
    const listSize = this.#parts.costs.listSizes.get(coordinate)
    if (listSize === undefined) return undefined
    const { size, named, sliced, sizedBy } = askedSize(node, field, listSize, this.#variables)
    if (!sliced) this.unsliced ??= coordinate
    this.listSize = Math.max(this.listSize, named)
    for (const name of sizedBy) this.sizedBy.add(name)
    return size
  }

  #arguments(node: FieldNode, { args }: GraphQLField<unknown, unknown>, coordinate: string): number {
    let sum = 0
    for (const { name, value } of node.arguments ?? []) {
      const argument = args.find((candidate) => candidate.name === name.value)
      if (argument === undefined) continue
      const weight = this.#parts.costs.weights.get(`${coordinate}(${name.value})`)
      sum += inputCost(argument.type, value, this.#parts.costs, weight, this.#variables)
    }
    return sum
  }

  #definition(parentType: string, name: string): GraphQLField<unknown, unknown> | undefined {
    const type = this.#parts.schema.getType(parentType)
    return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
  }
}

function isNeverIncluded({ directives }: SelectionNode): boolean {
  return (directives ?? []).some(({ name, arguments: given }) => {
    const value = given?.[0]?.value
    if (value?.kind !== Kind.BOOLEAN) return false
    return (name.value === 'skip' && value.value) || (name.value === 'include' && !value.value)
  })
}
