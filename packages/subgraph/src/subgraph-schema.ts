import '@travel-rule/service/quiet-apollo'
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph'
import { isErased, readAgainIfErased } from '@travel-rule/database/read-again'
import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { enforceScopes } from './enforce-scopes.ts'
import { noteAccesses, type RecordedAccess } from './note-accesses.ts'
import { serializeFields } from './serialize-fields.ts'
import { sliceLists } from './slice-lists.ts'

/**
 * The executable schema of a subgraph.
 *
 * The fields of each type in `serialNamespaces` run serially in document order. `@requiresScopes` is enforced against
 * `context.identity.scopes`. Reads of the fields that `recordedAccess` names are noted in `context.accesses`. Fields
 * that read a record while it is being erased read it again. Long lists are completed in slices. Throws when the type
 * definitions are invalid, when a resolver is for a type or field that does not exist, and when a namespace is not an
 * object type.
 */
export function buildSubgraph(parts: {
  readonly typeDefs: DocumentNode
  readonly resolvers: object
  readonly serialNamespaces: readonly string[]
  readonly recordedAccess?: RecordedAccess
}): GraphQLSchema {
  const schema = buildSubgraphSchema([{ typeDefs: parts.typeDefs, resolvers: parts.resolvers as GraphQLResolverMap }])
  for (const [typeName, fields] of Object.entries(parts.resolvers)) checkResolvers(schema, typeName, fields)
  const serial = parts.serialNamespaces.map((name) => objectTypeOf(schema, name))
  readErasedAgain(schema, serial)
  if (parts.recordedAccess !== undefined) noteAccesses(schema, parts.recordedAccess)
  enforceScopes(schema)
  sliceLists(schema)
  serializeFields(schema, serial)
  return schema
}

function checkResolvers(schema: GraphQLSchema, typeName: string, fields: object): void {
  const type = schema.getType(typeName)
  if (type === undefined) throw new Error(`there are resolvers for the type ${typeName}, which is not in the schema`)
  if (isScalarType(type) || isAbstractType(type)) return
  const members = isObjectType(type) ? type.getFields() : isEnumType(type) ? enumValues(type.getValues()) : {}
  for (const name of Object.keys(fields)) {
    if (!name.startsWith('__') && !Object.hasOwn(members, name)) {
      throw new Error(`there is a resolver for ${typeName}.${name}, which is not in the schema`)
    }
  }
}

function enumValues(values: readonly { readonly name: string }[]): object {
  return Object.fromEntries(values.map(({ name }) => [name, true]))
}

function objectTypeOf(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`the namespace ${name} is not an object type of the schema`)
  return type
}

type Read<Parameters extends unknown[]> = (...parameters: Parameters) => unknown

interface FederationExtensions {
  readonly apollo?: { readonly subgraph?: { readonly resolveReference?: Read<unknown[]> } }
}

/**
 * Makes every field and reference that reads a record while it is being erased read it again, so that it shows the
 * erased form. Excludes fields of `changing`, since they must not run twice.
 */
function readErasedAgain(schema: GraphQLSchema, changing: readonly GraphQLObjectType[]): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type) || changing.includes(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.resolve !== undefined) field.resolve = readingAgain(field.resolve)
    }
    const { apollo } = type.extensions as FederationExtensions
    if (apollo?.subgraph?.resolveReference === undefined) continue
    // `_entities` returns one promise per reference, so its field is not notified of their failures.
    const resolveReference = readingAgain(apollo.subgraph.resolveReference)
    type.extensions = { ...type.extensions, apollo: { ...apollo, subgraph: { ...apollo.subgraph, resolveReference } } }
  }
}

function readingAgain<Parameters extends unknown[]>(read: Read<Parameters>): Read<Parameters> {
  return (...parameters) => {
    const value = read(...parameters)
    if (!(value instanceof Promise)) return value
    return value.catch((error: unknown) => {
      if (!isErased(error)) throw error
      return readAgainIfErased(async () => read(...parameters), 1)
    })
  }
}
