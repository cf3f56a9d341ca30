import { isLei } from '../lei.ts'
import { isRegistrationAuthority, LEGAL_PERSON_IDENTIFIERS } from './codes.ts'
import type { IvmsIssue } from './issue.ts'
import {
  type Address,
  type Ivms101,
  type LegalPerson,
  type NationalIdentification,
  type NaturalPerson,
  type PersonInRole,
  personsOf,
} from './model.ts'

type Report = (path: string, constraint: IvmsIssue['constraint'], message: string) => void

/** The violations of C1, C2 and C4 to C12, and persons that are not exactly one kind. */
export function checkConstraints(payload: Ivms101, at: Date): readonly IvmsIssue[] {
  const issues: IvmsIssue[] = []
  const report: Report = (path, constraint, message) => issues.push({ path, constraint, message })
  for (const { person, role, path } of personsOf(payload)) {
    const { naturalPerson, legalPerson } = person
    if ((naturalPerson === undefined) === (legalPerson === undefined)) {
      report(path, 'SHAPE', 'A person must be either a naturalPerson or a legalPerson.')
    }
    if (naturalPerson) checkNaturalPerson(naturalPerson, role, `${path}.naturalPerson`, at, report)
    if (legalPerson) checkLegalPerson(legalPerson, `${path}.legalPerson`, report)
  }
  checkSequence(payload, report)
  return issues
}

function checkNaturalPerson(
  person: NaturalPerson,
  role: PersonInRole['role'],
  path: string,
  at: Date,
  report: Report,
): void {
  const { geographicAddress, customerIdentification, nationalIdentification, dateAndPlaceOfBirth: birth } = person
  if (
    role === 'ORIGINATOR' &&
    geographicAddress.length === 0 &&
    !customerIdentification &&
    !nationalIdentification &&
    !birth
  ) {
    report(
      path,
      'C1',
      'An originator must have an address, a customer or national identification, or a date and place of birth.',
    )
  }
  if (birth?.dateOfBirth !== undefined && !isPastDate(birth.dateOfBirth, at)) {
    report(
      `${path}.dateAndPlaceOfBirth.dateOfBirth`,
      'C2',
      'The date of birth must be in the past, in the form YYYY-MM-DD.',
    )
  }
  if (!person.name?.nameIdentifier.some((name) => name.nameIdentifierType === 'LEGL')) {
    report(`${path}.name`, 'C6', 'A natural person must have a name of the type LEGL.')
  }
  checkAddresses(geographicAddress, path, report)
  if (nationalIdentification === undefined) return
  const { registrationAuthority } = nationalIdentification
  if (registrationAuthority !== undefined) {
    const field = `${path}.nationalIdentification.registrationAuthority`
    report(field, 'C9', 'A natural person must not have a registration authority.')
  }
  checkIdentification(nationalIdentification, `${path}.nationalIdentification`, report)
}

function checkLegalPerson(person: LegalPerson, path: string, report: Report): void {
  const { geographicAddress, customerIdentification, nationalIdentification } = person
  if (geographicAddress.length === 0 && !customerIdentification && !nationalIdentification) {
    report(path, 'C4', 'A legal person must have an address, a customer number or a national identification.')
  }
  if (!person.name?.nameIdentifier.some((name) => name.legalPersonNameIdentifierType === 'LEGL')) {
    report(`${path}.name`, 'C5', 'A legal person must have a name of the type LEGL.')
  }
  checkAddresses(geographicAddress, path, report)
  if (nationalIdentification) checkLegalIdentification(nationalIdentification, `${path}.nationalIdentification`, report)
}

function checkLegalIdentification(identification: NationalIdentification, path: string, report: Report): void {
  const { nationalIdentifierType: type, countryOfIssue, registrationAuthority } = identification
  if (type !== undefined && !LEGAL_PERSON_IDENTIFIERS.includes(type)) {
    report(
      `${path}.nationalIdentifierType`,
      'C7',
      'The identifier type of a legal person must be RAID, MISC, LEIX or TXID.',
    )
  }
  if (countryOfIssue !== undefined)
    report(`${path}.countryOfIssue`, 'C9', 'A legal person must not have a country of issue.')
  if (type === 'LEIX' && registrationAuthority !== undefined) {
    report(`${path}.registrationAuthority`, 'C9', 'An LEI must not have a registration authority.')
  }
  if (type !== 'LEIX' && registrationAuthority === undefined) {
    report(`${path}.registrationAuthority`, 'C9', 'An identifier other than an LEI must have a registration authority.')
  }
  checkIdentification(identification, path, report)
}

function checkIdentification(identification: NationalIdentification, path: string, report: Report): void {
  const { nationalIdentifier, nationalIdentifierType, registrationAuthority } = identification
  if (registrationAuthority !== undefined && !isRegistrationAuthority(registrationAuthority)) {
    report(`${path}.registrationAuthority`, 'C10', 'The registration authority must be RA followed by six digits.')
  }
  if (nationalIdentifierType === 'LEIX' && nationalIdentifier !== undefined && !isLei(nationalIdentifier)) {
    report(`${path}.nationalIdentifier`, 'C11', 'The identifier of the type LEIX is not a valid LEI.')
  }
}

function checkAddresses(addresses: readonly Address[], path: string, report: Report): void {
  addresses.forEach(({ addressLine, streetName, buildingName, buildingNumber }, index) => {
    if (addressLine.length > 0 || (streetName && (buildingName || buildingNumber))) return
    report(
      `${path}.geographicAddress[${index}]`,
      'C8',
      'An address must have address lines, or a street with a building name or number.',
    )
  })
}

/** Sequence numbers start at 0 or 1 and have no gaps. */
function checkSequence({ transferPath }: Ivms101, report: Report): void {
  const first = transferPath[0]?.sequence ?? 0
  const sequential = first <= 1 && transferPath.every(({ sequence }, index) => sequence === first + index)
  if (!sequential)
    report('transferPath.transferPath', 'C12', 'The sequence numbers must count up from 0 or 1 without gaps.')
}

function isPastDate(text: string, at: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text < at.toISOString().slice(0, 10)
}
