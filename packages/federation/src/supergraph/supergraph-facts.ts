import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { type JoinDirectives, type JoinedField, readJoinDirectives } from './join-directives.ts'
import { readSubgraphFacts, type SubgraphFacts } from './subgraph-facts.ts'

/** Facts in a supergraph about its types and the subgraphs that resolve them; immutable. */
export interface SupergraphFacts {
  /** Names of the root operation types. */
  readonly rootTypes: ReadonlySet<string>
  /** Names of the interfaces that are object types (`@interfaceObject`) in some subgraph. */
  readonly interfaceObjects: ReadonlySet<string>
  /**
   * Response names under which a plan may fetch fields that the client does not select:
   * `__typename` and every field of a `@key`, `@requires` or context.
   */
  readonly reservedNames: ReadonlySet<string>
  /** The reserved names, except those that only contexts use. */
  readonly keyAndRequiredNames: ReadonlySet<string>
  /** Top-level fields of `@requires`, of any subgraph, by `Type.field`. */
  readonly requires: ReadonlyMap<string, readonly FieldNode[]>
  /** Labels of `@override` by the names of their fields. */
  readonly overrideLabels: ReadonlyMap<string, ReadonlySet<string>>
  /** Name of the root type of an operation. */
  rootType(operation: `${OperationTypeNode}`): string | undefined
  isObjectType(name: unknown): boolean
  /** Names of the types whose objects satisfy a type condition, including the type itself. */
  subtypes(typeCondition: string): ReadonlySet<string>
  /** Values of an enum, including those that are hidden from clients. */
  enumValues(typeName: string): ReadonlySet<string>
  /** Name of the type that a field returns, without its wrappers. */
  returnedType(typeName: string, fieldName: string): string | undefined
  /** Every `@key` of a type, of any subgraph. */
  keys(typeName: string): readonly SelectionSetNode[]
  /** Number of subgraphs that resolve entities of a type, or of any of its possible types. */
  entitySubgraphs(typeName: string): number
  /** The facts of one subgraph. Throws when the supergraph has no subgraph of this name. */
  subgraph(name: string): SubgraphFacts
}

/**
 * The facts of a supergraph's schema that still has its join directives.
 *
 * A schema without them has the facts that follow from its types, and no subgraphs.
 */
export function readSupergraphFacts(schema: GraphQLSchema): SupergraphFacts {
  const join = readJoinDirectives(schema)
  const types = Object.values(schema.getTypeMap()).filter(isCompositeType)
  const objects = new Set(types.filter(isObjectType).map(({ name }) => name))
  const subtypes = new Map(types.map((type) => [type.name, subtypesOf(schema, type)]))
  const entitySubgraphs = new Map(types.map((type) => [type.name, countEntitySubgraphs(schema, join, type)]))
  const returned = new Map(
    join.fields.map(({ typeName, field }) => [`${typeName}.${field.name}`, getNamedType(field.type).name]),
  )
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType)
  const enumValues = new Map(enums.map((type) => [type.name, new Set(type.getValues().map(({ name }) => name))]))
  const roots = rootTypesOf(schema)
  const subgraphs = readSubgraphFacts(schema, join)
  return Object.freeze({
    rootTypes: new Set(roots.values()),
    interfaceObjects: interfaceObjectsOf(schema, join),
    reservedNames: reservedNamesOf(join, ({ requires, contexts }) => [requires, ...contexts]),
    keyAndRequiredNames: reservedNamesOf(join, ({ requires }) => [requires]),
    requires: requiresOf(join),
    overrideLabels: overrideLabelsOf(join),
    rootType: (operation: `${OperationTypeNode}`) => roots.get(operation),
    isObjectType: (name: unknown) => typeof name === 'string' && objects.has(name),
    subtypes: (condition: string) => subtypes.get(condition) ?? new Set([condition]),
    enumValues: (typeName: string) => enumValues.get(typeName) ?? new Set<string>(),
    returnedType: (typeName: string, fieldName: string) => returned.get(`${typeName}.${fieldName}`),
    keys: (typeName: string) => (join.types.get(typeName) ?? []).flatMap(({ key }) => key ?? []),
    entitySubgraphs: (typeName: string) => entitySubgraphs.get(typeName) ?? 0,
    subgraph(name: string) {
      const facts = subgraphs.get(name)
      if (facts === undefined) throw new Error(`the supergraph has no subgraph ${name}`)
      return facts
    },
  })
}

function rootTypesOf(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const operations = [OperationTypeNode.QUERY, OperationTypeNode.MUTATION, OperationTypeNode.SUBSCRIPTION]
  return new Map(
    operations.flatMap((operation) => {
      const type = schema.getRootType(operation)
      return type ? [[operation, type.name] as const] : []
    }),
  )
}

function interfaceObjectsOf(schema: GraphQLSchema, { types }: JoinDirectives): ReadonlySet<string> {
  const names = [...types].filter(([, joined]) => joined.some(({ isInterfaceObject }) => isInterfaceObject))
  return new Set(names.map(([name]) => name).filter((name) => isInterfaceType(schema.getType(name))))
}

function reservedNamesOf(
  { types, fields }: JoinDirectives,
  setsOf: (joined: JoinedField) => readonly (SelectionSetNode | undefined)[],
): ReadonlySet<string> {
  const names = new Set(['__typename'])
  const keys = [...types.values()].flat().map(({ key }) => key)
  const required = fields.flatMap(({ joins }) => joins.flatMap(setsOf))
  for (const fieldSet of [...keys, ...required]) {
    if (fieldSet !== undefined) visit(fieldSet, { Field: (node) => void names.add(node.name.value) })
  }
  return names
}

function requiresOf({ fields }: JoinDirectives): ReadonlyMap<string, readonly FieldNode[]> {
  const requires = new Map<string, readonly FieldNode[]>()
  for (const { typeName, field, joins } of fields) {
    const selections = joins.flatMap((each) => each.requires?.selections ?? [])
    const required = selections.filter((node) => node.kind === Kind.FIELD)
    if (required.length > 0) requires.set(`${typeName}.${field.name}`, required)
  }
  return requires
}

function overrideLabelsOf({ fields }: JoinDirectives): ReadonlyMap<string, ReadonlySet<string>> {
  const labels = new Map<string, Set<string>>()
  for (const { field, joins } of fields) {
    for (const { overrideLabel } of joins) {
      if (overrideLabel === undefined) continue
      labels.set(field.name, (labels.get(field.name) ?? new Set()).add(overrideLabel))
    }
  }
  return labels
}

/** Interfaces that implement an interface are among its subtypes. */
function subtypesOf(schema: GraphQLSchema, type: GraphQLCompositeType): ReadonlySet<string> {
  const names = new Set([type.name])
  if (!isAbstractType(type)) return names
  for (const member of schema.getPossibleTypes(type)) names.add(member.name)
  if (isInterfaceType(type)) for (const member of schema.getImplementations(type).interfaces) names.add(member.name)
  return names
}

function countEntitySubgraphs(schema: GraphQLSchema, join: JoinDirectives, type: GraphQLCompositeType): number {
  const types = isAbstractType(type) ? [type, ...schema.getPossibleTypes(type)] : [type]
  const joined = types.flatMap(({ name }) => join.types.get(name) ?? [])
  const resolving = joined.filter(({ key, resolvable }) => key !== undefined && resolvable)
  return new Set(resolving.map(({ subgraph }) => subgraph)).size
}
