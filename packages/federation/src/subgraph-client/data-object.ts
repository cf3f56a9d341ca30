import { isRawNumber } from './exact-json.ts'

/** A parsed JSON object. Its keys are untrusted: `__proto__` and `constructor` included. */
export type DataObject = Record<string, unknown>

/** A path in a response: response names and list indexes. */
export type ResponsePath = readonly (string | number)[]

/** False for lists and for the numbers that `parseExact` keeps as written. */
export function isObject(value: unknown): value is DataObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
}

/** The own property under a key, never an inherited one. */
export function ownValue(object: DataObject, key: string): unknown {
  return key in Object.prototype && !Object.hasOwn(object, key) ? undefined : object[key]
}

/** `ownValue` for a fixed key. Only a name that `Object.prototype` has needs the check. */
export function ownReader(key: string): (object: DataObject) => unknown {
  return key in Object.prototype ? (object) => ownValue(object, key) : (object) => object[key]
}

/** Sets an own property, whatever the key. */
export function putValue(object: DataObject, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
