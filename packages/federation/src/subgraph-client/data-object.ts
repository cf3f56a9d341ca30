import { isWrittenNumber } from './exact-json.ts'

/** An object of a subgraph's answer, as `JSON.parse` makes it. Its keys are the subgraph's choice: `__proto__` and `constructor` included. */
export type DataObject = Record<string, unknown>

/** A place in an answer: response names, and indexes of lists. */
export type AnswerPath = readonly (string | number)[]

/** False for a number that is kept as it was written. */
export function isObject(value: unknown): value is DataObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isWrittenNumber(value)
}

/** What stands in the object itself under a key; never what it inherits. */
export function ownValue(object: DataObject, key: string): unknown {
  return key in Object.prototype && !Object.hasOwn(object, key) ? undefined : object[key]
}

/** The same for a key that is known beforehand, so that only keys which prototypes have are looked at twice. */
export function ownReader(key: string): (object: DataObject) => unknown {
  return key in Object.prototype ? (object) => ownValue(object, key) : (object) => object[key]
}

/** Puts a value under a key of the object itself, whatever the key. */
export function putValue(object: DataObject, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
