import { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, type Schema, Supergraph } from '@apollo/federation-internals'
import { CriticalityLevel, diff } from '@graphql-inspector/core'
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'

/**
 * Every type, field, argument and value of the public schema without a description, as
 * `Type.field(argument)`.
 */
export function undescribed(supergraphSdl: string): string[] {
  const missing: string[] = []
  const check = (place: string, element: { readonly description?: string | null | undefined }) => {
    if (!element.description?.trim()) missing.push(place)
  }
  const schema = apiSchema(supergraphSdl)
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue
    if (!(isObjectType(type) && roots.has(type))) check(type.name, type)
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) check(`${type.name}.${field.name}`, field)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      check(`${type.name}.${field.name}`, field)
      for (const argument of field.args) check(`${type.name}.${field.name}(${argument.name})`, argument)
    }
  }
  return missing.sort()
}

/**
 * Changes that break clients of the published supergraph. A changed or removed key counts, since
 * subgraphs are joined by it.
 */
export async function breakingChanges(publishedSdl: string, newSdl: string): Promise<string[]> {
  const changes = await diff(apiSchema(publishedSdl), apiSchema(newSdl))
  const breaking = changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message)
  const keys = keysOf(newSdl)
  const removed = [...keysOf(publishedSdl)].filter((key) => !keys.has(key))
  return [...breaking, ...removed.map((key) => `The key ${key} was changed or removed`)]
}

function apiSchema(sdl: string): GraphQLSchema {
  return supergraphOf(sdl).apiSchema().toGraphQLJSSchema()
}

function supergraphOf(sdl: string): Supergraph {
  return Supergraph.build(sdl, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES })
}

/** `Type(fields) in SUBGRAPH` for each key of each entity. */
function keysOf(sdl: string): Set<string> {
  const { schema }: { readonly schema: Schema } = supergraphOf(sdl)
  const keys = new Set<string>()
  for (const type of schema.types()) {
    for (const directive of type.appliedDirectives) {
      if (directive.name !== 'join__type') continue
      const { key, graph } = directive.arguments()
      if (typeof key === 'string') keys.add(`${type.name}(${key}) in ${String(graph)}`)
    }
  }
  return keys
}
