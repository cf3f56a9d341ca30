import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
} from 'graphql'
import type { SubgraphFacts } from './subgraph-facts.ts'
import type { SupergraphFacts } from './supergraph-facts.ts'

/**
 * The difference between a subgraph's published schema and the supergraph, in parts on which responses depend;
 * `undefined` without a difference.
 *
 * Differences are a field without its composed type, and a member of an abstract type or a value of an enumeration that
 * the supergraph does not know. Other additions do not change responses to operations on the supergraph. `sdl` is the
 * schema as in `_service { sdl }`.
 */
export function publishedDifference(
  { schema, facts }: { readonly schema: GraphQLSchema; readonly facts: SupergraphFacts },
  subgraph: string,
  sdl: string,
): string | undefined {
  const document = parseSchema(sdl)
  if (document === undefined) return 'the published schema is not valid GraphQL'
  const published = readPublished(document, facts)
  const view = facts.subgraph(subgraph)
  for (const type of Object.values(schema.getTypeMap())) {
    const difference = differenceIn(type, view, published)
    if (difference !== undefined) return difference
  }
  return undefined
}

function differenceIn(type: GraphQLNamedType, view: SubgraphFacts, published: Published): string | undefined {
  const { name } = type
  if (isEnumType(type) && view.hasType(name)) {
    const added = firstOutside(published.enumValues.get(name), view.enumValues(name))
    if (added !== undefined) return `the value ${name}.${added} is not composed`
  }
  if (isAbstractType(type) && view.hasType(name)) {
    const added = firstOutside(published.members.get(name), view.members(name))
    if (added !== undefined) return `${added} is not composed as a ${name}`
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined
  for (const field of Object.keys(type.getFields())) {
    const composed = view.fieldType(name, field)
    const found = published.fieldTypes.get(`${name}.${field}`)
    if (composed !== undefined && composed !== found) {
      return `${name}.${field} is ${found ?? 'missing'}, but composed as ${composed}`
    }
  }
  return undefined
}

/** The content of a schema, with the supergraph's names of the root types. */
interface Published {
  /** By `Type.field`. */
  readonly fieldTypes: ReadonlyMap<string, string>
  /** Object types by the interface or union to which they belong. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
  readonly enumValues: ReadonlyMap<string, ReadonlySet<string>>
}

function readPublished({ definitions }: DocumentNode, facts: SupergraphFacts): Published {
  const roots = rootNames(definitions, facts)
  const fieldTypes = new Map<string, string>()
  const members = new Map<string, Set<string>>()
  const enumValues = new Map<string, Set<string>>()
  for (const node of definitions) {
    switch (node.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.OBJECT_TYPE_EXTENSION:
        for (const { name } of node.interfaces ?? []) add(members, name.value, node.name.value)
        addFields(fieldTypes, node, roots)
        break
      case Kind.INTERFACE_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_EXTENSION:
        addFields(fieldTypes, node, roots)
        break
      case Kind.UNION_TYPE_DEFINITION:
      case Kind.UNION_TYPE_EXTENSION:
        for (const { name } of node.types ?? []) add(members, node.name.value, name.value)
        break
      case Kind.ENUM_TYPE_DEFINITION:
      case Kind.ENUM_TYPE_EXTENSION:
        for (const { name } of node.values ?? []) add(enumValues, node.name.value, name.value)
    }
  }
  return { fieldTypes, members, enumValues }
}

function addFields(
  fieldTypes: Map<string, string>,
  { name: { value: name }, fields = [] }: Pick<ObjectTypeDefinitionNode, 'name' | 'fields'>,
  roots: ReadonlyMap<string, string>,
): void {
  const typeName = roots.get(name) ?? name
  for (const field of fields) fieldTypes.set(`${typeName}.${field.name.value}`, print(field.type))
}

/** The supergraph's names of root types, by those in the schema. */
function rootNames(definitions: readonly DefinitionNode[], facts: SupergraphFacts): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const node of definitions) {
    if (node.kind !== Kind.SCHEMA_DEFINITION && node.kind !== Kind.SCHEMA_EXTENSION) continue
    for (const { operation, type } of node.operationTypes ?? []) {
      const composed = facts.rootType(operation)
      if (composed !== undefined) names.set(type.name.value, composed)
    }
  }
  return names
}

function parseSchema(sdl: string): DocumentNode | undefined {
  try {
    return parse(sdl, { noLocation: true })
  } catch {
    return undefined
  }
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}

function firstOutside(found: Iterable<string> | undefined, known: ReadonlySet<string>): string | undefined {
  for (const value of found ?? []) if (!known.has(value)) return value
  return undefined
}
