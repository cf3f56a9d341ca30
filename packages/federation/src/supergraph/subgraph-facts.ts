import { type GraphQLSchema, isAbstractType, isObjectType, type SelectionSetNode } from 'graphql'
import type { JoinDirectives } from './join-directives.ts'

/** Facts in a supergraph about the schema of one of its subgraphs. */
export interface SubgraphFacts {
  /** True if the subgraph defines the type, other than as an interface object. */
  hasType(name: string): boolean
  /** True if an interface of the supergraph is an object type (`@interfaceObject`) in the subgraph. */
  isInterfaceObject(name: string): boolean
  /**
   * The type of a field in the subgraph, in GraphQL's notation such as `[ID!]`; `undefined` unless
   * the subgraph always resolves the field without another subgraph.
   */
  fieldType(typeName: string, fieldName: string): string | undefined
  /**
   * Names of the object types of an interface or union in the subgraph; of an object type, its own.
   */
  members(typeName: string): ReadonlySet<string>
  /** Names of the values of an enumeration in the subgraph. */
  enumValues(typeName: string): ReadonlySet<string>
  /**
   * Keys by which the subgraph resolves entities of a type or of its interfaces. Any one suffices.
   */
  keys(typeName: string): readonly SelectionSetNode[]
  /** The fields that the subgraph needs besides a key to resolve a field (`@requires`). */
  requires(typeName: string, fieldName: string): SelectionSetNode | undefined
  /** Names of the fields with `@requires` in the subgraph, of any type. */
  readonly fieldsWithRequires: readonly string[]
}

/** The facts of each subgraph by its name. */
export function readSubgraphFacts(schema: GraphQLSchema, join: JoinDirectives): ReadonlyMap<string, SubgraphFacts> {
  const records = readRecords(join)
  const shared = new Map<string, string>()
  for (const { typeName, field, joins } of join.fields) {
    if (joins.length === 0) shared.set(`${typeName}.${field.name}`, String(field.type))
  }
  return new Map([...records].map(([name, record]) => [name, factsOf(schema, record, shared)]))
}

/** The content of the join directives about one subgraph. */
interface SubgraphRecord {
  readonly types: Map<string, { isDefined: boolean; isInterfaceObject: boolean; readonly keys: SelectionSetNode[] }>
  /** Types of the fields that the subgraph always resolves alone; `undefined` for other fields. */
  readonly fieldTypes: Map<string, string | undefined>
  readonly requires: Map<string, SelectionSetNode>
  readonly fieldsWithRequires: Set<string>
  readonly members: Map<string, Set<string>>
  readonly enumValues: Map<string, Set<string>>
}

function readRecords(join: JoinDirectives): ReadonlyMap<string, SubgraphRecord> {
  const records = new Map(join.subgraphs.map((name) => [name, emptyRecord()]))
  for (const [name, joined] of join.types) {
    for (const { subgraph, key, resolvable, isInterfaceObject } of joined) {
      const types = records.get(subgraph)?.types
      const type = types?.get(name) ?? { isDefined: false, isInterfaceObject: false, keys: [] }
      types?.set(name, type)
      if (isInterfaceObject) type.isInterfaceObject = true
      else type.isDefined = true
      if (key !== undefined && resolvable) type.keys.push(key)
    }
  }
  for (const { typeName, field, joins } of join.fields) {
    const coordinate = `${typeName}.${field.name}`
    for (const { subgraph, type, isOwn, requires } of joins) {
      const record = subgraph === undefined ? undefined : records.get(subgraph)
      if (record === undefined) continue
      const { fieldTypes } = record
      fieldTypes.set(coordinate, isOwn && !fieldTypes.has(coordinate) ? (type ?? String(field.type)) : undefined)
      if (requires === undefined || record.requires.has(coordinate)) continue
      record.requires.set(coordinate, requires)
      record.fieldsWithRequires.add(field.name)
    }
  }
  for (const { subgraph, abstractType, member } of join.members)
    add(records.get(subgraph)?.members, abstractType, member)
  for (const { subgraph, enumType, value } of join.enumValues) add(records.get(subgraph)?.enumValues, enumType, value)
  return records
}

function emptyRecord(): SubgraphRecord {
  return {
    types: new Map(),
    fieldTypes: new Map(),
    requires: new Map(),
    fieldsWithRequires: new Set(),
    members: new Map(),
    enumValues: new Map(),
  }
}

function add(sets: Map<string, Set<string>> | undefined, key: string, value: string): void {
  const set = sets?.get(key) ?? new Set()
  sets?.set(key, set.add(value))
}

function factsOf(
  schema: GraphQLSchema,
  { types, fieldTypes, requires, fieldsWithRequires, members, enumValues }: SubgraphRecord,
  shared: ReadonlyMap<string, string>,
): SubgraphFacts {
  return Object.freeze({
    hasType: (name: string) => types.get(name)?.isDefined === true,
    isInterfaceObject: (name: string) => types.get(name)?.isInterfaceObject === true,
    fieldType(typeName: string, fieldName: string) {
      const coordinate = `${typeName}.${fieldName}`
      return types.has(typeName) ? (shared.get(coordinate) ?? fieldTypes.get(coordinate)) : undefined
    },
    members: (name: string) => members.get(name) ?? (isAbstractType(schema.getType(name)) ? NONE : new Set([name])),
    enumValues: (name: string) => enumValues.get(name) ?? NONE,
    keys(typeName: string) {
      const type = schema.getType(typeName)
      const interfaces = isObjectType(type) ? type.getInterfaces() : []
      return [typeName, ...interfaces.map(({ name }) => name)].flatMap((name) => types.get(name)?.keys ?? [])
    },
    requires: (typeName: string, fieldName: string) => requires.get(`${typeName}.${fieldName}`),
    fieldsWithRequires: [...fieldsWithRequires],
  })
}

const NONE: ReadonlySet<string> = new Set()
