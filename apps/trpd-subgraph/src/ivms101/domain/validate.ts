import { codePoints } from '../../foundation/domain/string-format.ts'
import { isCountry } from './codes.ts'
import { checkConstraints } from './constraints.ts'
import { type Field, pathName, type Shape } from './field.ts'
import type { IvmsIssue } from './issue.ts'
import type { Ivms101 } from './model.ts'
import { IVMS101_FIELDS } from './schema.ts'

/**
 * Checks that `payload` satisfies IVMS101: required fields, lengths in code points, codes, and the
 * constraints C1 to C12. Returns an empty list if it is valid. `at` is the current time, for dates of birth.
 *
 * Messages name the field, what is wrong and what to do. They never quote the payload.
 */
export function validateIvms101(payload: Ivms101, at: Date): readonly IvmsIssue[] {
  return [...checkForm(payload), ...checkConstraints(payload, at)]
}

type Finding = Pick<IvmsIssue, 'constraint' | 'message'>

/** The fields that are missing, too long, or not a valid code or country (C3). */
function checkForm(payload: Ivms101): readonly IvmsIssue[] {
  return checkObject(IVMS101_FIELDS, payload, '')
}

function checkObject(fields: readonly Field[], model: object, path: string): IvmsIssue[] {
  return fields.flatMap((field) => {
    const value: unknown = Reflect.get(model, field.key)
    const isAbsent = value === undefined || (Array.isArray(value) && value.length === 0)
    // Most fields of a payload are absent.
    if (isAbsent && !field.required) return []
    const name = field.wrapped ? `${pathName(field)}.${pathName(field)}` : pathName(field)
    const fieldPath = path === '' ? name : `${path}.${name}`
    return isAbsent ? [missing(field, fieldPath)] : checkField(field, value, fieldPath)
  })
}

function missing(field: Field, path: string): IvmsIssue {
  const message = `${pathName(field)} is missing: add ${field.many ? 'at least one element' : 'it'}.`
  return { path, constraint: 'REQUIRED', message }
}

function checkField(field: Field, value: unknown, path: string): IvmsIssue[] {
  const elements: readonly unknown[] = Array.isArray(value) ? value : [value]
  const issues = elements.flatMap((element, index) =>
    checkShape(field, element, field.many ? `${path}[${index}]` : path),
  )
  if (field.listMax === undefined || elements.length <= field.listMax) return issues
  const message = `${pathName(field)} has more than ${field.listMax} elements: remove or join some.`
  return [{ path, constraint: 'LENGTH', message }, ...issues]
}

function checkShape(field: Field, value: unknown, path: string): IvmsIssue[] {
  const { shape } = field
  if (shape.kind === 'OBJECT')
    return typeof value === 'object' && value !== null ? checkObject(shape.fields, value, path) : []
  const name = pathName(field)
  if (shape.kind === 'INTEGER') {
    const valid = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    return valid ? [] : [{ path, constraint: 'SHAPE', message: `${name} is not an integer: use 0 or more.` }]
  }
  return checkString(shape, String(value), name).map((finding) => ({ path, ...finding }))
}

function checkString(shape: Exclude<Shape, { kind: 'OBJECT' | 'INTEGER' }>, text: string, name: string): Finding[] {
  if (text.trim() === '') return [{ constraint: 'REQUIRED', message: `${name} is blank: fill it or leave it out.` }]
  if (shape.kind === 'COUNTRY') {
    if (isCountry(text)) return []
    const message = `${name} is not a country: use an ISO 3166-1 alpha-2 code such as CH, or XX for an unknown one.`
    return [{ constraint: 'C3', message }]
  }
  if (shape.kind === 'CODE') {
    if (shape.codes.includes(text)) return []
    return [{ constraint: 'CODE', message: `${name} is not a known code: use one of ${shape.codes.join(', ')}.` }]
  }
  const findings: Finding[] = []
  if (!text.isWellFormed() || text.includes('\0')) {
    const message = `${name} contains NUL or an unpaired surrogate: remove it.`
    findings.push({ constraint: 'TEXT', message })
  }
  if (codePoints(text) > shape.lengthMax) {
    const message = `${name} has more than ${shape.lengthMax} characters: shorten it.`
    findings.push({ constraint: 'LENGTH', message })
  }
  return findings
}
