import {
  type ConstDirectiveNode,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
} from 'graphql'

/** What a supergraph says about the schema of one of its subgraphs. */
export interface SubgraphView {
  /** Whether the subgraph has the type, and not as an object in place of an interface. */
  hasType(name: string): boolean
  /** Whether the subgraph has the type as an object, though it is an interface in the supergraph. */
  isInterfaceObject(name: string): boolean
  /** The type of a field that the subgraph itself answers, in the notation of GraphQL; `undefined` when it does not. */
  fieldType(typeName: string, fieldName: string): string | undefined
  /** The object types that are of an interface or union there. */
  members(typeName: string): ReadonlySet<string>
  /** By which keys the subgraph finds an object when it is told that it is of the type: field sets, as written in `@key`. */
  keys(typeName: string): readonly string[]
  /** What others know and the subgraph must be told to answer a field, as written in `@requires`; `undefined` when it needs nothing. */
  requires(typeName: string, fieldName: string): string | undefined
  /** The values of an enumeration there. */
  enumValues(typeName: string): ReadonlySet<string>
}

type Arguments = ReadonlyMap<string, string | boolean>

const views = new WeakMap<GraphQLSchema, Map<string, SubgraphView>>()

/** The view of one subgraph, read once per supergraph. Throws when the supergraph has no subgraph of this name. */
export function viewOf(supergraph: GraphQLSchema, subgraph: string): SubgraphView {
  const known = views.get(supergraph) ?? new Map<string, SubgraphView>()
  views.set(supergraph, known)
  const view = known.get(subgraph) ?? readView(supergraph, subgraph)
  known.set(subgraph, view)
  return view
}

/** Read from the directives of the join specification. */
function readView(supergraph: GraphQLSchema, subgraph: string): SubgraphView {
  const graph = graphOf(supergraph, subgraph)
  const joined = (node: Annotated, directive: string) =>
    argumentsOf(node, directive).filter((given) => given.get('graph') === graph)
  const joinedType = (name: string) => joined(supergraph.getType(name) ?? {}, 'join__type')

  const members = new Map<string, ReadonlySet<string>>()
  const membersOf = (typeName: string): ReadonlySet<string> => {
    const type = supergraph.getType(typeName)
    if (isUnionType(type)) return new Set(joined(type, 'join__unionMember').map((given) => String(given.get('member'))))
    if (!isInterfaceType(type)) return new Set([typeName])
    const implementing = supergraph
      .getPossibleTypes(type)
      .filter((object) => joined(object, 'join__implements').some((given) => given.get('interface') === typeName))
    return new Set(implementing.map(({ name }) => name))
  }
  return {
    hasType: (name) => joinedType(name).some((given) => given.get('isInterfaceObject') !== true),
    isInterfaceObject: (name) => joinedType(name).some((given) => given.get('isInterfaceObject') === true),
    fieldType(typeName, fieldName) {
      const type = supergraph.getType(typeName)
      if (!(isObjectType(type) || isInterfaceType(type)) || joinedType(typeName).length === 0) return undefined
      const field = type.getFields()[fieldName]
      if (field === undefined) return undefined
      if (argumentsOf(field, 'join__field').length === 0) return String(field.type)
      const [given, second] = joined(field, 'join__field')
      if (given === undefined || second !== undefined) return undefined
      return ELSEWHERE.some((name) => given.has(name)) ? undefined : String(given.get('type') ?? field.type)
    },
    members(typeName) {
      const known = members.get(typeName) ?? membersOf(typeName)
      members.set(typeName, known)
      return known
    },
    keys: (name) =>
      joinedType(name).flatMap((given) => {
        const key = given.get('key')
        return typeof key === 'string' && given.get('resolvable') !== false ? [key] : []
      }),
    requires(typeName, fieldName) {
      const type = supergraph.getType(typeName)
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined
      const given = field && joined(field, 'join__field').map((each) => each.get('requires'))
      return given?.find((each) => typeof each === 'string')
    },
    enumValues(typeName) {
      const type = supergraph.getType(typeName)
      const values = isEnumType(type) ? type.getValues() : []
      return new Set(values.filter((value) => joined(value, 'join__enumValue').length > 0).map(({ name }) => name))
    },
  }
}

/** Arguments of `@join__field` that say that the subgraph does not answer the field, or not always, or not by itself. */
const ELSEWHERE = ['external', 'usedOverridden', 'overrideLabel', 'requires', 'contextArguments']

interface Annotated {
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined
}

function argumentsOf({ astNode }: Annotated, directive: string): Arguments[] {
  return (astNode?.directives ?? []).flatMap(({ name, arguments: given = [] }) => {
    if (name.value !== directive) return []
    return [new Map(given.map((argument) => [argument.name.value, constantOf(argument.value)]))]
  })
}

function constantOf(value: NonNullable<ConstDirectiveNode['arguments']>[number]['value']): string | boolean {
  return value.kind === Kind.STRING || value.kind === Kind.ENUM || value.kind === Kind.BOOLEAN ? value.value : true
}

function graphOf(supergraph: GraphQLSchema, subgraph: string): string {
  const graphs = supergraph.getType('join__Graph')
  const values = isEnumType(graphs) ? graphs.getValues() : []
  const found = values.find((value) =>
    argumentsOf(value, 'join__graph').some((given) => given.get('name') === subgraph),
  )
  if (found === undefined) throw new Error(`the supergraph has no subgraph ${subgraph}`)
  return found.name
}
