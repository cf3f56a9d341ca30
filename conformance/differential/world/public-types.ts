import { type GraphQLNamedType, type GraphQLSchema, OperationTypeNode } from 'graphql'

const OPERATIONS = { Query: OperationTypeNode.QUERY, Mutation: OperationTypeNode.MUTATION } as const

/** A type by its public name; a subgraph may use other names for its root types. */
export function publicType(schema: GraphQLSchema, name: string): GraphQLNamedType | undefined {
  const found = name === 'Query' || name === 'Mutation' ? schema.getRootType(OPERATIONS[name]) : schema.getType(name)
  return found ?? undefined
}

/** The public name of a subgraph's type. */
export function publicName(schema: GraphQLSchema, type: GraphQLNamedType): string {
  const root = Object.entries(OPERATIONS).find(([, operation]) => schema.getRootType(operation) === type)
  return root?.[0] ?? type.name
}
