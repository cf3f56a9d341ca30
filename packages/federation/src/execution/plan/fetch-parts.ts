import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { replaceOperation } from '../../operation/replace-operation.ts'
import { type DataObject, ownValue } from '../../subgraph-client/data-object.ts'
import type { SubgraphFacts } from '../../supergraph/subgraph-facts.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'

/** A fetch of entities. */
export type EntityFetchNode = FetchNode & { readonly requires: QueryPlanSelectionNode[] }

/**
 * One fetch for each group of fields that need the same values: nothing but a key, equal
 * `@requires`, or the same arguments from a context. `undefined` for a fetch with one such group.
 *
 * The planner combines fields of different types and places in one fetch. It then expects the
 * requirements of all fields for every entity, though some entities have only those of some fields.
 */
export function fetchParts(node: EntityFetchNode, facts: SupergraphFacts): readonly EntityFetchNode[] | undefined {
  const subgraph = facts.subgraph(node.serviceName)
  const document = parse(node.operation, { noLocation: true })
  const contextual = contextVariables(node)
  const groups = new Map<string, Need[]>()
  const keyOf = (type: string, field: FieldNode) =>
    groupOf(subgraph.requires(type, field.name.value), field, contextual)
  eachEntityField(document, (type, field) => {
    const required = subgraph.requires(type, field.name.value)
    const key = keyOf(type, field)
    groups.set(key, [...(groups.get(key) ?? []), { type, required }])
    return true
  })
  if (groups.size < 2) return undefined
  return [...groups].map(([key, needs]) => {
    const part = replaceOperation(
      node,
      eachEntityField(document, (type, field) => keyOf(type, field) === key),
    )
    const used = new Set(part.variableUsages)
    return {
      ...part,
      requires: node.requires.flatMap((each) => restrictedTo(each, needs, subgraph.keys, facts)),
      ...(node.contextRewrites && {
        contextRewrites: node.contextRewrites.filter(
          (each) => each.kind !== 'KeyRenamer' || used.has(each.renameKeyTo),
        ),
      }),
    }
  })
}

/**
 * True if a representation has everything that the fields of the fetch require; `undefined` for a fetch without
 * requirements. The planner selects a field of an interface object for all its types, but the requirements only for the
 * types for which the client selects the field.
 */
export function compileNeedCheck(
  node: EntityFetchNode,
  facts: SupergraphFacts,
): ((representation: DataObject) => boolean) | undefined {
  const subgraph = facts.subgraph(node.serviceName)
  if (!subgraph.fieldsWithRequires.some((name) => node.operation.includes(name))) return undefined
  const needs: Need[] = []
  eachEntityField(parse(node.operation, { noLocation: true }), (type, { name }) => {
    const required = subgraph.requires(type, name.value)
    if (required !== undefined) needs.push({ type, required })
    return true
  })
  const namesFor = (typename: unknown): readonly string[] => {
    const own = needs.filter(({ type }) => facts.subtypes(type).has(String(typename)))
    const fields = own.flatMap(({ required }) => required?.selections ?? [])
    return fields.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
  }
  const known = new Map<unknown, readonly string[]>()
  return (representation) => {
    const { __typename: typename } = representation
    const names = known.get(typename) ?? namesFor(typename)
    known.set(typename, names)
    return names.every((name) => ownValue(representation, name) !== undefined)
  }
}

/** The requirements of an entity's field besides a key. */
interface Need {
  readonly type: string
  readonly required: SelectionSetNode | undefined
}

/** Names of the variables whose values come from a context. */
function contextVariables({ contextRewrites = [] }: FetchNode): ReadonlySet<string> {
  return new Set(contextRewrites.flatMap((each) => (each.kind === 'KeyRenamer' ? [each.renameKeyTo] : [])))
}

/** A key that is equal for fields that need the same values. */
function groupOf(required: SelectionSetNode | undefined, field: FieldNode, contextual: ReadonlySet<string>): string {
  const variables = new Set<string>()
  if (contextual.size > 0) visit(field, { Variable: ({ name }) => void variables.add(name.value) })
  return [required === undefined ? '' : print(required), ...[...variables.intersection(contextual)].sort()].join(' $')
}

type Keep = (typeName: string, field: FieldNode) => boolean

/** The operation with the fields of its entities for which `keep` is true. */
function eachEntityField(document: DocumentNode, keep: Keep): DocumentNode {
  const within = (type: string, { selections }: SelectionSetNode): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections: selections.flatMap((node): SelectionNode[] => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return [node]
      if (node.kind === Kind.FIELD) return node.name.value === '__typename' || keep(type, node) ? [node] : []
      const selectionSet = within(node.typeCondition?.name.value ?? type, node.selectionSet)
      return selectionSet.selections.length === 0 ? [] : [{ ...node, selectionSet }]
    }),
  })
  return visit(document, {
    Field(field) {
      if (field.name.value !== '_entities' || field.selectionSet === undefined) return undefined
      return { ...field, selectionSet: within('', field.selectionSet) }
    },
  })
}

/** The part of a representation that some fields need; empty for a type without these fields. */
function restrictedTo(
  part: QueryPlanSelectionNode,
  needs: readonly Need[],
  keysOf: SubgraphFacts['keys'],
  facts: SupergraphFacts,
): QueryPlanSelectionNode[] {
  if (part.kind === 'Field' || part.typeCondition === undefined) return [part]
  const { typeCondition } = part
  const own = needs.filter(
    ({ type }) => facts.subtypes(type).has(typeCondition) || facts.subtypes(typeCondition).has(type),
  )
  if (own.length === 0) return []
  const wanted = [...keysOf(typeCondition), ...own.flatMap(({ required }) => required ?? [])]
  return [{ ...part, selections: selectionsIn(wanted, part.selections) }]
}

/** The selections that any of the field sets contains. */
function selectionsIn(
  wanted: readonly SelectionSetNode[],
  selections: readonly QueryPlanSelectionNode[],
): QueryPlanSelectionNode[] {
  return selections.flatMap((node): QueryPlanSelectionNode[] => {
    if (node.kind === 'InlineFragment') return [{ ...node, selections: selectionsIn(wanted, node.selections) }]
    if (node.name === '__typename') return [node]
    const found = wanted.flatMap((set) => fieldsNamed(node.name, set))
    if (found.length === 0 || node.selections === undefined) return found.length === 0 ? [] : [node]
    const below = found.flatMap(({ selectionSet }) => selectionSet ?? [])
    return [{ ...node, selections: selectionsIn(below, node.selections) }]
  })
}

function fieldsNamed(name: string, { selections }: SelectionSetNode): readonly FieldNode[] {
  return selections.flatMap((node): readonly FieldNode[] => {
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsNamed(name, node.selectionSet)
    return node.kind === Kind.FIELD && node.name.value === name ? [node] : []
  })
}
