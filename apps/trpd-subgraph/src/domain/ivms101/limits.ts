import { LosslessNumber } from 'lossless-json'
import { isForbiddenKey } from '../json-text.ts'
import type { IvmsIssue } from './issue.ts'

/** The most levels of lists and objects in a payload; a complete one has 11. */
export const IVMS101_DEPTH_MAX = 16
/** The most elements of a list and the most fields of an object. */
export const IVMS101_LIST_MAX = 100

/** The most values, objects and lists in a payload; one with ten persons, each complete, has some 600. */
export const IVMS101_VALUES_MAX = 5_000

/**
 * The reason for not reading the JSON value `json` at all: nested deeper, with longer lists or with more in it than our limits, or with a key
 * that would reach a prototype. Undefined when it may be read.
 */
export function breachOfLimits(json: unknown): IvmsIssue | undefined {
  return breachIn(json, 1, { values: 0 })
}

function breachIn(json: unknown, depth: number, seen: { values: number }): IvmsIssue | undefined {
  seen.values += 1
  if (seen.values > IVMS101_VALUES_MAX) {
    return breach('LIMIT', `The payload has more than ${IVMS101_VALUES_MAX} values.`)
  }
  if (typeof json !== 'object' || json === null || json instanceof LosslessNumber) return undefined
  if (depth > IVMS101_DEPTH_MAX)
    return breach('LIMIT', `The payload is nested deeper than ${IVMS101_DEPTH_MAX} levels.`)
  const keys = Object.keys(json)
  if (keys.length > IVMS101_LIST_MAX) {
    return breach('LIMIT', `A list or an object in the payload has more than ${IVMS101_LIST_MAX} elements.`)
  }
  if (!Array.isArray(json) && keys.some((key) => isForbiddenKey(key))) {
    return breach('KEY', 'The payload has a key that is not allowed, such as __proto__.')
  }
  for (const inner of Object.values(json)) {
    const found = breachIn(inner, depth + 1, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function breach(constraint: IvmsIssue['constraint'], message: string): IvmsIssue {
  return { path: '', constraint, message }
}
