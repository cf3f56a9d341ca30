import { type GraphQLInputType, getNamedType, isInputObjectType, Kind, type ValueNode } from 'graphql'
import type { Costs } from './read-costs.ts'

/**
 * What a given argument costs: `weight` where `@cost` names one, else 1 for each input object and 0 for anything else, and what the fields of written
 * out objects cost. An object given as a variable counts without its fields.
 */
export function inputCost(type: GraphQLInputType, value: ValueNode, costs: Costs, weight: number | undefined): number {
  const named = getNamedType(type)
  const own = weight ?? costs.weights.get(named.name) ?? (isInputObjectType(named) ? 1 : 0)
  if (!isInputObjectType(named)) return own
  const fields = named.getFields()
  let sum = 0
  for (const object of objectsIn(value)) {
    sum += own
    for (const { name, value: inner } of object.fields) {
      const field = fields[name.value]
      if (field === undefined) continue
      sum += inputCost(field.type, inner, costs, costs.weights.get(`${named.name}.${field.name}`))
    }
  }
  return value.kind === Kind.VARIABLE ? own : sum
}

function objectsIn(value: ValueNode): Extract<ValueNode, { kind: Kind.OBJECT }>[] {
  if (value.kind === Kind.OBJECT) return [value]
  return value.kind === Kind.LIST ? value.values.flatMap(objectsIn) : []
}
