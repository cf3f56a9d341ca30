import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import { Kind, type SelectionSetNode } from 'graphql'
import { type DataObject, isObject, ownValue } from '../../subgraph-client/data-object.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'

/** Whether a representation, before it is rewritten, holds a whole key of its entity. */
export type KeyCheck = (representation: DataObject) => boolean

/**
 * The check that a fetch needs; `undefined` when each of its parts brings a key.
 *
 * A plan may ask for what a field requires of more types than it asks the field of. Of the others it then has no key, and wants nothing.
 */
export function compileKeyCheck(
  { serviceName, requires = [] }: Pick<FetchNode, 'serviceName' | 'requires'>,
  facts: SupergraphFacts,
): KeyCheck | undefined {
  const parts = requires.flatMap((part) => (part.kind === 'InlineFragment' ? [part] : []))
  const isKeyed = ({ typeCondition = '', selections }: (typeof parts)[number]) => {
    const keys = facts.subgraph(serviceName).keys(typeCondition)
    return keys.length === 0 || keys.some((key) => selects(selections, key))
  }
  if (parts.every(isKeyed)) return undefined
  const known = new Map<unknown, readonly SelectionSetNode[]>()
  return (representation) => {
    const { __typename: typename } = representation
    const keys = known.get(typename) ?? facts.subgraph(serviceName).keys(String(typename))
    known.set(typename, keys)
    return keys.length === 0 || keys.some((key) => holds(representation, key))
  }
}

/** Whether a part of what is sent has every field of a key. */
function selects(selections: readonly QueryPlanSelectionNode[], { selections: key }: SelectionSetNode): boolean {
  return key.every((wanted) => {
    if (wanted.kind !== Kind.FIELD) return true
    const field = selections.find((each) => each.kind === 'Field' && each.name === wanted.name.value)
    if (field === undefined || wanted.selectionSet === undefined) return field !== undefined
    return selects(field.selections ?? [], wanted.selectionSet)
  })
}

function holds(value: unknown, { selections: key }: SelectionSetNode): boolean {
  if (Array.isArray(value)) return true
  if (!isObject(value)) return value !== undefined
  return key.every((wanted) => {
    if (wanted.kind !== Kind.FIELD) return true
    const told = ownValue(value, wanted.name.value)
    return told !== undefined && (wanted.selectionSet === undefined || holds(told, wanted.selectionSet))
  })
}
