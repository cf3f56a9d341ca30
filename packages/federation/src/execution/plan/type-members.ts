import {
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { viewOf } from '../pass-through/subgraph-view.ts'

/** Answers whether an object that says it is of one type is of another one as well. */
export interface TypeMembers {
  /** Names of all types whose objects fulfil the type condition, the type itself included. */
  of(typeCondition: string): ReadonlySet<string>
  isObjectType(name: unknown): boolean
  /** Keys by which a subgraph finds objects of a type, or of the interfaces of the type: any of them is enough. */
  keysIn(subgraph: string, typeName: string): readonly SelectionSetNode[]
  /** What a subgraph must be told besides a key to answer a field; `undefined` when nothing. */
  requiredIn(subgraph: string, typeName: string, fieldName: string): SelectionSetNode | undefined
  /** Names of the fields for which a subgraph must be told more than a key, of whatever types. */
  requiringIn(subgraph: string): readonly string[]
  rootType(operation: OperationTypeNode): string | undefined
  /** The name of the type that a field leads to. */
  typeOf(typeName: string, fieldName: string): string | undefined
}

const known = new WeakMap<GraphQLSchema, TypeMembers>()

/** The members of the types of a supergraph's schema, interfaces that implement an interface among them. */
export function typeMembers(schema: GraphQLSchema): TypeMembers {
  const members = known.get(schema) ?? openTypeMembers(schema)
  known.set(schema, members)
  return members
}

function openTypeMembers(schema: GraphQLSchema): TypeMembers {
  const sets = new Map<string, ReadonlySet<string>>()
  const requiring = new Map<string, readonly string[]>()
  return {
    of(typeCondition) {
      const set = sets.get(typeCondition) ?? membersOf(schema, typeCondition)
      sets.set(typeCondition, set)
      return set
    },
    isObjectType: (name) => typeof name === 'string' && isObjectType(schema.getType(name)),
    keysIn: (subgraph, typeName) => keysIn(schema, subgraph, typeName),
    requiredIn(subgraph, typeName, fieldName) {
      const text = isSupergraph(schema) ? viewOf(schema, subgraph).requires(typeName, fieldName) : undefined
      return text === undefined ? undefined : parseFieldSet(text)
    },
    requiringIn(subgraph) {
      const names = requiring.get(subgraph) ?? requiringIn(schema, subgraph)
      requiring.set(subgraph, names)
      return names
    },
    rootType: (operation) => schema.getRootType(operation)?.name,
    typeOf(typeName, fieldName) {
      const type = schema.getType(typeName)
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined
      return field && getNamedType(field.type).name
    },
  }
}

function isSupergraph(schema: GraphQLSchema): boolean {
  return schema.getType('join__Graph') !== undefined
}

function requiringIn(schema: GraphQLSchema, subgraph: string): readonly string[] {
  if (!isSupergraph(schema)) return []
  const view = viewOf(schema, subgraph)
  const names = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!(isObjectType(type) || isInterfaceType(type))) return []
    return Object.keys(type.getFields()).filter((field) => view.requires(type.name, field) !== undefined)
  })
  return [...new Set(names)]
}

function keysIn(schema: GraphQLSchema, subgraph: string, typeName: string): readonly SelectionSetNode[] {
  if (!isSupergraph(schema)) return []
  const type = schema.getType(typeName)
  const names = [typeName, ...(isObjectType(type) ? type.getInterfaces().map(({ name }) => name) : [])]
  const view = viewOf(schema, subgraph)
  return names.flatMap((name) => view.keys(name)).map(parseFieldSet)
}

function parseFieldSet(text: string): SelectionSetNode {
  const [node] = parse(`{ ${text} }`, { noLocation: true }).definitions
  if (node?.kind !== Kind.OPERATION_DEFINITION) throw new Error('a key that is no set of fields')
  return node.selectionSet
}

function membersOf(schema: GraphQLSchema, typeCondition: string): ReadonlySet<string> {
  const type = schema.getType(typeCondition)
  const names = new Set([typeCondition])
  if (!isAbstractType(type)) return names
  for (const member of schema.getPossibleTypes(type)) names.add(member.name)
  if (isInterfaceType(type)) for (const member of schema.getImplementations(type).interfaces) names.add(member.name)
  return names
}
