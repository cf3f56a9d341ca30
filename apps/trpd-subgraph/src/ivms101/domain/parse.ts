import { LosslessNumber } from 'lossless-json'
import { canonicalJson, fieldOf, isForbiddenKey, isJsonObject } from '../../foundation/domain/json.ts'
import { detectDialect } from './dialect.ts'
import { type Dialect, type Field, pathName, type Shape } from './field.ts'
import type { IvmsIssue } from './issue.ts'
import type { Ivms101 } from './model.ts'
import { IVMS101_FIELDS } from './schema.ts'

/** Maximum nesting depth of arrays and objects in a payload; a complete one has 11. */
export const IVMS101_DEPTH_MAX = 16
/** Maximum number of elements in an array, and of fields in an object. */
export const IVMS101_LIST_MAX = 100
/**
 * Maximum number of values in a payload, including arrays and objects; a large one has about 600.
 */
export const IVMS101_VALUES_MAX = 5_000

/** A parsed payload. */
export interface ParsedIvms101 {
  /** Absent if the payload is not an object or exceeds a limit. */
  readonly payload?: Ivms101
  readonly dialect: Dialect
  /** Every deviation in form, whether the value was tolerated or ignored. */
  readonly issues: readonly IvmsIssue[]
  /** The paths of lists that are written as their only element, as some peers do. */
  readonly loneLists: readonly string[]
}

/**
 * Parses IVMS101 from a JSON value, in any of the three dialects.
 *
 * Parsing is lenient: a number for a string and a missing inner `originatingVASP` are accepted, each with an
 * issue. A lone element for a list is accepted without an issue. Empty strings and null count as absent. Use
 * `validateIvms101` to check that the data satisfies IVMS101.
 */
export function parseIvms101(json: unknown): ParsedIvms101 {
  const exceeded = checkLimits(json, 1, { values: 0 })
  if (exceeded !== undefined) return { dialect: '2020', issues: [{ path: '', ...exceeded }], loneLists: [] }
  const context: ParseContext = { path: '', dialect: detectDialect(json), issues: [], loneLists: [] }
  const { dialect, issues, loneLists } = context
  if (isJsonObject(json)) {
    return { payload: parseObject(IVMS101_FIELDS, json, context) as Ivms101, dialect, issues, loneLists }
  }
  report(context, 'SHAPE', 'The payload is not an object: write { "originator": …, "beneficiary": … }.')
  return { dialect, issues, loneLists }
}

/** The position in the payload, and the issues found so far. */
interface ParseContext {
  readonly path: string
  readonly dialect: Dialect
  readonly issues: IvmsIssue[]
  readonly loneLists: string[]
}

function report({ issues, path }: ParseContext, constraint: IvmsIssue['constraint'], message: string): void {
  issues.push({ path, constraint, message })
}

function childContext(context: ParseContext, name: string): ParseContext {
  return { ...context, path: context.path === '' ? name : `${context.path}.${name}` }
}

/** The exceeded limit or forbidden key; undefined when `json` is safe to parse. */
function checkLimits(
  json: unknown,
  depth: number,
  counted: { values: number },
): Pick<IvmsIssue, 'constraint' | 'message'> | undefined {
  counted.values += 1
  if (counted.values > IVMS101_VALUES_MAX) {
    return { constraint: 'LIMIT', message: `The payload has more than ${IVMS101_VALUES_MAX} values: shorten it.` }
  }
  if (typeof json !== 'object' || json === null || json instanceof LosslessNumber) return undefined
  if (depth > IVMS101_DEPTH_MAX) {
    return {
      constraint: 'LIMIT',
      message: `The payload is nested deeper than ${IVMS101_DEPTH_MAX} levels: IVMS101 has 11.`,
    }
  }
  const keys = Object.keys(json)
  if (keys.length > IVMS101_LIST_MAX) {
    const message = `A list or an object in the payload has more than ${IVMS101_LIST_MAX} elements: remove some.`
    return { constraint: 'LIMIT', message }
  }
  if (!Array.isArray(json) && keys.some((key) => isForbiddenKey(key))) {
    return {
      constraint: 'KEY',
      message: 'The payload contains a key that is not allowed, such as __proto__: remove it.',
    }
  }
  for (const inner of Object.values(json)) {
    const exceeded = checkLimits(inner, depth + 1, counted)
    if (exceeded !== undefined) return exceeded
  }
  return undefined
}

/** The model object for `json`. Lists are always present; other absent fields are omitted. */
function parseObject(fields: readonly Field[], json: Record<string, unknown>, context: ParseContext): object {
  const known = knownNames(fields)
  reportUnknownFields(Object.keys(json).filter((key) => !known.has(key)).length, context)
  const model: Record<string, unknown> = {}
  for (const field of fields) {
    const value = parseFieldOf(json, field, context)
    if (value !== undefined) model[field.key] = value
  }
  return model
}

function parseFieldOf(json: Record<string, unknown>, field: Field, context: ParseContext): unknown {
  // Most fields of a payload are absent.
  if (!field.allNames.some((name) => isPresent(fieldOf(json, name)))) return field.many ? [] : undefined
  const child = childContext(context, pathName(field))
  const value = findValue(field, json, child)
  return field.wrapped ? parseWrapped(field, value, child) : parseField(field, value, child)
}

const knownNamesOf = new WeakMap<readonly Field[], ReadonlySet<string>>()

/** The names of `fields` in all dialects. */
function knownNames(fields: readonly Field[]): ReadonlySet<string> {
  const known = knownNamesOf.get(fields) ?? new Set(fields.flatMap(({ allNames }) => allNames))
  knownNamesOf.set(fields, known)
  return known
}

/** Parses `originatingVASP.originatingVASP` and the like, even if the inner name is missing. */
function parseWrapped(field: Field, value: unknown, context: ParseContext): unknown {
  const child = childContext(context, pathName(field))
  if (!isJsonObject(value)) {
    report(context, 'SHAPE', 'The inner object of the same name is missing.')
    return parseField(field, value, child)
  }
  const inner = findValue(field, value, child)
  if (inner !== undefined) {
    reportUnknownFields(Object.keys(value).length - 1, context)
    return parseField(field, inner, child)
  }
  if (Object.values(value).every((each) => each === null || each === '')) return field.many ? [] : undefined
  report(context, 'SHAPE', 'The inner object of the same name is missing.')
  return parseField(field, value, child)
}

function parseField(field: Field, value: unknown, context: ParseContext): unknown {
  if (field.many) {
    const elements = Array.isArray(value) ? value : [value]
    if (!Array.isArray(value)) context.loneLists.push(context.path)
    return elements
      .map((element, index) => parseShape(field, element, { ...context, path: `${context.path}[${index}]` }))
      .filter((element) => element !== undefined)
  }
  if (!Array.isArray(value)) return parseShape(field, value, context)
  report(context, 'SHAPE', 'A single value is expected instead of a list; elements after the first were ignored.')
  return value.length === 0 ? undefined : parseShape(field, value[0], context)
}

function parseShape({ shape }: Field, value: unknown, context: ParseContext): unknown {
  if (shape.kind !== 'OBJECT') return parseScalar(shape, value, context)
  if (isJsonObject(value)) return parseObject(shape.fields, value, context)
  report(context, 'SHAPE', 'The value is not an object and was ignored.')
  return undefined
}

/** Up to nine digits: enough for any path, and exact as a JavaScript number. */
const INTEGER = /^\d{1,9}$/

/** A string or an integer, or undefined. A long code name of TRISA is shortened. */
function parseScalar(shape: Exclude<Shape, { kind: 'OBJECT' }>, value: unknown, context: ParseContext): unknown {
  const text = digitsOf(value) ?? value
  if (typeof text !== 'string') {
    report(context, 'SHAPE', 'The value has the wrong type and was ignored.')
    return undefined
  }
  const isString = typeof value === 'string'
  if (shape.kind === 'INTEGER') {
    // ProtoJSON writes 64-bit integers as strings.
    if (isString && context.dialect !== 'TRISA') report(context, 'SHAPE', 'A number is expected instead of a string.')
    if (INTEGER.test(text)) return Number(text)
    report(context, 'SHAPE', 'The value is not an integer and was ignored.')
    return undefined
  }
  if (!isString) report(context, 'SHAPE', 'A string is expected instead of a number.')
  return shape.kind === 'CODE' ? shortCode(shape, text, context) : text
}

function shortCode({ codes, longPrefix }: Extract<Shape, { kind: 'CODE' }>, text: string, context: ParseContext) {
  if (!text.startsWith(longPrefix)) return text
  if (context.dialect !== 'TRISA') report(context, 'DIALECT', 'The code has a prefix that belongs to another dialect.')
  const short = text.slice(longPrefix.length)
  return codes.find((code) => code.toUpperCase() === short) ?? short
}

function digitsOf(value: unknown): string | undefined {
  if (value instanceof LosslessNumber) return value.value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

/**
 * The value of `field` under any of its names; undefined if it is absent, null or an empty string.
 *
 * Names of the payload's dialect take precedence. Names of another dialect are reported, and so are different
 * values under two names.
 */
function findValue(field: Field, json: Record<string, unknown>, context: ParseContext): unknown {
  const own = field.names[context.dialect]
  const proper = new Set([...(own === undefined ? [] : [own]), ...field.aliases])
  const names = new Set([...proper, ...field.allNames])
  const [found, ...others] = [...names].filter((name) => isPresent(fieldOf(json, name)))
  if (found === undefined) return undefined
  const value = fieldOf(json, found)
  if (!proper.has(found)) report(context, 'DIALECT', 'The name of the field belongs to another dialect.')
  if (others.some((name) => canonicalJson(fieldOf(json, name)) !== canonicalJson(value))) {
    report(context, 'SHAPE', 'The field occurs under two names with different values; one was ignored.')
  }
  return value
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== ''
}

/** Reports only the number of unknown fields: their names may contain personal data. */
function reportUnknownFields(count: number, context: ParseContext): void {
  if (count > 0) report(context, 'UNKNOWN_FIELD', `Fields that IVMS101 does not define were ignored: ${count}.`)
}
