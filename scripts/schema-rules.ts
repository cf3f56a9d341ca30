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

/** Every type, field, argument, enum value and input field of the public schema that says nothing about itself: `Type.field(argument)`. */
export function undescribed(supergraphSdl: string): string[] {
  const missing: string[] = []
  const look = (place: string, element: { readonly description?: string | null | undefined }) => {
    if (!element.description?.trim()) missing.push(place)
  }
  const schema = apiSchema(supergraphSdl)
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue
    if (!(isObjectType(type) && roots.has(type))) look(type.name, type)
    if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) look(`${type.name}.${field.name}`, field)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      look(`${type.name}.${field.name}`, field)
      for (const argument of field.args) look(`${type.name}.${field.name}(${argument.name})`, argument)
    }
  }
  return missing.sort()
}

/** What clients of the published supergraph could not bear in the new one. A key that changed or went is breaking: others join by it. */
export async function breakingChanges(publishedSdl: string, newSdl: string): Promise<string[]> {
  const changes = await diff(apiSchema(publishedSdl), apiSchema(newSdl))
  const breaking = changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message)
  const keys = keysOf(newSdl)
  const lost = [...keysOf(publishedSdl)].filter((key) => !keys.has(key))
  return [...breaking, ...lost.map((key) => `The key ${key} was changed or removed`)]
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
