import { type DataObject, isObject, ownValue, putValue } from '../../subgraph-client/data-object.ts'

/**
 * Puts what a subgraph sent beside what is there already: objects become one, lists of the same length item by item, anything else is replaced.
 *
 * With `copied` nothing of the source is shared with the target, so that it can be put into several places.
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

/** Both are objects, or both are lists of one length. */
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
