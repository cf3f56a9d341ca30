import type { FetchDataRewrite } from '@apollo/query-planner'
import { type DataObject, isObject, ownValue, putValue } from '../../subgraph-client/data-object.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'

/** Modifies data in place. */
export type Rewrite = (value: unknown) => void

const TYPE_CONDITION = '... on '

/**
 * Applies a plan's rewrites to representations before they are sent, or to data before it is
 * merged; `undefined` when there are none.
 */
export function compileRewrites(
  rewrites: readonly FetchDataRewrite[] | undefined,
  facts: SupergraphFacts,
): Rewrite | undefined {
  const steps = (rewrites ?? []).map((rewrite) => compileRewrite(rewrite, facts))
  if (steps.length === 0) return undefined
  return (value) => {
    for (const step of steps) step(value)
  }
}

/** The plan's response names, by the aliases that the fetch uses for them. */
export function renamedKeys(rewrites: readonly FetchDataRewrite[] | undefined): ReadonlyMap<string, string> {
  return new Map(
    (rewrites ?? []).flatMap((rewrite) =>
      rewrite.kind === 'KeyRenamer' ? [[rewrite.path.at(-1) ?? '', rewrite.renameKeyTo] as const] : [],
    ),
  )
}

function compileRewrite(rewrite: FetchDataRewrite, facts: SupergraphFacts): Rewrite {
  const key = rewrite.path.at(-1)
  if (key === undefined || key.startsWith(TYPE_CONDITION)) throw new Error('a rewrite has no field name')
  const change =
    rewrite.kind === 'ValueSetter'
      ? (object: DataObject) => putValue(object, key, rewrite.setValueTo)
      : (object: DataObject) => rename(object, key, rewrite.renameKeyTo)
  return compileSteps(rewrite.path.slice(0, -1), change, facts)
}

function compileSteps(path: readonly string[], change: (object: DataObject) => void, facts: SupergraphFacts): Rewrite {
  const [first, ...rest] = path
  if (first === undefined) return forEachObject(change)
  const next = compileSteps(rest, change, facts)
  if (!first.startsWith(TYPE_CONDITION)) return forEachObject((object) => next(ownValue(object, first)))
  const matching = facts.subtypes(first.slice(TYPE_CONDITION.length))
  return forEachObject((object) => {
    const typename = object.__typename
    // If only one type is possible, the plan does not select `__typename`.
    if (!typename || (typeof typename === 'string' && matching.has(typename))) next(object)
  })
}

function forEachObject(change: (object: DataObject) => void): Rewrite {
  const apply = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) apply(item)
    else if (isObject(value)) change(value)
  }
  return apply
}

function rename(object: DataObject, from: string, to: string): void {
  const value = ownValue(object, from)
  if (value === undefined) return
  const present = ownValue(object, to)
  putValue(object, to, present === undefined ? value : mergeNulls(present, value))
  putValue(object, from, undefined)
}

/**
 * Merges two values that a subgraph returned for one field selected twice under different aliases.
 *
 * Null wins: only an error within one of the selections makes one value null and not the other.
 * Source: GraphQL, October 2021, 6.4.3 "Merging Selection Sets" and 6.4.4 "Handling Field Errors".
 */
function mergeNulls(present: unknown, value: unknown): unknown {
  if (present === null || value === null) return null
  if (Array.isArray(present) && Array.isArray(value) && present.length === value.length) {
    return present.map((item, index) => mergeNulls(item, value[index]))
  }
  if (!isObject(present) || !isObject(value)) return value
  for (const key of Object.keys(value)) {
    const known = ownValue(present, key)
    putValue(present, key, known === undefined ? value[key] : mergeNulls(known, value[key]))
  }
  return present
}
