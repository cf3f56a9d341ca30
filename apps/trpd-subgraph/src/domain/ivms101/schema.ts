import { CODES } from './codes.ts'
import { code, country, type Field, fieldsOf, object, text, wholeNumber } from './field.ts'
import type * as model from './model.ts'

const address = fieldsOf<model.Address>({
  addressType: code(CODES.address, 'ADDRESS_TYPE_CODE_', { required: true }),
  department: text(50),
  subDepartment: text(70),
  streetName: text(70),
  buildingNumber: text(16),
  buildingName: text(35),
  floor: text(70),
  postBox: text(16),
  room: text(70),
  postCode: text(16, { misspelled: ['postcode'] }),
  townName: text(35, { required: true }),
  townLocationName: text(35),
  districtName: text(35),
  countrySubDivision: text(35),
  addressLine: text(70, { many: true, listMax: 7, aliases: ['address_lines'] }),
  country: country({ required: true }),
})

const nationalIdentification = fieldsOf<model.NationalIdentification>({
  nationalIdentifier: text(35, { required: true }),
  nationalIdentifierType: code(CODES.nationalIdentifier, 'NATIONAL_IDENTIFIER_TYPE_CODE_', { required: true }),
  countryOfIssue: country(),
  registrationAuthority: text(8),
})

const naturalNameType = code(CODES.naturalPersonName, 'NATURAL_PERSON_NAME_TYPE_CODE_', {
  required: true,
  names: { '2023': 'naturalPersonNameIdentifierType' },
})
const naturalNameIdentifier = fieldsOf<model.NaturalPersonNameIdentifier>({
  primaryIdentifier: text(100, { required: true }),
  secondaryIdentifier: text(100),
  nameIdentifierType: naturalNameType,
})
const legalNameIdentifier = fieldsOf<model.LegalPersonNameIdentifier>({
  legalPersonName: text(100, { required: true }),
  legalPersonNameIdentifierType: code(CODES.legalPersonName, 'LEGAL_PERSON_NAME_TYPE_CODE_', { required: true }),
})

const addresses = object(address, { many: true, names: { TRISA: 'geographic_addresses' } })
const naturalPerson = fieldsOf<model.NaturalPerson>({
  name: object(fieldsOf<model.NaturalPersonName>(namesIn(naturalNameIdentifier)), { required: true }),
  geographicAddress: addresses,
  nationalIdentification: object(nationalIdentification),
  customerIdentification: text(50),
  dateAndPlaceOfBirth: object(
    fieldsOf<model.DateAndPlaceOfBirth>({
      dateOfBirth: text(10, { required: true }),
      placeOfBirth: text(70, { required: true }),
    }),
  ),
  countryOfResidence: country(),
})
const legalPerson = fieldsOf<model.LegalPerson>({
  name: object(fieldsOf<model.LegalPersonName>(namesIn(legalNameIdentifier)), { required: true }),
  geographicAddress: addresses,
  customerIdentification: text(50, {
    names: { '2020': 'customerNumber', TRISA: 'customer_number' },
    aliases: ['customerIdentification'],
  }),
  nationalIdentification: object(nationalIdentification),
  countryOfRegistration: country(),
})
const person = fieldsOf<model.Person>({ naturalPerson: object(naturalPerson), legalPerson: object(legalPerson) })

const accountNumbers = text(100, { many: true, names: { TRISA: 'account_numbers' } })
const vaspNames = (start: string, snake: string) => ({ '2020': `${start}VASP`, '2023': `${start}VASP`, TRISA: snake })

/**
 * The fields of an IVMS101 payload: their order, names, lengths and codes. Reading, checking the form and writing all follow it.
 *
 * Source: interVASP IVMS101, 2020 and 2023 editions; names of the TRISA dialect by its protobuf definition.
 */
export const IVMS101_FIELDS: readonly Field[] = fieldsOf<model.Ivms101>({
  originator: object(
    fieldsOf<model.Originator>({
      originatorPersons: object(person, { many: true, required: true, names: { '2023': 'originatorPerson' } }),
      accountNumber: accountNumbers,
    }),
    { required: true },
  ),
  beneficiary: object(
    fieldsOf<model.Beneficiary>({
      beneficiaryPersons: object(person, { many: true, required: true, names: { '2023': 'beneficiaryPerson' } }),
      accountNumber: accountNumbers,
    }),
    { required: true },
  ),
  originatingVasp: object(person, {
    required: true,
    wrapped: true,
    names: vaspNames('originating', 'originating_vasp'),
  }),
  beneficiaryVasp: object(person, {
    required: true,
    wrapped: true,
    names: vaspNames('beneficiary', 'beneficiary_vasp'),
  }),
  transferPath: object(
    fieldsOf<model.IntermediaryVasp>({
      intermediaryVasp: object(person, { required: true, names: vaspNames('intermediary', 'intermediary_vasp') }),
      sequence: wholeNumber({ required: true }),
    }),
    { many: true, wrapped: true },
  ),
  payloadMetadata: object(
    fieldsOf<model.PayloadMetadata>({
      transliterationMethod: code(CODES.transliteration, 'TRANSLITERATION_METHOD_CODE_', {
        many: true,
        aliases: ['transliteration_methods'],
      }),
      payloadVersion: text(35, { not: ['2020', 'TRISA'] }),
    }),
  ),
})

function namesIn(fields: readonly Field[]) {
  return {
    nameIdentifier: object(fields, { many: true, names: { TRISA: 'name_identifiers' } }),
    localNameIdentifier: object(fields, { many: true, names: { TRISA: 'local_name_identifiers' } }),
    phoneticNameIdentifier: object(fields, { many: true, names: { TRISA: 'phonetic_name_identifiers' } }),
  }
}
