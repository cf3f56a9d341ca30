import { isRecord } from './exact-json.ts'
import { personProblems } from './ivms101-constraints.ts'
import { type Field, ivms101Shape, type Shape } from './ivms101-shape.ts'

const PROBLEMS_MAX = 20

/**
 * What is wrong with an IVMS101 payload, each as `path: rule`, never with a value from it; empty when it can be used.
 *
 * A list with one element may come as the bare object. A field that the model does not know is a problem.
 * `today` is a date as `YYYY-MM-DD`. Source: shared/reference/ivms101.md.
 */
export function ivms101Problems(payload: unknown, today: string): string[] {
  const problems: string[] = []
  checkShape(payload, ivms101Shape, 'IVMS101', problems)
  if (problems.length === 0) checkPersons(payload, 'IVMS101', false, today, problems)
  return problems.slice(0, PROBLEMS_MAX)
}

function checkShape(value: unknown, shape: Shape, path: string, problems: string[]): void {
  switch (shape.kind) {
    case 'text':
      if (typeof value !== 'string' || value.trim() === '') problems.push(`${path}: a text is required`)
      else if ([...value].length > shape.lengthMax) problems.push(`${path}: longer than ${shape.lengthMax} characters`)
      else if (shape.pattern !== undefined && !shape.pattern.test(value)) problems.push(`${path}: not in its format`)
      return
    case 'code':
      if (!shape.codes.includes(value as string)) problems.push(`${path}: not one of ${shape.codes.join(' ')}`)
      return
    case 'number':
      if (!Number.isInteger(value)) problems.push(`${path}: a whole number is required`)
      return
    case 'object':
      checkObject(value, shape.fields, path, problems)
  }
}

function checkObject(value: unknown, fields: Readonly<Record<string, Field>>, path: string, problems: string[]): void {
  if (!isRecord(value)) {
    problems.push(`${path}: an object is required`)
    return
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(fields, name)) problems.push(`${path}: has a field that IVMS101 does not know`)
  }
  for (const [name, field] of Object.entries(fields)) {
    const member = value[name]
    if (member === undefined) {
      if (field.required) problems.push(`${path}.${name}: missing`)
    } else if (field.list) {
      checkList(member, field, `${path}.${name}`, problems)
    } else {
      checkShape(member, field.shape, `${path}.${name}`, problems)
    }
  }
}

function checkList(value: unknown, field: Field, path: string, problems: string[]): void {
  const items = Array.isArray(value) ? value : [value]
  if (items.length === 0 && field.required) problems.push(`${path}: empty`)
  if (items.length > (field.itemsMax ?? 100)) problems.push(`${path}: more than ${field.itemsMax ?? 100} elements`)
  items.forEach((item, index) => {
    checkShape(item, field.shape, `${path}[${index}]`, problems)
  })
}

/** Finds every person, wherever it stands, and applies the constraints that concern persons. */
function checkPersons(value: unknown, path: string, isOriginator: boolean, today: string, problems: string[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      checkPersons(item, `${path}[${index}]`, isOriginator, today, problems)
    })
  } else if (isRecord(value)) {
    const slots = /(Persons|VASP)(\[\d+\])?$/.test(path) && !isVaspWrapper(value)
    if (slots) problems.push(...personProblems(value, { path, isOriginator, today }))
    else {
      for (const [name, member] of Object.entries(value)) {
        checkPersons(member, `${path}.${name}`, isOriginator || name === 'originatorPersons', today, problems)
      }
    }
  }
}

function isVaspWrapper(value: Record<string, unknown>): boolean {
  return 'originatingVASP' in value || 'beneficiaryVASP' in value
}
