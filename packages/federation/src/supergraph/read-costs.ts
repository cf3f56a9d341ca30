import type { Schema } from '@apollo/federation-internals'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type Annotated, readFeatureDirective } from './feature-directive.ts'

/** The length of a list by `@listSize`. */
export interface ListSize {
  readonly assumedSize: number | undefined
  /** Arguments that limit the number of entries. */
  readonly slicingArguments: readonly string[]
  /** Fields of the returned object that are the lists; empty when the field itself is the list. */
  readonly sizedFields: readonly string[]
  readonly requireOneSlicingArgument: boolean
}

/** Costs in a supergraph. */
export interface Costs {
  /** Weights from `@cost`, by `Type`, `Type.field`, `Type.field(argument)` or `Input.field`. */
  readonly weights: ReadonlyMap<string, number>
  /** By `Type.field`. */
  readonly listSizes: ReadonlyMap<string, ListSize>
}

/**
 * Reads `@cost` and `@listSize` for every type of the API schema.
 *
 * An interface or union has the weight of its heaviest type. A field of an interface without
 * directives has the highest weight and the first list size of the implementing types. A field
 * without `@listSize` is sliced by its `Int` argument `first`, `last` or `limit`, if it has one.
 * Source: IBM GraphQL cost directives, as adopted by Apollo Federation 2.9.
 */
export function readCosts(supergraph: Schema, api: GraphQLSchema): Costs {
  const weights = new Map<string, number>()
  const listSizes = new Map<string, ListSize>()
  const weigh = (coordinate: string, element: Annotated | undefined) => {
    const weight = readFeatureDirective(supergraph, element, 'cost')[0]?.weight
    if (typeof weight === 'number') weights.set(coordinate, weight)
  }
  for (const type of Object.values(api.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    const element = supergraph.type(type.name)
    weigh(type.name, element)
    if (isInputObjectType(type) && element?.kind === 'InputObjectType') {
      for (const name of Object.keys(type.getFields())) weigh(`${type.name}.${name}`, element.field(name))
    }
    if (!(isObjectType(type) || isInterfaceType(type))) continue
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`
      for (const owner of [type, ...(isInterfaceType(type) ? api.getPossibleTypes(type) : [])]) {
        const annotated = fieldOf(supergraph, owner, field.name)
        const before = weights.get(coordinate) ?? Number.NEGATIVE_INFINITY
        weigh(coordinate, annotated)
        if (before > (weights.get(coordinate) ?? before)) weights.set(coordinate, before)
        const size = readListSize(supergraph, annotated)
        if (size !== undefined && !listSizes.has(coordinate)) listSizes.set(coordinate, size)
        for (const { name } of field.args) weigh(`${coordinate}(${name})`, annotated?.argument(name))
      }
      const conventional = listSizes.has(coordinate) ? undefined : conventionalSlicing(field)
      if (conventional !== undefined) listSizes.set(coordinate, conventional)
    }
  }
  for (const type of Object.values(api.getTypeMap())) {
    if (!isAbstractType(type)) continue
    const possible = api.getPossibleTypes(type).map(({ name }) => weights.get(name))
    if (possible.some((weight) => weight !== undefined)) {
      weights.set(type.name, Math.max(...possible.map((weight) => weight ?? OBJECT_WEIGHT)))
    }
  }
  return { weights, listSizes }
}

/** Weight of an object type without `@cost`. */
export const OBJECT_WEIGHT = 1

function fieldOf(supergraph: Schema, owner: GraphQLObjectType | GraphQLInterfaceType, fieldName: string) {
  const type = supergraph.type(owner.name)
  return type?.kind === 'ObjectType' || type?.kind === 'InterfaceType' ? type.field(fieldName) : undefined
}

function readListSize(supergraph: Schema, element: Annotated | undefined): ListSize | undefined {
  const [directive] = readFeatureDirective(supergraph, element, 'listSize')
  if (directive === undefined) return undefined
  const { assumedSize, slicingArguments, sizedFields, requireOneSlicingArgument } = directive
  return {
    assumedSize: typeof assumedSize === 'number' ? assumedSize : undefined,
    slicingArguments: strings(slicingArguments),
    sizedFields: strings(sizedFields),
    requireOneSlicingArgument: requireOneSlicingArgument !== false,
  }
}

const CONVENTIONAL_ARGUMENTS: readonly string[] = ['first', 'last', 'limit']

function conventionalSlicing({ args, type }: GraphQLField<unknown, unknown>): ListSize | undefined {
  const slicing = args.filter((argument) => CONVENTIONAL_ARGUMENTS.includes(argument.name) && isInt(argument))
  if (slicing.length === 0) return undefined
  const returned = getNamedType(type)
  const lists =
    isListOf(type) || !(isObjectType(returned) || isInterfaceType(returned))
      ? []
      : Object.values(returned.getFields()).filter((field) => isListOf(field.type))
  return {
    assumedSize: undefined,
    slicingArguments: slicing.map(({ name }) => name),
    sizedFields: lists.map(({ name }) => name),
    requireOneSlicingArgument: false,
  }
}

function isInt({ type }: GraphQLArgument): boolean {
  return (isNonNullType(type) ? type.ofType : type).toString() === 'Int'
}

/** True for a list type, nullable or not. */
export function isListOf(type: unknown): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type)
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
