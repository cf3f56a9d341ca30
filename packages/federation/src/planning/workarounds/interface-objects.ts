import { type GraphQLSchema, isInterfaceType, Kind } from 'graphql'

const known = new WeakMap<GraphQLSchema, ReadonlySet<string>>()

/** Names of the interfaces of a supergraph that are object types (`@interfaceObject`) in some subgraph. */
export function interfaceObjects(supergraph: GraphQLSchema): ReadonlySet<string> {
  const found = known.get(supergraph) ?? readNames(supergraph)
  known.set(supergraph, found)
  return found
}

function readNames(supergraph: GraphQLSchema): ReadonlySet<string> {
  const interfaces = Object.values(supergraph.getTypeMap()).filter(isInterfaceType)
  const somewhere = interfaces.filter(({ astNode }) =>
    astNode?.directives?.some(({ name, arguments: given = [] }) => {
      const flag = given.find((each) => each.name.value === 'isInterfaceObject')?.value
      return name.value === 'join__type' && flag?.kind === Kind.BOOLEAN && flag.value
    }),
  )
  return new Set(somewhere.map(({ name }) => name))
}
