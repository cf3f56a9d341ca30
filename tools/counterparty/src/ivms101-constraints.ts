import { isRecord } from './exact-json.ts'
import { isLei } from './lei.ts'

type Json = Readonly<Record<string, unknown>>
interface Place {
  readonly path: string
  readonly isOriginator: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
}

/** Broken constraints C1, C2, C4 to C9 and C11 of one person whose shape is already known to be right. */
export function personProblems(person: Json, place: Place): string[] {
  const { naturalPerson, legalPerson } = person
  const natural = isRecord(naturalPerson)
  if (natural === isRecord(legalPerson)) return [`${place.path}: exactly one of naturalPerson and legalPerson`]
  const problems = natural ? naturalProblems(naturalPerson, place) : legalProblems(legalPerson as Json)
  const addresses = listOf((natural ? naturalPerson : (legalPerson as Json)).geographicAddress)
  return [...problems, ...addresses.flatMap(addressProblems)].map((problem) => `${place.path}: ${problem}`)
}

function naturalProblems(person: Json, { isOriginator, today }: Place): string[] {
  const problems: string[] = []
  const known = ['customerIdentification', 'nationalIdentification', 'dateAndPlaceOfBirth'].some(
    (name) => name in person,
  )
  if (isOriginator && !known && listOf(person.geographicAddress).length === 0) {
    problems.push(
      'C1 an originator needs an address, a customer or national identification, or date and place of birth',
    )
  }
  const birth = person.dateAndPlaceOfBirth
  if (isRecord(birth) && (!isDate(birth.dateOfBirth) || String(birth.dateOfBirth) >= today)) {
    problems.push('C2 the date of birth lies in the past')
  }
  if (!hasLegalName(person, 'nameIdentifierType')) problems.push('C6 a natural person has a LEGL name')
  return problems
}

function legalProblems(person: Json): string[] {
  const problems: string[] = []
  const known = ['customerNumber', 'customerIdentification', 'nationalIdentification'].some((name) => name in person)
  if (!known && listOf(person.geographicAddress).length === 0) {
    problems.push('C4 a legal person needs an address, a customer number or a national identification')
  }
  if (!hasLegalName(person, 'legalPersonNameIdentifierType')) problems.push('C5 a legal person has a LEGL name')
  const id = person.nationalIdentification
  if (isRecord(id)) problems.push(...legalIdProblems(id))
  return problems
}

function legalIdProblems(id: Json): string[] {
  const problems: string[] = []
  const isLeix = id.nationalIdentifierType === 'LEIX'
  if (!['RAID', 'MISC', 'LEIX', 'TXID'].includes(String(id.nationalIdentifierType))) {
    problems.push('C7 a legal person is identified by RAID, MISC, LEIX or TXID')
  }
  if ('countryOfIssue' in id) problems.push('C9 a legal person has no country of issue')
  if (isLeix === 'registrationAuthority' in id) {
    problems.push('C9 a registration authority is required, but forbidden with a LEIX')
  }
  if (isLeix && !isLei(String(id.nationalIdentifier))) problems.push('C11 not a valid LEI')
  return problems
}

function addressProblems(address: Json): string[] {
  const street = 'streetName' in address && ('buildingName' in address || 'buildingNumber' in address)
  const lines = listOf<unknown>(address.addressLine).length > 0
  return street || lines ? [] : ['C8 an address has address lines, or a street with a building']
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
