import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from '../operation/collect-fields.ts'
import type { SupergraphFacts } from '../supergraph/supergraph-facts.ts'

/**
 * An upper bound for the entity fetches of a plan: for each position of an entity, one for every
 * other subgraph that resolves its type. A fragment counts once per spread, in time linear in the
 * document.
 */
export function countFetches(schema: GraphQLSchema, facts: SupergraphFacts, document: DocumentNode): number {
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
        const others = type === undefined ? 0 : facts.entitySubgraphs(type.name) - 1
        sum += ofSet(selection.selectionSet, type) + Math.max(0, others)
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
