import { type Field, ivms101Shape, type Shape } from './ivms101-shape.ts'
import { isRecord } from './json.ts'

const PROBLEMS_MAX = 20

type Json = Readonly<Record<string, unknown>>
interface PersonContext {
  readonly path: string
  readonly isOriginator: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
}

/**
 * The problems of an IVMS101 payload, each as `path: rule`, without values from the payload; empty when it is valid.
 *
 * A single object is accepted instead of a list with one element. Unknown fields are problems. `today` is a date,
 * `YYYY-MM-DD`.
 *
 * Source: interVASP IVMS101, 2020.
 */
export function ivms101Problems(payload: unknown, today: string): string[] {
  const problems: string[] = []
  checkShape(payload, ivms101Shape, 'IVMS101', problems)
  if (problems.length === 0) checkPersons(payload, 'IVMS101', false, today, problems)
  return problems.slice(0, PROBLEMS_MAX)
}

function checkShape(value: unknown, shape: Shape, path: string, problems: string[]): void {
  switch (shape.kind) {
    case 'string':
      if (typeof value !== 'string' || value.trim() === '') problems.push(`${path}: a string is required`)
      else if ([...value].length > shape.lengthMax) problems.push(`${path}: longer than ${shape.lengthMax} characters`)
      else if (shape.pattern !== undefined && !shape.pattern.test(value))
        problems.push(`${path}: does not match the required format`)
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
    if (!Object.hasOwn(fields, name)) problems.push(`${path}: contains a field that is not in IVMS101`)
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

/** Applies the constraints on persons to every person of the payload. */
function checkPersons(value: unknown, path: string, isOriginator: boolean, today: string, problems: string[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      checkPersons(item, `${path}[${index}]`, isOriginator, today, problems)
    })
  } else if (isRecord(value)) {
    const isPerson = /(Persons|VASP)(\[\d+\])?$/.test(path) && !isVaspWrapper(value)
    if (isPerson) problems.push(...personProblems(value, { path, isOriginator, today }))
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

/** The violated constraints (C1, C2, C4 to C9, C11) of one person, whose shape is valid. */
function personProblems(person: Json, context: PersonContext): string[] {
  const { naturalPerson, legalPerson } = person
  const natural = isRecord(naturalPerson)
  if (natural === isRecord(legalPerson)) return [`${context.path}: exactly one of naturalPerson and legalPerson`]
  const problems = natural ? naturalProblems(naturalPerson, context) : legalProblems(legalPerson as Json)
  const addresses = listOf((natural ? naturalPerson : (legalPerson as Json)).geographicAddress)
  return [...problems, ...addresses.flatMap(addressProblems)].map((problem) => `${context.path}: ${problem}`)
}

function naturalProblems(person: Json, { isOriginator, today }: PersonContext): string[] {
  const problems: string[] = []
  const isIdentified = ['customerIdentification', 'nationalIdentification', 'dateAndPlaceOfBirth'].some(
    (name) => name in person,
  )
  if (isOriginator && !isIdentified && listOf(person.geographicAddress).length === 0) {
    problems.push(
      'C1 an originator requires an address, a customer or national identification, or date and place of birth',
    )
  }
  const birth = person.dateAndPlaceOfBirth
  if (isRecord(birth) && (!isDate(birth.dateOfBirth) || String(birth.dateOfBirth) >= today)) {
    problems.push('C2 the date of birth must be in the past')
  }
  if (!hasLegalName(person, 'nameIdentifierType')) problems.push('C6 a natural person requires a LEGL name')
  return problems
}

function legalProblems(person: Json): string[] {
  const problems: string[] = []
  const isIdentified = ['customerNumber', 'customerIdentification', 'nationalIdentification'].some(
    (name) => name in person,
  )
  if (!isIdentified && listOf(person.geographicAddress).length === 0) {
    problems.push('C4 a legal person requires an address, a customer number or a national identification')
  }
  if (!hasLegalName(person, 'legalPersonNameIdentifierType')) problems.push('C5 a legal person requires a LEGL name')
  const id = person.nationalIdentification
  if (isRecord(id)) problems.push(...legalIdProblems(id))
  return problems
}

function legalIdProblems(id: Json): string[] {
  const problems: string[] = []
  const isLeix = id.nationalIdentifierType === 'LEIX'
  if (!['RAID', 'MISC', 'LEIX', 'TXID'].includes(String(id.nationalIdentifierType))) {
    problems.push('C7 a legal person must be identified by RAID, MISC, LEIX or TXID')
  }
  if ('countryOfIssue' in id) problems.push('C9 a legal person must not have a country of issue')
  if (isLeix === 'registrationAuthority' in id) {
    problems.push('C9 a registration authority is required, but must be absent with a LEIX')
  }
  if (isLeix && !isLei(String(id.nationalIdentifier))) problems.push('C11 not a valid LEI')
  return problems
}

function addressProblems(address: Json): string[] {
  const street = 'streetName' in address && ('buildingName' in address || 'buildingNumber' in address)
  const lines = listOf<unknown>(address.addressLine).length > 0
  return street || lines ? [] : ['C8 an address requires address lines, or a street with a building']
}

function hasLegalName(person: Json, typeField: string): boolean {
  const name = person.name
  return isRecord(name) && listOf(name.nameIdentifier).some((entry) => entry[typeField] === 'LEGL')
}

function isDate(value: unknown): boolean {
  const date = new Date(`${String(value)}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(String(value))
}

function listOf<T = Json>(value: unknown): readonly T[] {
  return (value === undefined ? [] : Array.isArray(value) ? value : [value]) as readonly T[]
}

/** True if `value` is a well-formed LEI: 20 characters whose ISO/IEC 7064 MOD 97-10 equals 1. */
export function isLei(value: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(value)) return false
  const digits = [...value].map((letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
