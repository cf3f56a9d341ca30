import { type GraphQLInputType, getNamedType, isInputObjectType, Kind, type ValueNode } from 'graphql'
import type { Costs } from '../../supergraph/read-costs.ts'
import type { Variables } from '../collect-fields.ts'

/** The input objects of an argument: their number, and the cost of their fields. */
interface Objects {
  readonly count: number
  readonly within: number
}

/**
 * The cost of an argument: the `weight` from `@cost`, else 1 for each input object and 0 for
 * anything else, plus the cost of the objects' fields. A variable counts with its coerced value, or
 * as an object without fields if it has none.
 */
export function inputCost(
  type: GraphQLInputType,
  value: ValueNode,
  costs: Costs,
  weight: number | undefined,
  variables: Variables,
): number {
  const own = ownCost(type, costs, weight)
  if (!isInputObjectType(getNamedType(type))) return own
  const { count, within } = literalObjects(type, value, costs, variables)
  return count * own + within
}

/**
 * A key for the value of a variable: values with the same key have the same cost wherever they are
 * used.
 */
export function inputCostKey(type: GraphQLInputType, value: unknown, costs: Costs): string {
  const { count, within } = valueObjects(type, value, costs)
  return `${count}:${within}`
}

function ownCost(type: GraphQLInputType, { weights }: Costs, weight: number | undefined): number {
  const named = getNamedType(type)
  return weight ?? weights.get(named.name) ?? (isInputObjectType(named) ? 1 : 0)
}

function literalObjects(type: GraphQLInputType, value: ValueNode, costs: Costs, variables: Variables): Objects {
  const named = getNamedType(type)
  if (value.kind === Kind.VARIABLE) return valueObjects(type, variables[value.name.value], costs)
  if (value.kind === Kind.LIST) return sum(value.values.map((each) => literalObjects(type, each, costs, variables)))
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

function valueObjects(type: GraphQLInputType, value: unknown, costs: Costs): Objects {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return NONE
  if (value === undefined || value === null) return { count: 1, within: 0 }
  if (Array.isArray(value)) return sum(value.map((each) => valueObjects(type, each, costs)))
  const fields = named.getFields()
  let within = 0
  for (const name in value) {
    const field = fields[name]
    if (field === undefined) continue
    const own = ownCost(field.type, costs, costs.weights.get(`${named.name}.${name}`))
    const isObject = isInputObjectType(getNamedType(field.type))
    const inner = isObject ? valueObjects(field.type, (value as Variables)[name], costs) : SCALAR
    within += inner.count * own + inner.within
  }
  return { count: 1, within }
}

const NONE: Objects = { count: 0, within: 0 }
const SCALAR: Objects = { count: 1, within: 0 }

function sum(all: readonly Objects[]): Objects {
  return all.reduce((one, other) => ({ count: one.count + other.count, within: one.within + other.within }), NONE)
}
