import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  isAbstractType,
  isListType,
  isNonNullType,
  Kind,
  parseType,
  type TypeNode,
} from 'graphql'
import type { Supergraph } from '../../supergraph/build-supergraph.ts'
import type { SubgraphFacts } from '../../supergraph/subgraph-facts.ts'

/** Why a type is not the same in the subgraph as far as its objects are concerned; `undefined` when it is. */
export function findTypeObstacle(
  { schema, facts }: Pick<Supergraph, 'schema' | 'facts'>,
  view: SubgraphFacts,
  type: GraphQLCompositeType,
): string | undefined {
  if (view.isInterfaceObject(type.name)) return undefined
  if (!view.hasType(type.name)) return `${type.name} is not known to the subgraph`
  if (!isAbstractType(type)) return undefined
  const members = view.members(type.name)
  // The subgraph may call it otherwise, in conditions and in __typename.
  if (!members.isDisjointFrom(facts.rootTypes)) return `${type.name} may be a root type`
  const visible = new Set(schema.getPossibleTypes(type).map(({ name }) => name))
  if ([...members].some((name) => !visible.has(name))) return `${type.name} has hidden members`
  const lacking = [...visible].find((name) => view.hasType(name) && !members.has(name))
  return lacking === undefined ? undefined : `${lacking} is no ${type.name} in the subgraph`
}

/** Whether a field of the subgraph's type has the lists and the named type of the public one, and nulls only where that one may. */
export function isAsStrict(type: GraphQLOutputType, there: string): boolean {
  return String(type) === there || compare(type, parseType(there))
}

function compare(type: GraphQLOutputType, there: TypeNode): boolean {
  if (isNonNullType(type)) return there.kind === Kind.NON_NULL_TYPE && compare(type.ofType, there.type)
  const nullable = there.kind === Kind.NON_NULL_TYPE ? there.type : there
  if (isListType(type)) return nullable.kind === Kind.LIST_TYPE && compare(type.ofType, nullable.type)
  return nullable.kind === Kind.NAMED_TYPE && nullable.name.value === type.name
}
