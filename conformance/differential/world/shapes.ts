import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { SupergraphFixture } from '../load-supergraph.ts'
import { concreteTypes } from './federation-facts.ts'
import { publicType } from './public-types.ts'

/** The values of a field that are valid in all subgraphs that have it. */
export type Shape =
  | { readonly kind: 'nonNull'; readonly of: Shape }
  | { readonly kind: 'list'; readonly of: Shape }
  /** `values`, `types`: known to all subgraphs and visible to clients. `hidden`: the others. */
  | {
      readonly kind: 'leaf'
      readonly type: string
      readonly values?: readonly string[]
      readonly hidden?: readonly string[]
    }
  | { readonly kind: 'object'; readonly types: readonly string[]; readonly hidden?: readonly string[] }

export type ShapeOf = (type: string, field: string) => Shape

interface Definition {
  readonly schema: GraphQLSchema
  readonly type: GraphQLOutputType
}

/** The shapes of object fields. Throws for a field that no subgraph has. */
export function openShapes(fixture: SupergraphFixture): ShapeOf {
  const cache = new Map<string, Shape>()
  return (type, field) => {
    const coordinate = `${type}.${field}`
    const shape = cache.get(coordinate) ?? merge(fixture, definitionsOf(fixture, type, field), coordinate)
    cache.set(coordinate, shape)
    return shape
  }
}

/** The definitions of a field in the subgraphs, including interface objects. */
export function definitionsOf({ subgraphs, fullSchema }: SupergraphFixture, type: string, field: string): Definition[] {
  const fullType = fullSchema.getType(type)
  const names = [type, ...(isObjectType(fullType) ? fullType.getInterfaces().map(({ name }) => name) : [])]
  return [...subgraphs.values()].flatMap(({ schema }) =>
    names.flatMap((name) => {
      const owner = publicType(schema, name)
      const definition = isObjectType(owner) ? owner.getFields()[field] : undefined
      return definition === undefined ? [] : [{ schema, type: definition.type }]
    }),
  )
}

function merge(fixture: SupergraphFixture, definitions: readonly Definition[], coordinate: string): Shape {
  const [first] = definitions
  if (first === undefined) throw new Error(`no subgraph has ${coordinate}`)
  if (definitions.some(({ type }) => isNonNullType(type))) {
    const nullable = definitions.map(({ schema, type }) => ({ schema, type: isNonNullType(type) ? type.ofType : type }))
    return { kind: 'nonNull', of: merge(fixture, nullable, coordinate) }
  }
  if (isListType(first.type)) {
    const items = definitions.map(({ schema, type }) => ({ schema, type: isListType(type) ? type.ofType : type }))
    return { kind: 'list', of: merge(fixture, items, coordinate) }
  }
  const named = getNamedType(first.type)
  if (isEnumType(named)) return enumShape(fixture, definitions, named.name)
  if (!isObjectType(named) && !isAbstractType(named)) return { kind: 'leaf', type: named.name }
  const choices = definitions.map(({ schema, type }) => possibleTypes(fixture, schema, getNamedType(type).name))
  const shared = (choices[0] ?? []).filter((name) => choices.every((choice) => choice.includes(name)))
  const types = shared.filter((name) => fixture.graph.schema.getType(name) !== undefined)
  if (types.length === 0) return { kind: 'object', types: shared }
  return { kind: 'object', types, hidden: shared.filter((name) => !types.includes(name)) }
}

function enumShape({ graph, fullSchema }: SupergraphFixture, definitions: readonly Definition[], name: string): Shape {
  const namesIn = (schema: GraphQLSchema) => {
    const type = schema.getType(name)
    return isEnumType(type) ? type.getValues().map((value) => value.name) : undefined
  }
  const shared = (namesIn(fullSchema) ?? []).filter((value) =>
    definitions.every(({ schema }) => namesIn(schema)?.includes(value)),
  )
  const visible = namesIn(graph.schema) ?? shared
  return {
    kind: 'leaf',
    type: name,
    values: shared.filter((value) => visible.includes(value)),
    hidden: shared.filter((value) => !visible.includes(value)),
  }
}

function possibleTypes({ fullSchema }: SupergraphFixture, schema: GraphQLSchema, name: string): string[] {
  const type = schema.getType(name)
  if (isAbstractType(type)) return schema.getPossibleTypes(type).map((possible) => possible.name)
  return concreteTypes(fullSchema, name)
}
