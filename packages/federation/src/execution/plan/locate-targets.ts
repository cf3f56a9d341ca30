import { type AnswerPath, type DataObject, isObject, ownValue } from '../../subgraph-client/data-object.ts'

/** The path of a plan to where a fetch's data belongs: response names, and `@` for every item of a list. */
export type TargetPath = readonly (string | number)[]

const ITEMS = '@'

/** The objects at a path, in the order of the answer. Where the data does not go on as the path does, there are none. */
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

/** Where each object at a path stands in the answer. */
export function placesAt(root: DataObject, path: TargetPath): ReadonlyMap<object, AnswerPath> {
  const places = new Map<object, AnswerPath>()
  const walk = (value: unknown, index: number, place: AnswerPath): void => {
    const step = path[index]
    if (step === undefined) {
      if (isObject(value)) places.set(value, place)
    } else if (step === ITEMS) {
      if (Array.isArray(value)) value.forEach((item, position) => void walk(item, index + 1, [...place, position]))
    } else if (isObject(value)) {
      walk(ownValue(value, String(step)), index + 1, [...place, step])
    }
  }
  walk(root, 0, [])
  return places
}
