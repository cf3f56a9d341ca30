import type { PartyField } from '../../jurisdictions/domain/jurisdiction.ts'
import type { Party } from '../domain/data-request.ts'
import { roleOf } from '../domain/read-response.ts'

/** How a reader responds: for a person, for an organisation, or with a file. */
export type ResponseKind = 'person' | 'organisation' | 'file'

/** An input of the form. */
export type InputName =
  | 'familyName'
  | 'givenNames'
  | 'legalName'
  | 'account'
  | 'street'
  | 'postCode'
  | 'townName'
  | 'country'
  | 'idType'
  | 'idNumber'
  | 'idCountry'
  | 'idAuthority'
  | 'customerNumber'
  | 'dateOfBirth'
  | 'placeOfBirth'
  | 'lei'

/** What a reader entered. */
export type Entered = Readonly<Partial<Record<InputName, string>>>

/** The types of official numbers that a person or an organisation can have. */
export const ID_TYPES = {
  person: ['IDCD', 'CCPT', 'DRLC', 'TXID', 'SOCS'],
  organisation: ['LEIX', 'RAID', 'TXID'],
} as const

/** Inputs that may stay empty. */
export const OPTIONAL_INPUTS: ReadonlySet<InputName> = new Set(['givenNames', 'postCode', 'idCountry', 'idAuthority'])

const POSTAL = ['street', 'postCode', 'townName', 'country'] as const
const INPUTS: Readonly<Record<'person' | 'organisation', Readonly<Record<PartyField, readonly InputName[]>>>> = {
  person: {
    NAME: ['familyName', 'givenNames'],
    BIRTH: ['dateOfBirth', 'placeOfBirth'],
    ADDRESS: POSTAL,
    NATIONAL_ID: ['idType', 'idNumber', 'idCountry'],
    CUSTOMER_NUMBER: ['customerNumber'],
    ACCOUNT: ['account'],
    LEI: [],
  },
  organisation: {
    NAME: ['legalName'],
    BIRTH: [],
    ADDRESS: POSTAL,
    NATIONAL_ID: ['idType', 'idNumber', 'idAuthority'],
    CUSTOMER_NUMBER: ['customerNumber'],
    ACCOUNT: ['account'],
    LEI: ['lei'],
  },
}
const ORDER: readonly PartyField[] = ['NAME', 'LEI', 'BIRTH', 'ADDRESS', 'NATIONAL_ID', 'CUSTOMER_NUMBER', 'ACCOUNT']

/** A requested kind of data and its inputs. The name is always included. */
export interface InputGroup {
  readonly field: PartyField
  readonly inputs: readonly InputName[]
}

/** The inputs of the form, in order. An LEI is an official number, so it is not requested twice. */
export function inputGroups(kind: 'person' | 'organisation', fields: readonly PartyField[]): InputGroup[] {
  const asked = new Set<PartyField>(['NAME', ...fields])
  if (kind === 'organisation' && asked.has('LEI')) asked.delete('NATIONAL_ID')
  return ORDER.filter((field) => asked.has(field))
    .map((field) => ({ field, inputs: INPUTS[kind][field] }))
    .filter(({ inputs }) => inputs.length > 0)
}

/** GLEIF's placeholder code for a register that is not on its list. */
const OTHER_REGISTER = 'RA888888'

/** Encodes what was entered as IVMS101 of the 2020 edition. */
export function encodeEntered(entered: Entered, kind: 'person' | 'organisation', party: Party): object {
  const { account } = entered
  const person =
    kind === 'person' ? { naturalPerson: naturalPersonOf(entered) } : { legalPerson: legalPersonOf(entered) }
  const role = roleOf(party)
  return { [role]: { [`${role}Persons`]: [person], ...(account ? { accountNumber: [account] } : {}) } }
}

function naturalPersonOf(entered: Entered): object {
  const { familyName, givenNames, dateOfBirth, placeOfBirth, idType, idNumber, idCountry, customerNumber } = entered
  return {
    name: {
      nameIdentifier: [{ primaryIdentifier: familyName, secondaryIdentifier: givenNames, nameIdentifierType: 'LEGL' }],
    },
    ...addressOf(entered, 'HOME'),
    ...(dateOfBirth || placeOfBirth ? { dateAndPlaceOfBirth: { dateOfBirth, placeOfBirth } } : {}),
    ...(idNumber
      ? {
          nationalIdentification: {
            nationalIdentifier: idNumber,
            nationalIdentifierType: idType,
            countryOfIssue: idCountry,
          },
        }
      : {}),
    customerIdentification: customerNumber,
  }
}

function legalPersonOf(entered: Entered): object {
  const { legalName, idType, idNumber, idAuthority, lei, customerNumber } = entered
  const number = lei ?? idNumber
  const type = lei === undefined ? idType : 'LEIX'
  const authority = idAuthority || (type === 'LEIX' ? undefined : OTHER_REGISTER)
  return {
    name: { nameIdentifier: [{ legalPersonName: legalName, legalPersonNameIdentifierType: 'LEGL' }] },
    ...addressOf(entered, 'BIZZ'),
    ...(number
      ? {
          nationalIdentification: {
            nationalIdentifier: number,
            nationalIdentifierType: type,
            registrationAuthority: authority,
          },
        }
      : {}),
    customerNumber,
  }
}

function addressOf({ street, postCode, townName, country }: Entered, addressType: 'HOME' | 'BIZZ'): object {
  if (!(street || postCode || townName || country)) return {}
  return { geographicAddress: [{ addressType, addressLine: street ? [street] : [], postCode, townName, country }] }
}

const INPUT_OF_NAME: Readonly<Record<string, InputName>> = {
  primaryIdentifier: 'familyName',
  secondaryIdentifier: 'givenNames',
  legalPersonName: 'legalName',
  accountNumber: 'account',
  addressLine: 'street',
  geographicAddress: 'street',
  postCode: 'postCode',
  townName: 'townName',
  country: 'country',
  nationalIdentifierType: 'idType',
  nationalIdentifier: 'idNumber',
  countryOfIssue: 'idCountry',
  registrationAuthority: 'idAuthority',
  customerIdentification: 'customerNumber',
  customerNumber: 'customerNumber',
  dateOfBirth: 'dateOfBirth',
  placeOfBirth: 'placeOfBirth',
}

/** The input that the value at a path of IVMS101 came from. */
export function inputOfPath(path: string, kind: 'person' | 'organisation', shown: readonly InputName[]): InputName {
  const names = path
    .split('.')
    .map((name) => name.replace(/\[\d+\]$/, ''))
    .reverse()
  const name = names.find((each) => INPUT_OF_NAME[each] !== undefined)
  const input = name === undefined ? undefined : INPUT_OF_NAME[name]
  if (input === 'idNumber' && shown.includes('lei')) return 'lei'
  if (input !== undefined && shown.includes(input)) return input
  return kind === 'person' ? 'familyName' : 'legalName'
}
