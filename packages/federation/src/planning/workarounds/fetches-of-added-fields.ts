import type { FetchDataRewrite, FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { replaceOperation } from '../../operation/replace-operation.ts'
import type { FetchWorkaround } from './workaround.ts'

/** Required fields with their arguments, by the names that replaced them. */
export type AddedFields = ReadonlyMap<string, FieldNode>

/**
 * Translates the fetches of a plan that contains added fields for the subgraphs: an added name becomes an alias in
 * operations, and the real name in representations. A fetch whose fields require one field with different arguments
 * becomes several.
 */
export function correctFetches(added: AddedFields): FetchWorkaround {
  const isAffected = ({ operation, requires }: FetchNode) => {
    const text = requires === undefined ? operation : operation + JSON.stringify(requires)
    return text.includes('__required') && [...added.keys()].some((name) => text.includes(name))
  }
  return ({ facts }) =>
    (node) => {
      if (!isAffected(node)) return [node]
      const { requires: needs } = facts.subgraph(node.serviceName)
      return separate(added, node, needs).map((part) => underRealNames(added, part))
    }
}

type Needs = (typeName: string, fieldName: string) => SelectionSetNode | undefined

/** Names of the fields that are sent at a place of a representation. */
type Sent = ReadonlyMap<string, ReadonlySet<string>>

/** One fetch for each group of fields whose requirements fit in one representation. */
function separate(added: AddedFields, node: FetchNode, needs: Needs): readonly FetchNode[] {
  const { requires } = node
  if (requires === undefined) return [node]
  const document = parse(node.operation, { noLocation: true })
  const groups: Map<string, Set<string>>[] = [new Map()]
  const groupOf = new Map<string, number>()
  eachEntityField(document, (typeName, field) => {
    const needed = needs(typeName, field)
    if (needed === undefined) return true
    const sent = sentBy(added, needed)
    const found = groups.findIndex((group) => fits(group, sent))
    const index = found === -1 ? groups.push(new Map()) - 1 : found
    for (const [place, names] of sent) groups[index]?.set(place, new Set(names))
    groupOf.set(`${typeName}.${field}`, index)
    return true
  })
  if (groups.length === 1) return [node]
  const contested = (place: string) => new Set(groups.flatMap((group) => [...(group.get(place) ?? [])])).size > 1
  return groups.map((group, index) => {
    const isSent = (place: string, name: string) => !contested(place) || group.get(place)?.has(name) === true
    const part = eachEntityField(document, (type, field) => (groupOf.get(`${type}.${field}`) ?? 0) === index)
    return { ...replaceOperation(node, part), requires: selectSent(added, requires, isSent, '') }
  })
}

function fits(group: Sent, sent: Sent): boolean {
  return [...sent].every(([place, names]) => {
    const others = group.get(place)
    return others === undefined || others.symmetricDifference(names).size === 0
  })
}

/** The names under which a field set is fetched, by their place in a representation. */
function sentBy(
  added: AddedFields,
  { selections }: SelectionSetNode,
  parent = '',
  sent = new Map<string, Set<string>>(),
): Sent {
  for (const node of selections) {
    if (node.kind === Kind.INLINE_FRAGMENT) sentBy(added, node.selectionSet, parent, sent)
    if (node.kind !== Kind.FIELD) continue
    const place = placeOf(added, parent, node.name.value)
    sent.set(place, (sent.get(place) ?? new Set()).add(node.name.value))
    if (node.selectionSet !== undefined) sentBy(added, node.selectionSet, place, sent)
  }
  return sent
}

function placeOf(added: AddedFields, parent: string, name: string): string {
  return `${parent}.${added.get(name)?.name.value ?? name}`
}

/** The operation with the fields of its entities for which `keep` is true. */
function eachEntityField(document: DocumentNode, keep: (typeName: string, field: string) => boolean): DocumentNode {
  const within = (typeName: string, { selections }: SelectionSetNode): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections: selections.flatMap((node): SelectionNode[] => {
      if (node.kind === Kind.FIELD) return keep(typeName, node.name.value) ? [node] : []
      if (node.kind === Kind.FRAGMENT_SPREAD) return [node]
      const selectionSet = within(node.typeCondition?.name.value ?? typeName, node.selectionSet)
      return selectionSet.selections.length === 0 ? [] : [{ ...node, selectionSet }]
    }),
  })
  return visit(document, {
    Field(node) {
      if (node.name.value !== '_entities' || node.selectionSet === undefined) return undefined
      return { ...node, selectionSet: within('', node.selectionSet) }
    },
  })
}

function selectSent(
  added: AddedFields,
  requires: readonly QueryPlanSelectionNode[],
  isSent: (place: string, name: string) => boolean,
  parent: string,
): QueryPlanSelectionNode[] {
  return requires.flatMap((node): QueryPlanSelectionNode[] => {
    if (node.kind === 'InlineFragment') {
      return [{ ...node, selections: selectSent(added, node.selections, isSent, parent) }]
    }
    const place = placeOf(added, parent, node.name)
    if (!isSent(place, node.name)) return []
    if (node.selections === undefined) return [node]
    return [{ ...node, selections: selectSent(added, node.selections, isSent, place) }]
  })
}

/** The fetch as the subgraph understands it. */
function underRealNames(added: AddedFields, node: FetchNode): FetchNode {
  const document = visit(parse(node.operation, { noLocation: true }), {
    Field(field): FieldNode | undefined {
      const required = added.get(field.name.value)
      if (required === undefined) return undefined
      const { alias = field.name } = field
      return {
        ...field,
        alias,
        name: required.name,
        arguments: [...(field.arguments ?? []), ...(required.arguments ?? [])],
      }
    },
  })
  const renamed = [...renamers(added, node.requires ?? [], [])]
  const inputRewrites = [...renamed, ...(node.inputRewrites ?? [])]
  return { ...replaceOperation(node, document), ...(inputRewrites.length > 0 && { inputRewrites }) }
}

/** Rewrites of representations, inner fields first. */
function* renamers(
  added: AddedFields,
  requires: readonly QueryPlanSelectionNode[],
  path: readonly string[],
): Generator<FetchDataRewrite> {
  for (const node of requires) {
    if (node.kind === 'InlineFragment') {
      const { typeCondition } = node
      yield* renamers(added, node.selections, typeCondition === undefined ? path : [...path, `... on ${typeCondition}`])
      continue
    }
    const at = [...path, node.name]
    yield* renamers(added, node.selections ?? [], at)
    const required = added.get(node.name)
    if (required !== undefined) yield { kind: 'KeyRenamer', path: at, renameKeyTo: required.name.value }
  }
}
