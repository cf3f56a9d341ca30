import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import { Kind, parse, type SelectionNode, type SelectionSetNode, visit } from 'graphql'
import { replaceOperation } from '../../operation/replace-operation.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'

/** A fetch of entities. */
export type EntityFetchNode = FetchNode & { readonly requires: QueryPlanSelectionNode[] }

/**
 * The part of an entity fetch that needs only a key; `undefined` when that is nothing or all of it.
 *
 * The planner combines fields of different types in one fetch, and then expects the requirements
 * of all fields for every entity, whatever its type.
 */
export function keyOnlyFetch(node: EntityFetchNode, facts: SupergraphFacts): EntityFetchNode | undefined {
  const { serviceName } = node
  const document = parse(node.operation, { noLocation: true })
  let removed = false
  let remains = false
  const ofEntities = (type: string, { selections }: SelectionSetNode): SelectionNode[] =>
    selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection]
      if (selection.kind === Kind.FIELD) {
        const dropped = facts.subgraph(serviceName).requires(type, selection.name.value) !== undefined
        if (dropped) removed = true
        else if (selection.name.value !== '__typename') remains = true
        return dropped ? [] : [selection]
      }
      const inner = ofEntities(selection.typeCondition?.name.value ?? type, selection.selectionSet)
      return inner.length === 0 ? [] : [{ ...selection, selectionSet: { kind: Kind.SELECTION_SET, selections: inner } }]
    })
  const reduced = visit(document, {
    Field(field) {
      if (field.name.value !== '_entities' || field.selectionSet === undefined) return undefined
      const selections = ofEntities('', field.selectionSet)
      return { ...field, selectionSet: { kind: Kind.SELECTION_SET, selections } }
    },
  })
  if (!removed || !remains) return undefined
  return {
    ...replaceOperation(node, reduced),
    requires: node.requires.map((part) => keysOnly(part, serviceName, facts)),
  }
}

function keysOnly(part: QueryPlanSelectionNode, subgraph: string, facts: SupergraphFacts): QueryPlanSelectionNode {
  if (part.kind === 'Field') return part
  const keys = facts.subgraph(subgraph).keys(part.typeCondition ?? '')
  const names = new Set(keys.flatMap(({ selections }) => selections.map((key) => 'name' in key && key.name?.value)))
  const selections = part.selections.filter((each) => {
    return each.kind === 'Field' && (each.name === '__typename' || names.has(each.name))
  })
  return { ...part, selections }
}
