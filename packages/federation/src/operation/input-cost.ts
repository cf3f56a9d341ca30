import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ValueNode,
} from 'graphql'
import type { Costs } from '../supergraph/read-costs.ts'
import type { Variables } from './collect-fields.ts'

/** Number of characters of an argument that cost one point, in addition to the cost by `@cost`. */
export const CHARACTERS_PER_POINT = 250
/** Number of characters counted for a list entry in addition to its own: key, commas, quotes. */
const ENTRY_CHARACTERS = 8

/** An argument's cost: how often its weight applies, and the cost of its content. */
interface Counted {
  readonly count: number
  readonly within: number
}

/**
 * The cost of an argument. An input object costs the `weight` from `@cost`, 1 by default, plus the
 * cost of its fields. A scalar, or a list of them, costs its `weight`, 0 by default; each complete
 * 250 characters cost that weight again, plus 1.
 *
 * A variable counts with its coerced value; without one, as an object without fields or a short
 * scalar.
 */
export function inputCost(
  type: GraphQLInputType,
  value: ValueNode,
  costs: Costs,
  weight: number | undefined,
  variables: Variables,
): number {
  const { count, within } = literal(type, value, costs, variables)
  return count * ownCost(type, costs, weight) + within
}

/**
 * A key for the value of a variable: values with the same key have the same cost wherever they are
 * used.
 */
export function inputCostKey(type: GraphQLInputType, value: unknown, costs: Costs): string {
  const { count, within } = coerced(type, value, costs)
  return `${count}:${within}`
}

/** True if the cost of a variable of this type depends on its value. */
export function hasVariableCost(type: GraphQLInputType): boolean {
  const inner = isNonNullType(type) ? type.ofType : type
  return isListType(inner) || !(isEnumType(inner) || FIXED.has(inner.name))
}

const FIXED: ReadonlySet<string> = new Set(['Int', 'Float', 'Boolean'])

function ownCost(type: GraphQLInputType, { weights }: Costs, weight: number | undefined): number {
  const named = getNamedType(type)
  return weight ?? weights.get(named.name) ?? (isInputObjectType(named) ? 1 : 0)
}

function literal(type: GraphQLInputType, value: ValueNode, costs: Costs, variables: Variables): Counted {
  const named = getNamedType(type)
  if (value.kind === Kind.VARIABLE) return coerced(type, variables[value.name.value], costs)
  if (!isInputObjectType(named)) {
    const { characters, pieces } = lengthOf(value, variables)
    return scalar(pieces + Math.floor(characters / CHARACTERS_PER_POINT))
  }
  if (value.kind === Kind.LIST) return sum(value.values.map((each) => literal(type, each, costs, variables)))
  if (value.kind !== Kind.OBJECT) return NONE
  const fields = named.getFields()
  let within = 0
  for (const { name, value: inner } of value.fields) {
    const field = fields[name.value]
    if (field === undefined) continue
    within += inputCost(field.type, inner, costs, costs.weights.get(`${named.name}.${field.name}`), variables)
  }
  return { count: 1, within }
}

function coerced(type: GraphQLInputType, value: unknown, costs: Costs): Counted {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return scalar(piecesOf(value))
  if (value === undefined || value === null) return { count: 1, within: 0 }
  if (Array.isArray(value)) return sum(value.map((each) => coerced(type, each, costs)))
  const fields = named.getFields()
  let within = 0
  for (const name in value) {
    const field = fields[name]
    if (field === undefined) continue
    const own = ownCost(field.type, costs, costs.weights.get(`${named.name}.${name}`))
    const inner = coerced(field.type, (value as Variables)[name], costs)
    within += inner.count * own + inner.within
  }
  return { count: 1, within }
}

function scalar(pieces: number): Counted {
  return pieces === 0 ? SHORT : { count: 1 + pieces, within: pieces }
}

/** The number of complete pieces in a variable's value. */
function piecesOf(value: unknown): number {
  const characters = typeof value === 'string' ? value.length : charactersOf(value)
  return Math.floor(characters / CHARACTERS_PER_POINT)
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((all, each) => all + ENTRY_CHARACTERS + charactersOf(each), 0)
}

/** Variables are counted in complete pieces only, so that their keys determine what the argument costs. */
function lengthOf(value: ValueNode, variables: Variables): { readonly characters: number; readonly pieces: number } {
  if (value.kind === Kind.VARIABLE) return { characters: 0, pieces: piecesOf(variables[value.name.value]) }
  if (value.kind === Kind.STRING) return { characters: value.value.length, pieces: 0 }
  const inner =
    value.kind === Kind.LIST ? value.values : value.kind === Kind.OBJECT ? value.fields.map((field) => field.value) : []
  let characters = inner.length * ENTRY_CHARACTERS
  let pieces = 0
  for (const each of inner) {
    const length = lengthOf(each, variables)
    characters += length.characters
    pieces += length.pieces
  }
  return { characters, pieces }
}

const NONE: Counted = { count: 0, within: 0 }
const SHORT: Counted = { count: 1, within: 0 }

function sum(all: readonly Counted[]): Counted {
  return all.reduce((one, other) => ({ count: one.count + other.count, within: one.within + other.within }), NONE)
}
