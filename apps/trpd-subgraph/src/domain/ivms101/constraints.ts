import { isLei } from '../lei.ts'
import { isRegistrationAuthority, LEGAL_PERSON_IDENTIFIERS } from './codes.ts'
import type { IvmsIssue } from './issue.ts'
import {
  type Address,
  type Ivms101,
  type LegalPerson,
  type NationalIdentification,
  type NaturalPerson,
  type PlacedPerson,
  personsOf,
} from './model.ts'

type Report = (path: string, constraint: IvmsIssue['constraint'], message: string) => void

/** Every place of `payload` that breaks one of the constraints C1, C2 and C4 to C12, or names not exactly one kind of person. */
export function checkConstraints(payload: Ivms101, at: Date): readonly IvmsIssue[] {
  const issues: IvmsIssue[] = []
  const report: Report = (path, constraint, message) => issues.push({ path, constraint, message })
  for (const { person, role, path } of personsOf(payload)) {
    const { naturalPerson, legalPerson } = person
    if ((naturalPerson === undefined) === (legalPerson === undefined)) {
      report(path, 'SHAPE', 'A person is either a naturalPerson or a legalPerson.')
    }
    if (naturalPerson) checkNaturalPerson(naturalPerson, role, `${path}.naturalPerson`, at, report)
    if (legalPerson) checkLegalPerson(legalPerson, `${path}.legalPerson`, report)
  }
  checkSequence(payload, report)
  return issues
}

function checkNaturalPerson(
  person: NaturalPerson,
  role: PlacedPerson['role'],
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
      'An originator has an address, a customer or national identification, or date and place of birth.',
    )
  }
  if (birth?.dateOfBirth !== undefined && !isPastDate(birth.dateOfBirth, at)) {
    report(
      `${path}.dateAndPlaceOfBirth.dateOfBirth`,
      'C2',
      'The date of birth is a date in the past, written YYYY-MM-DD.',
    )
  }
  if (!person.name?.nameIdentifier.some((name) => name.nameIdentifierType === 'LEGL')) {
    report(`${path}.name`, 'C6', 'A natural person has a name of the type LEGL.')
  }
  checkAddresses(geographicAddress, path, report)
  if (nationalIdentification) checkIdentification(nationalIdentification, `${path}.nationalIdentification`, report)
}

function checkLegalPerson(person: LegalPerson, path: string, report: Report): void {
  const { geographicAddress, customerIdentification, nationalIdentification } = person
  if (geographicAddress.length === 0 && !customerIdentification && !nationalIdentification) {
    report(path, 'C4', 'A legal person has an address, a customer number or a national identification.')
  }
  if (!person.name?.nameIdentifier.some((name) => name.legalPersonNameIdentifierType === 'LEGL')) {
    report(`${path}.name`, 'C5', 'A legal person has a name of the type LEGL.')
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
      'The identifier of a legal person is of the type RAID, MISC, LEIX or TXID.',
    )
  }
  if (countryOfIssue !== undefined) report(`${path}.countryOfIssue`, 'C9', 'A legal person has no country of issue.')
  if (type === 'LEIX' && registrationAuthority !== undefined) {
    report(`${path}.registrationAuthority`, 'C9', 'An LEI has no registration authority.')
  }
  if (type !== 'LEIX' && registrationAuthority === undefined) {
    report(`${path}.registrationAuthority`, 'C9', 'An identifier other than an LEI has a registration authority.')
  }
  checkIdentification(identification, path, report)
}

function checkIdentification(identification: NationalIdentification, path: string, report: Report): void {
  const { nationalIdentifier, nationalIdentifierType, registrationAuthority } = identification
  if (registrationAuthority !== undefined && !isRegistrationAuthority(registrationAuthority)) {
    report(`${path}.registrationAuthority`, 'C10', 'The registration authority is RA followed by six digits.')
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
      'An address has address lines, or a street with the name or number of a building.',
    )
  })
}

/** The path starts at 0 or 1, and every step counts one more. */
function checkSequence({ transferPath }: Ivms101, report: Report): void {
  const first = transferPath[0]?.sequence ?? 0
  const sequential = first <= 1 && transferPath.every(({ sequence }, index) => sequence === first + index)
  if (!sequential) report('transferPath.transferPath', 'C12', 'The sequence numbers count up by one, from 0 or 1.')
}

function isPastDate(text: string, at: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text < at.toISOString().slice(0, 10)
}
