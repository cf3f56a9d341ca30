import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { type DataObject, isObject, ownReader, putValue } from '../../subgraph-client/data-object.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import type { KeyCheck } from './key-check.ts'
import { mergeInto } from './merge-data.ts'

/**
 * What of an entity a subgraph must be told to find it.
 *
 * `undefined` when the fetch is not for entities of this type, `null` when something is missing that the subgraph needs.
 */
export type BuildRepresentation = (entity: DataObject) => DataObject | null | undefined

export function compileRepresentation(
  selections: readonly QueryPlanSelectionNode[],
  facts: SupergraphFacts,
  hasKey?: KeyCheck,
): BuildRepresentation {
  const build = compileSelections(selections, facts)
  return (entity) => {
    const representation = build(entity)
    if (representation === null || representation === undefined) return representation
    if (!representation.__typename) return undefined
    return hasKey === undefined || hasKey(representation) ? representation : undefined
  }
}

type Build = (source: DataObject) => DataObject | null | undefined

/** Fields belong to every object, fragments only to objects of their type. */
function compileSelections(selections: readonly QueryPlanSelectionNode[], facts: SupergraphFacts): Build {
  const fields = selections.flatMap((node) => (node.kind === 'Field' ? [compileField(node, facts)] : []))
  const fragments = selections.flatMap((node) =>
    node.kind === 'InlineFragment' && node.typeCondition !== undefined
      ? [{ matching: facts.subtypes(node.typeCondition), build: compileSelections(node.selections, facts) }]
      : [],
  )
  return (source) => {
    let result: DataObject | undefined
    if (fields.length > 0) {
      result = {}
      for (const field of fields) if (!field(source, result)) return null
    }
    let missing = false
    for (const { matching, build } of fragments) {
      const typename = source.__typename
      if (typeof typename !== 'string' || !matching.has(typename)) continue
      const part = build(source)
      if (part === null) missing = true
      if (part === null || part === undefined) continue
      if (result === undefined) result = part
      else mergeInto(result, part)
    }
    return result ?? (missing ? null : undefined)
  }
}

/** Copies one field; false when it is missing, at any depth. */
type CopyField = (source: DataObject, into: DataObject) => boolean

function compileField(
  { alias, name, selections }: Extract<QueryPlanSelectionNode, { kind: 'Field' }>,
  facts: SupergraphFacts,
): CopyField {
  const key = alias ?? name
  const copy = selections === undefined ? (value: unknown) => value : compileNested(selections, facts)
  const read = ownReader(key)
  return (source, into) => {
    const value = read(source)
    const copied = value === undefined ? undefined : copy(value)
    if (copied === undefined) return false
    putValue(into, key, copied)
    return true
  }
}

/** `undefined` when something is missing: a subgraph that was told only half would answer something else. */
function compileNested(selections: readonly QueryPlanSelectionNode[], facts: SupergraphFacts) {
  const build = compileSelections(selections, facts)
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items = value.map(copy)
      return items.includes(undefined) ? undefined : items
    }
    if (!isObject(value)) return value
    const built = build(value)
    // No fragment is for this type: nothing of the object is needed.
    return built === null ? undefined : (built ?? {})
  }
  return copy
}
