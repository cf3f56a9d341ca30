import { type Address, type Ivms101, type NaturalPerson, namesOf, type Person } from '../../ivms101/domain/model.ts'
import type { PartyField } from './jurisdiction.ts'

/** Each group is met by any one of its sets of fields. */
type Groups = readonly (readonly (readonly PartyField[])[])[]

type PartyRole = 'originator' | 'beneficiary'

/** A kind of data that a party lacks, and its place in IVMS101. */
export interface MissingField {
  readonly code: PartyField
  /** For example `originator.originatorPersons[0].naturalPerson.geographicAddress`. */
  readonly path: string
}

/** What a party lacks of one group: alternative sets of fields, one of which is enough. */
export interface MissingData {
  readonly party: Uppercase<PartyRole>
  readonly anyOf: readonly (readonly MissingField[])[]
}

/**
 * The groups that a party does not meet. Every person of the party must have the fields; a party without
 * persons lacks all of them. `knownAccount` is an account known from elsewhere, such as the payment address.
 */
export function missingData(
  role: PartyRole,
  groups: Groups,
  payload: Ivms101,
  knownAccount?: string,
): readonly MissingData[] {
  const { persons, accounts } = partyOf(role, payload)
  const path = (field: PartyField) => {
    if (field === 'ACCOUNT') {
      return [...accounts, knownAccount].some(isPresent) ? undefined : `${role}.accountNumber`
    }
    const index = persons.findIndex((person) => !HAS_FIELD[field](person))
    if (index === -1 && persons.length > 0) return undefined
    const kind = persons[index]?.legalPerson === undefined ? 'naturalPerson' : 'legalPerson'
    return `${role}.${role}Persons[${Math.max(index, 0)}].${kind}.${PATHS[field]}`
  }
  const lackOf = (fields: readonly PartyField[]) =>
    fields.flatMap((code): MissingField[] => {
      const place = path(code)
      return place === undefined ? [] : [{ code, path: place }]
    })
  return groups.flatMap((alternatives) => {
    const anyOf = alternatives.map(lackOf)
    const party = role === 'originator' ? 'ORIGINATOR' : 'BENEFICIARY'
    return anyOf.some((fields) => fields.length === 0) ? [] : [{ party, anyOf }]
  })
}

/** The missing data in words, for example `postal address with customer number or date and place of birth`. */
export function missingWords({ anyOf }: MissingData): string {
  return anyOf.map((fields) => fields.map(({ code }) => WORDS[code]).join(' with ')).join(' or ')
}

function partyOf(role: PartyRole, { originator, beneficiary }: Ivms101) {
  return role === 'originator'
    ? { persons: originator?.originatorPersons ?? [], accounts: originator?.accountNumber ?? [] }
    : { persons: beneficiary?.beneficiaryPersons ?? [], accounts: beneficiary?.accountNumber ?? [] }
}

const HAS_FIELD: Readonly<Record<Exclude<PartyField, 'ACCOUNT'>, (person: Person) => boolean>> = {
  NAME: (person) => namesOf(person).length > 0,
  ADDRESS: (person) => identityOf(person).geographicAddress.some(isPostalAddress),
  NATIONAL_ID: (person) => isPresent(identityOf(person).nationalIdentification?.nationalIdentifier),
  CUSTOMER_NUMBER: (person) => isPresent(identityOf(person).customerIdentification),
  BIRTH: ({ naturalPerson }) => hasBirth(naturalPerson),
  LEI: (person) => identityOf(person).nationalIdentification?.nationalIdentifierType === 'LEIX',
}

/** The paths of a person's fields in IVMS101. */
const PATHS: Readonly<Record<Exclude<PartyField, 'ACCOUNT'>, string>> = {
  NAME: 'name.nameIdentifier',
  ADDRESS: 'geographicAddress',
  NATIONAL_ID: 'nationalIdentification.nationalIdentifier',
  CUSTOMER_NUMBER: 'customerIdentification',
  BIRTH: 'dateAndPlaceOfBirth',
  LEI: 'nationalIdentification.nationalIdentifier',
}

const WORDS: Readonly<Record<PartyField, string>> = {
  NAME: 'name',
  ACCOUNT: 'account or address on the ledger',
  ADDRESS: 'postal address',
  NATIONAL_ID: 'official number',
  CUSTOMER_NUMBER: 'customer number',
  BIRTH: 'date and place of birth',
  LEI: 'LEI',
}

type Identity = Pick<NaturalPerson, 'geographicAddress' | 'nationalIdentification' | 'customerIdentification'>

function identityOf({ naturalPerson, legalPerson }: Person): Identity {
  return naturalPerson ?? legalPerson ?? { geographicAddress: [] }
}

/** True for an address that is complete under C8 of IVMS101 and has a country. */
function isPostalAddress({ country, addressLine, streetName, buildingName, buildingNumber }: Address): boolean {
  const isInStreet = isPresent(streetName) && (isPresent(buildingName) || isPresent(buildingNumber))
  return isPresent(country) && (addressLine.some(isPresent) || isInStreet)
}

function hasBirth(person: NaturalPerson | undefined): boolean {
  const { dateOfBirth, placeOfBirth } = person?.dateAndPlaceOfBirth ?? {}
  return isPresent(dateOfBirth) && isPresent(placeOfBirth)
}

function isPresent(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== ''
}
