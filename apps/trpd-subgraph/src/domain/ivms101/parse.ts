import { isJsonObject } from '../json-text.ts'
import { detectDialect } from './dialect.ts'
import { type Dialect, type Field, pathName } from './field.ts'
import type { IvmsIssue } from './issue.ts'
import { breachOfLimits } from './limits.ts'
import type { Ivms101 } from './model.ts'
import { findValue } from './parse-name.ts'
import { parseScalar } from './parse-scalar.ts'
import { inside, type Place, report } from './place.ts'
import { IVMS101_FIELDS } from './schema.ts'

/** What could be read of a payload. */
export interface Ivms101Reading {
  /** Absent when nothing could be read: not an object, or beyond our limits. */
  readonly payload?: Ivms101
  readonly dialect: Dialect
  /** Every deviation of form that was understood all the same, or that had to be left out. */
  readonly issues: readonly IvmsIssue[]
}

/**
 * The identity data in the JSON value `json`, in whichever of the three dialects it is written.
 *
 * Lenient: a lone element stands for its list, a number for a text, a payload without the inner `originatingVASP` for one with it; each
 * deviation is an issue. An empty text and null are absent. Whether the data satisfies IVMS101 is told by `validateIvms101`.
 */
export function parseIvms101(json: unknown): Ivms101Reading {
  const breach = breachOfLimits(json)
  if (breach !== undefined) return { dialect: '2020', issues: [breach] }
  const place: Place = { path: '', dialect: detectDialect(json), issues: [] }
  const { dialect, issues } = place
  if (isJsonObject(json)) return { payload: readObject(IVMS101_FIELDS, json, place) as Ivms101, dialect, issues }
  report(place, 'SHAPE', 'The payload is not an object.')
  return { dialect, issues }
}

/** The model object in `json`: the keys of `fields`, lists always there, other absent fields left out. */
function readObject(fields: readonly Field[], json: Record<string, unknown>, place: Place): object {
  const unknown = Object.keys(json).filter((key) => !fields.some(({ anyName }) => anyName.includes(key)))
  reportUnknown(unknown.length, place)
  const entries = fields.map((field) => {
    const inner = inside(place, pathName(field))
    const value = findValue(field, json, inner)
    if (value === undefined) return [field.key, field.many ? [] : undefined]
    return [field.key, field.wrapped ? readWrapped(field, value, inner) : readField(field, value, inner)]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Reads `originatingVASP.originatingVASP` and the like, also where the inner name is missing. */
function readWrapped(field: Field, value: unknown, place: Place): unknown {
  const inner = inside(place, pathName(field))
  if (!isJsonObject(value)) {
    report(place, 'SHAPE', 'The inner object of the same name is missing.')
    return readField(field, value, inner)
  }
  const wrapped = findValue(field, value, inner)
  if (wrapped !== undefined) {
    reportUnknown(Object.keys(value).length - 1, place)
    return readField(field, wrapped, inner)
  }
  if (Object.values(value).every((each) => each === null || each === '')) return field.many ? [] : undefined
  report(place, 'SHAPE', 'The inner object of the same name is missing.')
  return readField(field, value, inner)
}

function readField(field: Field, value: unknown, place: Place): unknown {
  if (field.many) {
    const elements = Array.isArray(value) ? value : [value]
    return elements
      .map((element, index) => readShape(field, element, { ...place, path: `${place.path}[${index}]` }))
      .filter((element) => element !== undefined)
  }
  if (!Array.isArray(value)) return readShape(field, value, place)
  report(place, 'SHAPE', 'A list stands where one value is expected; at most its first element was read.')
  return value.length === 0 ? undefined : readShape(field, value[0], place)
}

function readShape({ shape }: Field, value: unknown, place: Place): unknown {
  if (shape.kind !== 'OBJECT') return parseScalar(shape, value, place)
  if (isJsonObject(value)) return readObject(shape.fields, value, place)
  report(place, 'SHAPE', 'The value is not an object and was left out.')
  return undefined
}

/** The names are not told: a sender may have put personal data there. */
function reportUnknown(count: number, place: Place): void {
  if (count > 0) report(place, 'UNKNOWN_FIELD', `Fields that IVMS101 does not define were left out: ${count}.`)
}
