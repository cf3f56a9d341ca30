import type { Address, Ivms101, NaturalPerson, Person } from '../ivms101/model.ts'
import { namesOf } from '../ivms101/names.ts'
import type { PartyField } from './jurisdiction.ts'

/** Every group must be met by one of its sets of fields. */
type Groups = readonly (readonly (readonly PartyField[])[])[]

/**
 * The groups that a party does not meet, in words. Every person of the party must have the fields;
 * a party without persons lacks all of them.
 */
export function missingFields(role: 'originator' | 'beneficiary', groups: Groups, payload: Ivms101): string[] {
  const { persons, accounts } = partyOf(role, payload)
  const has = (field: PartyField) =>
    field === 'ACCOUNT'
      ? accounts.some((account) => account.trim() !== '')
      : persons.length > 0 && persons.every((person) => HAS_FIELD[field](person))
  return groups
    .filter((alternatives) => !alternatives.some((fields) => fields.every(has)))
    .map((alternatives) =>
      alternatives.map((fields) => fields.map((field) => WORDS[field]).join(' with ')).join(' or '),
    )
}

function partyOf(role: 'originator' | 'beneficiary', { originator, beneficiary }: Ivms101) {
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

/** Complete by C8 of IVMS101, and with a country. */
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
