import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from '../operation/collect-fields.ts'

/**
 * How many fetches a plan may need for the entities that a document asks for, at most: of each place where one stands, one for every subgraph that
 * knows entities of the type, besides that which it comes from. Fragments count wherever they are spread; the time is linear in the document.
 */
export function countFetches(schema: GraphQLSchema, supergraph: GraphQLSchema, document: DocumentNode): number {
  const fragments = fragmentsOf(document)
  const ofFragments = new Map<string, number>()

  const ofSet = ({ selections }: SelectionSetNode, parent: GraphQLNamedType | null | undefined): number => {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        sum += ofFragment(selection.name.value)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value
        sum += ofSet(selection.selectionSet, condition === undefined ? parent : schema.getType(condition))
      } else if (selection.selectionSet !== undefined) {
        const fields = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields() : {}
        const field = fields[selection.name.value]
        const type = field && getNamedType(field.type)
        sum += ofSet(selection.selectionSet, type) + (type === undefined ? 0 : otherSubgraphs(supergraph, type.name))
      }
    }
    return sum
  }
  const ofFragment = (name: string): number => {
    const known = ofFragments.get(name)
    const fragment = fragments.get(name)
    if (known !== undefined || fragment === undefined) return known ?? 0
    const count = ofSet(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value))
    ofFragments.set(name, count)
    return count
  }
  return document.definitions.reduce(
    (sum, node) =>
      node.kind === Kind.OPERATION_DEFINITION
        ? sum + ofSet(node.selectionSet, schema.getRootType(node.operation))
        : sum,
    0,
  )
}

const known = new WeakMap<GraphQLSchema, Map<string, number>>()

/** Subgraphs that an entity of a type may be fetched from besides its own. */
function otherSubgraphs(supergraph: GraphQLSchema, typeName: string): number {
  const counts = known.get(supergraph) ?? new Map<string, number>()
  known.set(supergraph, counts)
  const count = counts.get(typeName) ?? Math.max(0, keyedIn(supergraph, typeName).size - 1)
  counts.set(typeName, count)
  return count
}

/** The subgraphs that find objects of the type, or of one that it stands for, by a key. */
function keyedIn(supergraph: GraphQLSchema, typeName: string): ReadonlySet<string> {
  const type = supergraph.getType(typeName)
  const types = isAbstractType(type) ? [type, ...supergraph.getPossibleTypes(type)] : [type]
  const graphs = types.flatMap((each) =>
    (each?.astNode?.directives ?? []).flatMap(({ name, arguments: given = [] }) => {
      if (name.value !== 'join__type') return []
      const values = new Map(given.map((argument) => [argument.name.value, argument.value]))
      const [graph, resolvable] = [values.get('graph'), values.get('resolvable')]
      const isFound = values.has('key') && !(resolvable?.kind === Kind.BOOLEAN && !resolvable.value)
      return isFound && graph?.kind === Kind.ENUM ? [graph.value] : []
    }),
  )
  return new Set(graphs)
}
