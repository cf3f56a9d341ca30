import { codePoints } from '../string-format.ts'
import { isCountry } from './codes.ts'
import { checkConstraints } from './constraints.ts'
import { type Field, pathName, type Shape } from './field.ts'
import type { IvmsIssue } from './issue.ts'
import type { Ivms101 } from './model.ts'
import { IVMS101_FIELDS } from './schema.ts'

/**
 * Checks that `payload` satisfies IVMS101: required fields, lengths in code points, codes, and the
 * constraints C1 to C12. Empty when it is valid. `at` is the current time, for dates of birth.
 *
 * Messages never quote the payload.
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
    const name = field.wrapped ? `${pathName(field)}.${pathName(field)}` : pathName(field)
    return checkField(field, Reflect.get(model, field.key), path === '' ? name : `${path}.${name}`)
  })
}

function checkField(field: Field, value: unknown, path: string): IvmsIssue[] {
  const elements: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  if (elements.length === 0) {
    return field.required ? [{ path, constraint: 'REQUIRED', message: 'The field is required.' }] : []
  }
  const issues = elements.flatMap((element, index) =>
    checkShape(field.shape, element, field.many ? `${path}[${index}]` : path),
  )
  if (field.listMax === undefined || elements.length <= field.listMax) return issues
  return [{ path, constraint: 'LENGTH', message: `The list has more than ${field.listMax} elements.` }, ...issues]
}

function checkShape(shape: Shape, value: unknown, path: string): IvmsIssue[] {
  if (shape.kind === 'OBJECT')
    return typeof value === 'object' && value !== null ? checkObject(shape.fields, value, path) : []
  if (shape.kind === 'INTEGER') {
    const valid = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    return valid ? [] : [{ path, constraint: 'SHAPE', message: 'The value is not a non-negative integer.' }]
  }
  return checkString(shape, String(value)).map((finding) => ({ path, ...finding }))
}

function checkString(shape: Exclude<Shape, { kind: 'OBJECT' | 'INTEGER' }>, text: string): Finding[] {
  if (text.trim() === '') return [{ constraint: 'REQUIRED', message: 'The field is blank.' }]
  if (shape.kind === 'COUNTRY') {
    return isCountry(text)
      ? []
      : [{ constraint: 'C3', message: 'The country is not an ISO 3166-1 alpha-2 code or XX.' }]
  }
  if (shape.kind === 'CODE') {
    return shape.codes.includes(text)
      ? []
      : [{ constraint: 'CODE', message: `The value is not one of ${shape.codes.join(', ')}.` }]
  }
  const findings: Finding[] = []
  if (!text.isWellFormed() || text.includes('\0')) {
    findings.push({ constraint: 'TEXT', message: 'The value contains NUL or an unpaired surrogate.' })
  }
  if (codePoints(text) > shape.lengthMax) {
    findings.push({ constraint: 'LENGTH', message: `The value has more than ${shape.lengthMax} characters.` })
  }
  return findings
}
