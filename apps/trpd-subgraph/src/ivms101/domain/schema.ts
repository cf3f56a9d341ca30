import { CODES } from './codes.ts'
import { code, country, type Field, fieldsOf, integer, object, string } from './field.ts'
import type * as model from './model.ts'

const address = fieldsOf<model.Address>({
  addressType: code(CODES.address, 'ADDRESS_TYPE_CODE_', { required: true }),
  department: string(50),
  subDepartment: string(70),
  streetName: string(70),
  buildingNumber: string(16),
  buildingName: string(35),
  floor: string(70),
  postBox: string(16),
  room: string(70),
  postCode: string(16, { misspelled: ['postcode'] }),
  townName: string(35, { required: true }),
  townLocationName: string(35),
  districtName: string(35),
  countrySubDivision: string(35),
  addressLine: string(70, { many: true, listMax: 7, aliases: ['address_lines'] }),
  country: country({ required: true }),
})

const nationalIdentification = fieldsOf<model.NationalIdentification>({
  nationalIdentifier: string(35, { required: true }),
  nationalIdentifierType: code(CODES.nationalIdentifier, 'NATIONAL_IDENTIFIER_TYPE_CODE_', { required: true }),
  countryOfIssue: country(),
  registrationAuthority: string(8),
})

const naturalNameType = code(CODES.naturalPersonName, 'NATURAL_PERSON_NAME_TYPE_CODE_', {
  required: true,
  names: { '2023': 'naturalPersonNameIdentifierType' },
})
const naturalNameIdentifier = fieldsOf<model.NaturalPersonNameIdentifier>({
  primaryIdentifier: string(100, { required: true }),
  secondaryIdentifier: string(100),
  nameIdentifierType: naturalNameType,
})
const legalNameIdentifier = fieldsOf<model.LegalPersonNameIdentifier>({
  legalPersonName: string(100, { required: true }),
  legalPersonNameIdentifierType: code(CODES.legalPersonName, 'LEGAL_PERSON_NAME_TYPE_CODE_', { required: true }),
})

const addresses = object(address, { many: true, names: { TRISA: 'geographic_addresses' } })
const naturalPerson = fieldsOf<model.NaturalPerson>({
  name: object(fieldsOf<model.NaturalPersonName>(namesIn(naturalNameIdentifier)), { required: true }),
  geographicAddress: addresses,
  nationalIdentification: object(nationalIdentification),
  customerIdentification: string(50),
  dateAndPlaceOfBirth: object(
    fieldsOf<model.DateAndPlaceOfBirth>({
      dateOfBirth: string(10, { required: true }),
      placeOfBirth: string(70, { required: true }),
    }),
  ),
  countryOfResidence: country(),
})
const legalPerson = fieldsOf<model.LegalPerson>({
  name: object(fieldsOf<model.LegalPersonName>(namesIn(legalNameIdentifier)), { required: true }),
  geographicAddress: addresses,
  customerIdentification: string(50, {
    names: { '2020': 'customerNumber', TRISA: 'customer_number' },
    aliases: ['customerIdentification'],
  }),
  nationalIdentification: object(nationalIdentification),
  countryOfRegistration: country(),
})
const person = fieldsOf<model.Person>({ naturalPerson: object(naturalPerson), legalPerson: object(legalPerson) })

const accountNumbers = string(100, { many: true, names: { TRISA: 'account_numbers' } })
const vaspNames = (start: string, snake: string) => ({ '2020': `${start}VASP`, '2023': `${start}VASP`, TRISA: snake })

/**
 * The fields of an IVMS101 payload with their order, names, lengths and codes. Parsing, validation
 * and encoding follow this schema.
 *
 * Source: interVASP IVMS101, 2020 and 2023 editions; TRISA protobuf definition.
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
      sequence: integer({ required: true }),
    }),
    { many: true, wrapped: true },
  ),
  payloadMetadata: object(
    fieldsOf<model.PayloadMetadata>({
      transliterationMethod: code(CODES.transliteration, 'TRANSLITERATION_METHOD_CODE_', {
        many: true,
        aliases: ['transliteration_methods'],
      }),
      payloadVersion: string(35, { not: ['2020', 'TRISA'] }),
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
