import type { Pause } from './heavy-work.ts'
import { SLICE_ITEMS } from './slice-lists.ts'

/** `JSON.stringify(result)`, with a pause after each slice of a long list. */
export async function stringifyResult(result: object, pause: Pause): Promise<string> {
  const parts: string[] = []
  for (const part of partsOf(result, 0)) {
    if (part === undefined) await pause()
    else parts.push(part)
  }
  return parts.join('')
}

/** Depth of `data`, a namespace and its fields. Long lists of a result are not deeper. */
const NESTED_MAX = 4

/** Yields the parts of a value's JSON; `undefined` for a pause. */
function* partsOf(value: unknown, depth: number): Generator<string | undefined, void> {
  if (Array.isArray(value) && value.length > SLICE_ITEMS) yield* partsOfList(value)
  else if (depth < NESTED_MAX && isObject(value)) yield* partsOfObject(value, depth)
  else yield JSON.stringify(value)
}

function* partsOfList(list: readonly unknown[]): Generator<string | undefined, void> {
  for (let from = 0; from < list.length; from += SLICE_ITEMS) {
    if (from > 0) yield undefined
    yield `${from === 0 ? '[' : ','}${JSON.stringify(list.slice(from, from + SLICE_ITEMS)).slice(1, -1)}`
  }
  yield ']'
}

function* partsOfObject(fields: Readonly<Record<string, unknown>>, depth: number): Generator<string | undefined, void> {
  let separator = '{'
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* partsOf(value, depth + 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
