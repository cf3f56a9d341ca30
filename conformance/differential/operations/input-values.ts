import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type ObjectFieldNode,
  type TypeNode,
  type ValueNode,
} from 'graphql'
import { leafValue } from '../world/leaf-values.ts'
import type { Random } from '../world/random.ts'

/** Returns a variable for a position of this type, or `undefined`. */
export type VariableFor = (type: GraphQLInputType, hasDefault: boolean) => ValueNode | undefined

const depthMax = 3

/** A literal for an input type, with variables where `variableFor` returns one. */
export function literalFor(type: GraphQLInputType, random: Random, variableFor: VariableFor, depth = 0): ValueNode {
  if (isNonNullType(type)) return literalFor(type.ofType, random, variableFor, depth)
  if (isListType(type)) {
    if (random.chance(0.15) && !isListType(type.ofType)) return itemFor(type.ofType, random, variableFor, depth, false)
    const length = random.int(3)
    const values = Array.from({ length }, () => itemFor(type.ofType, random, variableFor, depth, true))
    return { kind: Kind.LIST, values }
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).flatMap((field): ObjectFieldNode[] => {
      if (!isRequiredInputField(field) && (depth >= depthMax || random.chance(0.5))) return []
      const value = placeFor(field.type, field.defaultValue !== undefined, random, variableFor, depth + 1)
      return [{ kind: Kind.OBJECT_FIELD, name: name(field.name), value }]
    })
    return { kind: Kind.OBJECT, fields }
  }
  const named = getNamedType(type)
  if (isEnumType(named)) return { kind: Kind.ENUM, value: random.pick(named.getValues()).name }
  return toLiteral(leafValue(named.name, random), named.name)
}

/** The value of an argument or input field: a variable, null or a literal. */
export function placeFor(
  type: GraphQLInputType,
  hasDefault: boolean,
  random: Random,
  variableFor: VariableFor,
  depth = 0,
): ValueNode {
  const variable = random.chance(0.35) ? variableFor(type, hasDefault) : undefined
  if (variable !== undefined) return variable
  if (!isNonNullType(type) && random.chance(0.12)) return { kind: Kind.NULL }
  return literalFor(type, random, variableFor, depth)
}

function itemFor(type: GraphQLInputType, random: Random, variableFor: VariableFor, depth: number, nullable: boolean) {
  if (!isNonNullType(type) && nullable && random.chance(0.15)) return { kind: Kind.NULL } as const
  const variable = random.chance(0.15) ? variableFor(type, false) : undefined
  return variable ?? literalFor(type, random, variableFor, depth + 1)
}

function toLiteral(value: unknown, type: string): ValueNode {
  if (value === null) return { kind: Kind.NULL }
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map((item) => toLiteral(item, 'JSON')) }
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value }
  if (typeof value === 'number') {
    if (Number.isInteger(value) && Math.abs(value) < 1e16 && type !== 'ID')
      return { kind: Kind.INT, value: String(value) }
    return { kind: Kind.FLOAT, value: String(value) }
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([key]) => /^[_A-Za-z]\w*$/.test(key) && key !== '__proto__')
    return {
      kind: Kind.OBJECT,
      fields: entries.map(([key, inner]) => ({
        kind: Kind.OBJECT_FIELD,
        name: name(key),
        value: toLiteral(inner, 'JSON'),
      })),
    }
  }
  const text = String(value)
  return { kind: Kind.STRING, value: text.isWellFormed() ? text : text.toWellFormed() }
}

/** A JSON value for a variable of this type. */
export function jsonFor(type: GraphQLInputType, random: Random, depth = 0): unknown {
  if (isNonNullType(type)) return jsonFor(type.ofType, random, depth) ?? jsonFor(type, random, depth + 1)
  if (random.chance(depth === 0 ? 0 : 0.12)) return null
  if (isListType(type)) {
    if (random.chance(0.12) && !isListType(type.ofType)) return jsonFor(type.ofType, random, 0)
    return Array.from({ length: random.int(3) }, () => jsonFor(type.ofType, random, depth + 1))
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isRequiredInputField(field) || (depth < depthMax && random.chance(0.5)),
    )
    return Object.fromEntries(fields.map((field) => [field.name, jsonFor(field.type, random, depth + 1)]))
  }
  const named = getNamedType(type)
  if (isEnumType(named)) return random.pick(named.getValues()).name
  return leafValue(named.name, random)
}

export function typeNode(type: GraphQLInputType): TypeNode {
  if (isNonNullType(type)) {
    const inner = typeNode(type.ofType)
    return inner.kind === Kind.NON_NULL_TYPE ? inner : { kind: Kind.NON_NULL_TYPE, type: inner }
  }
  if (isListType(type)) return { kind: Kind.LIST_TYPE, type: typeNode(type.ofType) }
  return { kind: Kind.NAMED_TYPE, name: name(getNamedType(type).name) }
}

export function name(value: string): { readonly kind: Kind.NAME; readonly value: string } {
  return { kind: Kind.NAME, value }
}
