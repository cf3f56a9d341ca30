import {
  type ConstDirectiveNode,
  type ConstListValueNode,
  type GraphQLField,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  type SelectionSetNode,
  visit,
} from 'graphql'

/** One `@join__type`: a subgraph defines the type. */
export interface JoinedType {
  readonly subgraph: string
  readonly key: SelectionSetNode | undefined
  /** True if the subgraph resolves entities by the key. */
  readonly resolvable: boolean
  readonly isInterfaceObject: boolean
}

/** One `@join__field`. */
export interface JoinedField {
  /** `undefined` for a field that an object type inherits from an interface object. */
  readonly subgraph: string | undefined
  /** The type of the field in the subgraph; `undefined` when it equals the type in the supergraph. */
  readonly type: string | undefined
  /** True if the subgraph always resolves the field without another subgraph. */
  readonly isOwn: boolean
  readonly requires: SelectionSetNode | undefined
  /** Fields of a context whose values the subgraph gets as arguments (`@fromContext`). */
  readonly contexts: readonly SelectionSetNode[]
  /** The label of an `@override` that decides whether this subgraph or another resolves the field. */
  readonly overrideLabel: string | undefined
}

/** Every directive of the join specification in a supergraph. */
export interface JoinDirectives {
  /** Names of the subgraphs. */
  readonly subgraphs: readonly string[]
  readonly types: ReadonlyMap<string, readonly JoinedType[]>
  readonly fields: readonly FieldJoins[]
  /** One entry for each object type of an interface or union in a subgraph. */
  readonly members: readonly { readonly subgraph: string; readonly abstractType: string; readonly member: string }[]
  readonly enumValues: readonly { readonly subgraph: string; readonly enumType: string; readonly value: string }[]
}

/**
 * A field of an object type or interface. Without joins, every subgraph with the type resolves it.
 */
export interface FieldJoins {
  readonly typeName: string
  readonly field: GraphQLField<unknown, unknown>
  readonly joins: readonly JoinedField[]
}

/** Source: Apollo, "join" specification v0.5. */
export function readJoinDirectives(schema: GraphQLSchema): JoinDirectives {
  const graphs = subgraphNames(schema)
  const types = new Map<string, readonly JoinedType[]>()
  const fields: FieldJoins[] = []
  const members: JoinDirectives['members'][number][] = []
  const enumValues: JoinDirectives['enumValues'][number][] = []
  const subgraphOf = (args: Arguments) => graphs.get(String(args.get('graph'))) ?? ''
  for (const type of Object.values(schema.getTypeMap())) {
    const { name } = type
    const joined = argumentsOf(type, 'join__type').map((args) => joinedType(args, subgraphOf(args)))
    if (joined.length > 0) types.set(name, joined)
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        const joins = argumentsOf(field, 'join__field').map((args) =>
          joinedField(args, args.has('graph') ? subgraphOf(args) : undefined),
        )
        fields.push({ typeName: name, field, joins })
      }
    }
    if (isObjectType(type)) {
      for (const args of argumentsOf(type, 'join__implements')) {
        members.push({ subgraph: subgraphOf(args), abstractType: String(args.get('interface')), member: name })
      }
    }
    if (isUnionType(type)) {
      for (const args of argumentsOf(type, 'join__unionMember')) {
        members.push({ subgraph: subgraphOf(args), abstractType: name, member: String(args.get('member')) })
      }
    }
    if (isEnumType(type)) {
      for (const value of type.getValues()) {
        for (const args of argumentsOf(value, 'join__enumValue')) {
          enumValues.push({ subgraph: subgraphOf(args), enumType: name, value: value.name })
        }
      }
    }
  }
  return { subgraphs: [...graphs.values()], types, fields, members, enumValues }
}

function joinedType(args: Arguments, subgraph: string): JoinedType {
  return {
    subgraph,
    key: fieldSet(args.get('key')),
    resolvable: args.get('resolvable') !== false,
    isInterfaceObject: args.get('isInterfaceObject') === true,
  }
}

function joinedField(args: Arguments, subgraph: string | undefined): JoinedField {
  const type = args.get('type')
  const label = args.get('overrideLabel')
  return {
    subgraph,
    type: type === undefined ? undefined : String(type),
    isOwn: !NOT_OWN.some((name) => args.has(name)),
    requires: fieldSet(args.get('requires')),
    contexts: contextsOf(args.get('contextArguments')),
    overrideLabel: label === undefined ? undefined : String(label),
  }
}

/**
 * Arguments of `@join__field` for a field that the subgraph does not resolve, resolves only
 * sometimes, or needs other subgraphs for.
 */
const NOT_OWN = ['external', 'usedOverridden', 'overrideLabel', 'requires', 'contextArguments']

function fieldSet(value: ArgumentValue | undefined): SelectionSetNode | undefined {
  return typeof value === 'string' ? parseFieldSet(value) : undefined
}

/** The selections in a list of `join__ContextArgument`, such as `{ locale }`. */
function contextsOf(value: ArgumentValue | undefined): readonly SelectionSetNode[] {
  if (typeof value !== 'object') return []
  const strings: string[] = []
  visit(value, {
    ObjectField({ name, value }) {
      if (name.value === 'selection' && value.kind === Kind.STRING) strings.push(value.value)
    },
  })
  return strings.map((string) => parseFieldSet(string.trim().startsWith('{') ? string.trim().slice(1, -1) : string))
}

/** The selections of a string such as `id owner { id }`. */
export function parseFieldSet(value: string): SelectionSetNode {
  const [node] = parse(`{ ${value} }`, { noLocation: true }).definitions
  if (node?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`not a field set: ${value}`)
  return node.selectionSet
}

/** A string or boolean; a list as it is written. */
type ArgumentValue = string | boolean | ConstListValueNode
type Arguments = ReadonlyMap<string, ArgumentValue>

interface Annotated {
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined
}

/** The arguments of each use of a directive. */
function argumentsOf({ astNode }: Annotated, directive: string): Arguments[] {
  return (astNode?.directives ?? []).flatMap(({ name, arguments: nodes = [] }) => {
    if (name.value !== directive) return []
    return [new Map(nodes.map((argument) => [argument.name.value, constantOf(argument.value)]))]
  })
}

function constantOf(value: NonNullable<ConstDirectiveNode['arguments']>[number]['value']): ArgumentValue {
  if (value.kind === Kind.LIST) return value
  return value.kind === Kind.STRING || value.kind === Kind.ENUM || value.kind === Kind.BOOLEAN ? value.value : true
}

/** Names of the subgraphs by their values of `join__Graph`. */
function subgraphNames(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const graphs = schema.getType('join__Graph')
  const values = isEnumType(graphs) ? graphs.getValues() : []
  return new Map(
    values.flatMap((value) =>
      argumentsOf(value, 'join__graph').map((args) => [value.name, String(args.get('name'))] as const),
    ),
  )
}
