import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/**
 * The document that also asks for those fields which others in it require (`@requires`) and which require something themselves.
 *
 * The planner does not plan fetches for what such a field requires when only another field requires it; when it is asked for, it does.
 */
export function askRequired(schema: GraphQLSchema, supergraph: GraphQLSchema, document: DocumentNode): DocumentNode {
  const required = requiredFields(supergraph)
  if (required.size === 0) return document
  const types = new TypeInfo(schema)
  return visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet(node) {
        const type = types.getParentType()
        if (!(isObjectType(type) || isInterfaceType(type))) return undefined
        const asked = new Set(node.selections.map(plainName))
        const added = new Map<string, FieldNode>()
        for (const selection of node.selections) {
          const fields: readonly FieldNode[] | undefined =
            selection.kind === Kind.FIELD ? required.get(`${type.name}.${selection.name.value}`) : undefined
          for (const field of fields ?? []) {
            const name = field.name.value
            if (!asked.has(name) && type.getFields()[name] !== undefined) added.set(name, field)
          }
        }
        return added.size === 0 ? undefined : { ...node, selections: [...node.selections, ...added.values()] }
      },
    }),
  )
}

/** The response name of a field without arguments under its own name. */
function plainName(selection: SelectionNode): string | undefined {
  if (selection.kind !== Kind.FIELD || (selection.arguments ?? []).length > 0) return undefined
  return selection.alias === undefined ? selection.name.value : undefined
}

const known = new WeakMap<GraphQLSchema, ReadonlyMap<string, readonly FieldNode[]>>()

/** By `Type.field`: what the field requires, at whatever remove, as far as that requires something itself. */
function requiredFields(supergraph: GraphQLSchema): ReadonlyMap<string, readonly FieldNode[]> {
  const found = known.get(supergraph) ?? readRequired(supergraph)
  known.set(supergraph, found)
  return found
}

function readRequired(supergraph: GraphQLSchema): ReadonlyMap<string, readonly FieldNode[]> {
  const direct = new Map<string, readonly FieldNode[]>()
  for (const type of Object.values(supergraph.getTypeMap())) {
    if (!(isObjectType(type) || isInterfaceType(type))) continue
    for (const field of Object.values(type.getFields())) {
      const fields = (field.astNode?.directives ?? []).flatMap(fieldSetOf)
      if (fields.length > 0) direct.set(`${type.name}.${field.name}`, fields)
    }
  }
  const all = new Map<string, readonly FieldNode[]>()
  for (const coordinate of direct.keys()) {
    const [type = ''] = coordinate.split('.')
    const reached = new Map<string, FieldNode>()
    const follow = (from: string): void => {
      for (const field of direct.get(from) ?? []) {
        const next = `${type}.${field.name.value}`
        if (!direct.has(next) || reached.has(next)) continue
        reached.set(next, field)
        follow(next)
      }
    }
    follow(coordinate)
    if (reached.size > 0) all.set(coordinate, [...reached.values()])
  }
  return all
}

/** The fields at the top of `@join__field(requires:)`. */
function fieldSetOf({ name, arguments: given = [] }: DirectiveNode): FieldNode[] {
  const text = given.find((argument) => argument.name.value === 'requires')?.value
  if (name.value !== 'join__field' || text?.kind !== Kind.STRING) return []
  const [operation] = parse(`{ ${text.value} }`, { noLocation: true }).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return []
  return operation.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD)
}
