import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  stripIgnoredCharacters,
  visit,
} from 'graphql'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'

/** A fetch of entities. */
export type EntityFetchNode = FetchNode & { readonly requires: QueryPlanSelectionNode[] }

/**
 * The part of an entity fetch that needs only a key; `undefined` when that is nothing or all of it.
 *
 * The planner combines fields of different types in one fetch, and then wants the requirements of
 * each field for every entity, whatever its type.
 */
export function keyOnlyFetch(node: EntityFetchNode, facts: SupergraphFacts): EntityFetchNode | undefined {
  const { serviceName } = node
  const document = parse(node.operation, { noLocation: true })
  let removed = false
  let kept = false
  const ofEntities = (type: string, { selections }: SelectionSetNode): SelectionNode[] =>
    selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection]
      if (selection.kind === Kind.FIELD) {
        const dropped = facts.subgraph(serviceName).requires(type, selection.name.value) !== undefined
        if (dropped) removed = true
        else if (selection.name.value !== '__typename') kept = true
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
  if (!removed || !kept) return undefined
  return {
    ...withOperation(node, reduced),
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

/**
 * A fetch without the fields whose requirements its representations lack.
 *
 * The planner adds a field with `@requires`, when another field requires it in turn, to fetches
 * that do not send its requirements. The subgraph would compute it from nothing; another fetch of
 * the plan requests it correctly.
 */
export function withoutUnmetRequires<Node extends FetchNode>(node: Node, facts: SupergraphFacts): Node {
  const { serviceName, requires = [], operation } = node
  // Hardly any fetch selects such a field: the others need not be parsed.
  if (!facts.subgraph(serviceName).fieldsWithRequires.some((name) => operation.includes(name))) return node
  const document = parse(operation, { noLocation: true })
  let removed = false

  const within = (type: string | undefined, set: SelectionSetNode, isEntity: boolean): SelectionSetNode => {
    const selections = set.selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value ?? type
        return [{ ...selection, selectionSet: within(condition, selection.selectionSet, isEntity) }]
      }
      const name = selection.name.value
      const required = type === undefined ? undefined : facts.subgraph(serviceName).requires(type, name)
      if (required !== undefined && !(isEntity && sends(requires, required))) {
        removed = true
        return []
      }
      if (selection.selectionSet === undefined) return [selection]
      const isRoot = name === '_entities'
      const inner = isRoot || type === undefined ? undefined : facts.returnedType(type, name)
      return [{ ...selection, selectionSet: within(inner, selection.selectionSet, isRoot) }]
    })
    return { ...set, selections: selections.length > 0 ? selections : [TYPENAME] }
  }
  const reduced = visit(document, {
    OperationDefinition: (definition) => ({
      ...definition,
      selectionSet: within(facts.rootType(definition.operation), definition.selectionSet, false),
    }),
  })
  return removed ? withOperation(node, reduced) : node
}

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

/** Whether the representations of some type have every required field. */
function sends(requires: readonly QueryPlanSelectionNode[], { selections }: SelectionSetNode): boolean {
  const names = selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []))
  return requires.some((part) => {
    const sent = part.kind === 'InlineFragment' ? part.selections : []
    return names.every((name) => sent.some((each) => each.kind === 'Field' && each.name === name))
  })
}

/** The fetch with a reduced operation, and only the variables that this still uses. */
function withOperation<Node extends FetchNode>(node: Node, document: DocumentNode): Node {
  const used = variablesOf(document)
  return {
    ...node,
    operation: stripIgnoredCharacters(print(withVariables(document, used))),
    variableUsages: (node.variableUsages ?? []).filter((name) => used.has(name)),
  }
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
