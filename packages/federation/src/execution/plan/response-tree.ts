import { type DataObject, isObject, ownValue, putValue, type ResponsePath } from '../../subgraph-client/data-object.ts'

/** Where the plan merges a fetch: response names, and `@` for every item of a list. */
export type TargetPath = readonly (string | number)[]

/** The step of a target path to every item of a list. */
export const ITEMS = '@'

/** The objects at a path, in response order; empty where the data ends before the path. */
export function targetsAt(root: DataObject, path: TargetPath): DataObject[] {
  let values: unknown[] = [root]
  for (const step of path) {
    const next: unknown[] = []
    for (const value of values) {
      if (step === ITEMS) {
        if (Array.isArray(value)) for (const item of value) next.push(item)
      } else if (isObject(value)) {
        next.push(ownValue(value, String(step)))
      }
    }
    values = next
  }
  return values.filter(isObject)
}

/** The response path of each object at a target path. */
export function pathsAt(root: DataObject, path: TargetPath): ReadonlyMap<object, ResponsePath> {
  const paths = new Map<object, ResponsePath>()
  const walk = (value: unknown, index: number, at: ResponsePath): void => {
    const step = path[index]
    if (step === undefined) {
      if (isObject(value)) paths.set(value, at)
    } else if (step === ITEMS) {
      if (Array.isArray(value)) value.forEach((item, position) => void walk(item, index + 1, [...at, position]))
    } else if (isObject(value)) {
      walk(ownValue(value, String(step)), index + 1, [...at, step])
    }
  }
  walk(root, 0, [])
  return paths
}

/**
 * Merges fetched data into the response: objects field by field, lists of equal length item by
 * item; anything else is replaced.
 *
 * With `copied` the target shares nothing with the source, which can then be merged repeatedly.
 */
export function mergeInto(target: DataObject, source: DataObject, copied = false): void {
  for (const key of Object.keys(source)) {
    const value = source[key]
    if (value === undefined) continue
    const present = ownValue(target, key)
    if (present !== undefined && canMerge(present, value)) mergeValues(present, value, copied)
    else putValue(target, key, copied ? copyOf(value) : value)
  }
}

function canMerge(present: unknown, value: unknown): boolean {
  if (isObject(present)) return isObject(value)
  return Array.isArray(present) && Array.isArray(value) && present.length === value.length
}

/** True if both are objects, or both are lists of equal length. */
function mergeValues(present: unknown, value: unknown, copied: boolean): void {
  if (isObject(present) && isObject(value)) {
    mergeInto(present, value, copied)
  } else if (Array.isArray(present) && Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (canMerge(present[index], value[index])) mergeValues(present[index], value[index], copied)
      else present[index] = copied ? copyOf(value[index]) : value[index]
    }
  }
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isObject(value)) return value
  const copy: DataObject = {}
  for (const key of Object.keys(value)) putValue(copy, key, copyOf(value[key]))
  return copy
}
