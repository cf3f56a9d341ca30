import '@travel-rule/service/quiet-apollo'
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph'
import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { enforceScopes } from './enforce-scopes.ts'
import { serializeFields } from './serialize-fields.ts'

/**
 * The executable schema of a subgraph.
 *
 * The fields of each type in `serialNamespaces` run one after the other, in the order of the document. Every field asks for the scopes that
 * its `@requiresScopes` names, in `context.identity.scopes`. Throws when the type definitions are not valid, when a resolver names a type
 * or field that does not exist, and when a namespace is no object type.
 */
export function buildSubgraph(parts: {
  readonly typeDefs: DocumentNode
  readonly resolvers: object
  readonly serialNamespaces: readonly string[]
}): GraphQLSchema {
  const schema = buildSubgraphSchema([{ typeDefs: parts.typeDefs, resolvers: parts.resolvers as GraphQLResolverMap }])
  for (const [typeName, fields] of Object.entries(parts.resolvers)) checkResolvers(schema, typeName, fields)
  enforceScopes(schema)
  serializeFields(
    schema,
    parts.serialNamespaces.map((name) => objectTypeOf(schema, name)),
  )
  return schema
}

function checkResolvers(schema: GraphQLSchema, typeName: string, fields: object): void {
  const type = schema.getType(typeName)
  if (type === undefined)
    throw new Error(`resolvers are given for the type ${typeName}, which the schema does not have`)
  if (isScalarType(type) || isAbstractType(type)) return
  const known = isObjectType(type) ? type.getFields() : isEnumType(type) ? enumValues(type.getValues()) : {}
  for (const name of Object.keys(fields)) {
    if (!name.startsWith('__') && !Object.hasOwn(known, name)) {
      throw new Error(`a resolver is given for ${typeName}.${name}, which the schema does not have`)
    }
  }
}

function enumValues(values: readonly { readonly name: string }[]): object {
  return Object.fromEntries(values.map(({ name }) => [name, true]))
}

function objectTypeOf(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`the namespace ${name} is no object type of the schema`)
  return type
}
