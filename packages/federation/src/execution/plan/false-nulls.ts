import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { type AnswerPath, type DataObject, isObject, ownValue } from '../../subgraph-client/data-object.ts'
import type { PlanRun } from '../plan-run.ts'
import { placesAt, type TargetPath } from './locate-targets.ts'

/**
 * Whether a null that an object would tell a subgraph is none, but an error: what is computed from it would be wrong without a sign.
 *
 * `undefined` when there is no such null at the path.
 */
export function falseNulls(
  run: PlanRun,
  path: TargetPath,
  requires: readonly QueryPlanSelectionNode[],
): ((target: DataObject) => boolean) | undefined {
  const errors = new Map<string, AnswerPath[]>()
  for (const { path: at = [] } of run.placed) {
    const below = at.slice(path.length)
    if (below.length === 0 || !isRequired(requires, below)) continue
    const place = JSON.stringify(at.slice(0, path.length))
    const known = errors.get(place)
    if (known === undefined) errors.set(place, [below])
    else known.push(below)
  }
  if (errors.size === 0) return undefined
  const places = placesAt(run.root, path)
  return (target) =>
    errors.get(JSON.stringify(places.get(target)))?.some((below) => leadsToNull(target, below)) === true
}

/** Whether a path leads to what is selected, or to something on the way there. */
function isRequired(selections: readonly QueryPlanSelectionNode[], path: AnswerPath): boolean {
  const [key, ...rest] = path.filter((each) => typeof each === 'string')
  if (key === undefined) return true
  return selections.some((each) => {
    if (each.kind === 'InlineFragment') return isRequired(each.selections, path)
    return (each.alias ?? each.name) === key && (each.selections === undefined || isRequired(each.selections, rest))
  })
}

function leadsToNull(target: DataObject, path: AnswerPath): boolean {
  let value: unknown = target
  for (const key of path) {
    if (value === null) return true
    value = Array.isArray(value) ? value[Number(key)] : isObject(value) ? ownValue(value, String(key)) : undefined
  }
  return value === null
}
