import { LosslessNumber } from 'lossless-json'
import { canonicalJson, fieldOf, isForbiddenKey, isJsonObject } from '../json.ts'
import { detectDialect } from './dialect.ts'
import { type Dialect, type Field, pathName, type Shape } from './field.ts'
import type { IvmsIssue } from './issue.ts'
import type { Ivms101 } from './model.ts'
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

/**
 * The value of `field` in `json`, under whichever of its names; undefined when it is absent, null or an empty text. A name of
 * another dialect, and two names with different values, are reported at `place`; the name of the dialect itself wins.
 */
export function findValue(field: Field, json: Record<string, unknown>, place: Place): unknown {
  // Most fields of a payload are absent.
  if (!field.anyName.some((name) => isGiven(fieldOf(json, name)))) return undefined
  const own = field.names[place.dialect]
  const proper = new Set([...(own === undefined ? [] : [own]), ...field.aliases])
  const names = new Set([...proper, ...field.anyName])
  const [found, ...others] = [...names].filter((name) => isGiven(fieldOf(json, name)))
  if (found === undefined) return undefined
  const value = fieldOf(json, found)
  if (!proper.has(found)) report(place, 'DIALECT', 'The field has another name than in the dialect of the payload.')
  if (others.some((name) => canonicalJson(fieldOf(json, name)) !== canonicalJson(value))) {
    report(place, 'SHAPE', 'The field is given under two names with different values; one was left out.')
  }
  return value
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== ''
}

/** Large enough for every path, small enough to be exact. */
const WHOLE_NUMBER = /^\d{1,9}$/

/**
 * The text or whole number in `value`; undefined, and reported at `place`, when it is neither. A long code name of TRISA becomes the
 * short code.
 */
export function parseScalar(shape: Exclude<Shape, { kind: 'OBJECT' }>, value: unknown, place: Place): unknown {
  const text = numberText(value) ?? value
  if (typeof text !== 'string') {
    report(place, 'SHAPE', 'The value has the wrong type and was left out.')
    return undefined
  }
  const isString = typeof value === 'string'
  if (shape.kind === 'WHOLE_NUMBER') {
    // protobuf writes 64-bit numbers as texts
    if (isString && place.dialect !== 'TRISA') report(place, 'SHAPE', 'A text stands where a number is expected.')
    if (WHOLE_NUMBER.test(text)) return Number(text)
    report(place, 'SHAPE', 'The value is not a whole number and was left out.')
    return undefined
  }
  if (!isString) report(place, 'SHAPE', 'A number stands where a text is expected.')
  return shape.kind === 'CODE' ? shortCode(shape, text, place) : text
}

function shortCode({ codes, longPrefix }: Extract<Shape, { kind: 'CODE' }>, text: string, place: Place): string {
  if (!text.startsWith(longPrefix)) return text
  if (place.dialect !== 'TRISA') report(place, 'DIALECT', 'The code has a prefix that belongs to another dialect.')
  const short = text.slice(longPrefix.length)
  return codes.find((code) => code.toUpperCase() === short) ?? short
}

function numberText(value: unknown): string | undefined {
  if (value instanceof LosslessNumber) return value.value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

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

/** Where a reader of a payload stands, and where it records what it finds. */
export interface Place {
  readonly path: string
  readonly dialect: Dialect
  readonly issues: IvmsIssue[]
}

/** Records a deviation at `place`. */
export function report(place: Place, constraint: IvmsIssue['constraint'], message: string): void {
  place.issues.push({ path: place.path, constraint, message })
}

/** The place of the field `name` inside `place`. */
export function inside(place: Place, name: string): Place {
  return { ...place, path: place.path === '' ? name : `${place.path}.${name}` }
}
