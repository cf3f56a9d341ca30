import { isLei } from '../../foundation/domain/lei.ts'
import { LEGAL_PERSON_IDENTIFIERS } from './codes.ts'
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
import { isRegistrationAuthority } from './registration-authorities.ts'

type Report = (path: string, constraint: IvmsIssue['constraint'], message: string) => void

/** The violations of C1, C2 and C4 to C12, and persons that are not of exactly one kind. */
export function checkConstraints(payload: Ivms101, at: Date): readonly IvmsIssue[] {
  const issues: IvmsIssue[] = []
  const report: Report = (path, constraint, message) => issues.push({ path, constraint, message })
  for (const { person, role, path } of personsOf(payload)) {
    const { naturalPerson, legalPerson } = person
    if ((naturalPerson === undefined) === (legalPerson === undefined)) {
      report(path, 'SHAPE', 'A person is either natural or legal: set exactly one of naturalPerson and legalPerson.')
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
      'The originator is identified by a name only: add geographicAddress, customerIdentification, nationalIdentification or dateAndPlaceOfBirth.',
    )
  }
  if (birth?.dateOfBirth !== undefined && !isPastDate(birth.dateOfBirth, at)) {
    report(
      `${path}.dateAndPlaceOfBirth.dateOfBirth`,
      'C2',
      'dateOfBirth is not a day in the past: write it as YYYY-MM-DD.',
    )
  }
  if (!person.name?.nameIdentifier.some((name) => name.nameIdentifierType === 'LEGL')) {
    report(`${path}.name`, 'C6', 'The natural person has no legal name: add one to nameIdentifier with the type LEGL.')
  }
  checkAddresses(geographicAddress, path, report)
  if (nationalIdentification === undefined) return
  const { registrationAuthority } = nationalIdentification
  if (registrationAuthority !== undefined) {
    const field = `${path}.nationalIdentification.registrationAuthority`
    report(field, 'C9', 'A natural person cannot have a registrationAuthority: remove it.')
  }
  checkIdentification(nationalIdentification, `${path}.nationalIdentification`, report)
}

function checkLegalPerson(person: LegalPerson, path: string, report: Report): void {
  const { geographicAddress, customerIdentification, nationalIdentification } = person
  if (geographicAddress.length === 0 && !customerIdentification && !nationalIdentification) {
    report(
      path,
      'C4',
      'The legal person is identified by a name only: add geographicAddress, customerNumber or nationalIdentification.',
    )
  }
  if (!person.name?.nameIdentifier.some((name) => name.legalPersonNameIdentifierType === 'LEGL')) {
    report(`${path}.name`, 'C5', 'The legal person has no legal name: add one to nameIdentifier with the type LEGL.')
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
      'nationalIdentifierType is not one for a legal person: use RAID, MISC, LEIX or TXID.',
    )
  }
  if (countryOfIssue !== undefined)
    report(`${path}.countryOfIssue`, 'C9', 'A legal person cannot have a countryOfIssue: remove it.')
  if (type === 'LEIX' && registrationAuthority !== undefined) {
    report(`${path}.registrationAuthority`, 'C9', 'An LEI has no registrationAuthority: remove it.')
  }
  if (type !== 'LEIX' && registrationAuthority === undefined) {
    report(
      `${path}.registrationAuthority`,
      'C9',
      'registrationAuthority is missing: add the code of the register from the list of GLEIF, such as RA000585.',
    )
  }
  checkIdentification(identification, path, report)
}

function checkIdentification(identification: NationalIdentification, path: string, report: Report): void {
  const { nationalIdentifier, nationalIdentifierType, registrationAuthority } = identification
  if (registrationAuthority !== undefined && !isRegistrationAuthority(registrationAuthority)) {
    report(
      `${path}.registrationAuthority`,
      'C10',
      'registrationAuthority is not on the list of GLEIF: use RA and six digits, such as RA000585.',
    )
  }
  if (nationalIdentifierType === 'LEIX' && nationalIdentifier !== undefined && !isLei(nationalIdentifier)) {
    report(
      `${path}.nationalIdentifier`,
      'C11',
      'nationalIdentifier is not an LEI: check its 20 characters, of which the last two are check digits.',
    )
  }
}

function checkAddresses(addresses: readonly Address[], path: string, report: Report): void {
  addresses.forEach(({ addressLine, streetName, buildingName, buildingNumber }, index) => {
    if (addressLine.length > 0 || (streetName && (buildingName || buildingNumber))) return
    report(
      `${path}.geographicAddress[${index}]`,
      'C8',
      'The address is incomplete: add addressLine, or streetName with buildingName or buildingNumber.',
    )
  })
}

/** Sequence numbers start at 0 or 1 and have no gaps. */
function checkSequence({ transferPath }: Ivms101, report: Report): void {
  const first = transferPath[0]?.sequence ?? 0
  const sequential = first <= 1 && transferPath.every(({ sequence }, index) => sequence === first + index)
  if (!sequential)
    report(
      'transferPath.transferPath',
      'C12',
      'The sequence numbers have a gap or a wrong start: count up from 0 or 1.',
    )
}

function isPastDate(text: string, at: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text < at.toISOString().slice(0, 10)
}
