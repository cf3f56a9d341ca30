import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import {
  type DocumentNode,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  stripIgnoredCharacters,
  visit,
} from 'graphql'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'

/** A fetch for entities. */
export type EntityFetchNode = FetchNode & { readonly requires: QueryPlanSelectionNode[] }

/**
 * The part of an entity fetch for which a key is enough; `undefined` when that is nothing, or all of it.
 *
 * The planner puts fields of different types into one fetch and then wants what one of them requires of every entity, also of those that
 * it was not fetched for.
 */
export function reduceFetch(node: EntityFetchNode, facts: SupergraphFacts): EntityFetchNode | undefined {
  const { serviceName } = node
  const document = parse(node.operation, { noLocation: true })
  let removed = false
  let left = false
  const ofEntities = (type: string, { selections }: SelectionSetNode): SelectionNode[] =>
    selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection]
      if (selection.kind === Kind.FIELD) {
        const dropped = facts.subgraph(serviceName).requires(type, selection.name.value) !== undefined
        if (dropped) removed = true
        else if (selection.name.value !== '__typename') left = true
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
  if (!removed || !left) return undefined
  return {
    ...withOperation(node, reduced),
    requires: node.requires.map((part) => keysOnly(part, serviceName, facts)),
  }
}

/** The fetch with another operation in place of its own, of which only some fields are left. */
export function withOperation<Node extends FetchNode>(node: Node, document: DocumentNode): Node {
  const used = variablesOf(document)
  return {
    ...node,
    operation: stripIgnoredCharacters(print(withVariables(document, used))),
    variableUsages: (node.variableUsages ?? []).filter((name) => used.has(name)),
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

function variablesOf({ definitions }: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of definitions) {
    if (!('selectionSet' in node)) continue
    visit(node.selectionSet, { Variable: ({ name }) => void names.add(name.value) })
  }
  return names
}

function withVariables(document: DocumentNode, used: ReadonlySet<string>): DocumentNode {
  return visit(document, { VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null) })
}
