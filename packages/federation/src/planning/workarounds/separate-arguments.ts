import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  Kind,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { namesIn, type RenamedDocument, unusedName } from './rename-aliases.ts'

/**
 * The document in which, of objects of one of the `interfaces`, no two fields that differ have one response name.
 *
 * Objects of different types may have that in a valid document. Where the interface is an object type (`@interfaceObject`), the planner asks for
 * the fields of all these types at once: of two with different arguments it then asks for one only, and would answer the other with its value.
 * Source: GraphQL, October 2021, 5.3.2 "Field Selection Merging".
 */
export function separateArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
  interfaces: ReadonlySet<string>,
): RenamedDocument {
  const renamed = new Map<string, string>()
  if (interfaces.size === 0) return { document, renamed }
  const owners = ownersOf(schema, interfaces)
  /** By response names, and then by what the field is: the response name that stands for it. */
  const names = new Map<string, Map<string, string>>()
  let used: Set<string> | undefined
  const nameOf = (key: string, field: string): string => {
    const known = names.get(key) ?? new Map<string, string>()
    names.set(key, known)
    const given = known.get(field)
    if (given !== undefined) return given
    used ??= namesIn(document)
    const name = known.size === 0 ? key : unusedName(used, key, known.size - 1)
    known.set(field, name)
    if (name !== key) renamed.set(name, key)
    return name
  }
  const types = new TypeInfo(schema)
  const separated = visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        if (!owners.has(types.getParentType()?.name ?? '')) return undefined
        const key = (node.alias ?? node.name).value
        const name = nameOf(key, fieldText(node))
        return name === key ? undefined : { ...node, alias: { kind: Kind.NAME, value: name } }
      },
    }),
  )
  return { document: separated, renamed }
}

/** Every type that an object of one of the interfaces may be asked for the fields of. */
function ownersOf(schema: GraphQLSchema, interfaces: ReadonlySet<string>): ReadonlySet<string> {
  const possible = (type: GraphQLCompositeType) => (isAbstractType(type) ? schema.getPossibleTypes(type) : [type])
  const types = Object.values(schema.getTypeMap()).filter(isCompositeType)
  const members = new Set(types.filter(({ name }) => interfaces.has(name)).flatMap(possible))
  return new Set(types.filter((type) => possible(type).some((each) => members.has(each))).map(({ name }) => name))
}

/** The same for the same field with the same arguments, in whatever order they are given. */
function fieldText({ name, arguments: given = [] }: FieldNode): string {
  return [name.value, ...given.map((argument) => print(argument)).sort()].join(' ')
}
