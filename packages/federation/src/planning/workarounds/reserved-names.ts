import { type DirectiveNode, type GraphQLSchema, isInterfaceType, isObjectType, Kind, parse, visit } from 'graphql'

const known = new WeakMap<GraphQLSchema, ReadonlySet<string>>()

/** Names under which plans over a supergraph may fetch more than clients ask for: every field of a key or of `@requires`. */
export function reservedNames(supergraph: GraphQLSchema): ReadonlySet<string> {
  const found = known.get(supergraph) ?? readNames(supergraph)
  known.set(supergraph, found)
  return found
}

function readNames(supergraph: GraphQLSchema): ReadonlySet<string> {
  const names = new Set(['__typename'])
  for (const type of Object.values(supergraph.getTypeMap())) {
    if (!(isObjectType(type) || isInterfaceType(type))) continue
    const fields = Object.values(type.getFields()).flatMap(({ astNode }) => astNode?.directives ?? [])
    for (const directive of [...(type.astNode?.directives ?? []), ...fields]) {
      for (const fieldSet of fieldSetsOf(directive)) addNames(fieldSet, names)
    }
  }
  return names
}

/** The texts of `@join__type(key:)` and `@join__field(requires:)`. */
function fieldSetsOf({ name, arguments: given }: DirectiveNode): string[] {
  if (name.value !== 'join__type' && name.value !== 'join__field') return []
  return (given ?? []).flatMap(({ name: argument, value }) =>
    ['key', 'requires'].includes(argument.value) && value.kind === Kind.STRING ? [value.value] : [],
  )
}

function addNames(fieldSet: string, names: Set<string>): void {
  visit(parse(`{ ${fieldSet} }`, { noLocation: true }), {
    Field: (node) => {
      names.add(node.name.value)
    },
  })
}
