import { type GraphQLInputType, getNamedType, isInputObjectType, Kind, type ValueNode } from 'graphql'
import type { Costs } from './read-costs.ts'

export type InputValues = Readonly<Record<string, unknown>>

/** What an argument has of input objects: how many stand in its lists, and what their fields cost. */
interface Objects {
  readonly count: number
  readonly within: number
}

/**
 * What a given argument costs: `weight` where `@cost` names one, else 1 for each input object and 0 for anything else, and what the fields of the
 * objects cost. Variables count by their values in `variables`, coerced; one that has none there counts as one object without fields.
 */
export function inputCost(
  type: GraphQLInputType,
  value: ValueNode,
  costs: Costs,
  weight: number | undefined,
  variables: InputValues,
): number {
  const own = ownCost(type, costs, weight)
  if (!isInputObjectType(getNamedType(type))) return own
  const { count, within } = writtenObjects(type, value, costs, variables)
  return count * own + within
}

/** What the cost of an operation depends on in the value of a variable, as a key: values with the same key cost the same wherever they stand. */
export function inputCostKey(type: GraphQLInputType, value: unknown, costs: Costs): string {
  const { count, within } = givenObjects(type, value, costs)
  return `${count}:${within}`
}

function ownCost(type: GraphQLInputType, { weights }: Costs, weight: number | undefined): number {
  const named = getNamedType(type)
  return weight ?? weights.get(named.name) ?? (isInputObjectType(named) ? 1 : 0)
}

function writtenObjects(type: GraphQLInputType, value: ValueNode, costs: Costs, variables: InputValues): Objects {
  const named = getNamedType(type)
  if (value.kind === Kind.VARIABLE) return givenObjects(type, variables[value.name.value], costs)
  if (value.kind === Kind.LIST) return sum(value.values.map((each) => writtenObjects(type, each, costs, variables)))
  if (value.kind !== Kind.OBJECT || !isInputObjectType(named)) return NONE
  const fields = named.getFields()
  let within = 0
  for (const { name, value: inner } of value.fields) {
    const field = fields[name.value]
    if (field === undefined) continue
    within += inputCost(field.type, inner, costs, costs.weights.get(`${named.name}.${field.name}`), variables)
  }
  return { count: 1, within }
}

function givenObjects(type: GraphQLInputType, value: unknown, costs: Costs): Objects {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return NONE
  if (value === undefined || value === null) return { count: 1, within: 0 }
  if (Array.isArray(value)) return sum(value.map((each) => givenObjects(type, each, costs)))
  const fields = named.getFields()
  let within = 0
  for (const name in value) {
    const field = fields[name]
    if (field === undefined) continue
    const own = ownCost(field.type, costs, costs.weights.get(`${named.name}.${name}`))
    const isObject = isInputObjectType(getNamedType(field.type))
    const inner = isObject ? givenObjects(field.type, (value as InputValues)[name], costs) : SCALAR
    within += inner.count * own + inner.within
  }
  return { count: 1, within }
}

const NONE: Objects = { count: 0, within: 0 }
const SCALAR: Objects = { count: 1, within: 0 }

function sum(all: readonly Objects[]): Objects {
  return all.reduce((one, other) => ({ count: one.count + other.count, within: one.within + other.within }), NONE)
}
