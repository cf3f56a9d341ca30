import type { PartyField, PersonInput } from '../api/operations.generated.ts'

export type PersonKind = 'NATURAL' | 'LEGAL'

/** The path of a value in a person: names of fields, and indexes in lists. */
type FieldPath = readonly (string | number)[]

export interface PersonField {
  /** Name of its label among the messages. */
  readonly name: PersonFieldName
  readonly path: FieldPath
  /** The kind of data that a law may require. */
  readonly data?: PartyField
  readonly kind?: 'DATE' | 'COUNTRY' | 'ID_TYPE'
  readonly lengthMax: number
}

export type PersonFieldName =
  | 'givenNames'
  | 'familyName'
  | 'legalName'
  | 'street'
  | 'buildingNumber'
  | 'postCode'
  | 'town'
  | 'country'
  | 'birthDate'
  | 'birthPlace'
  | 'idType'
  | 'idNumber'
  | 'idCountry'
  | 'idAuthority'
  | 'customerNumber'
  | 'residence'
  | 'registration'

const NATURAL = 'naturalPerson'
const LEGAL = 'legalPerson'

/** The fields of a form. Other data of a pasted document is kept and sent. */
export const PERSON_FIELDS: Readonly<Record<PersonKind, readonly PersonField[]>> = {
  NATURAL: [
    { name: 'givenNames', path: [NATURAL, 'name', 'nameIdentifier', 0, 'secondaryIdentifier'], lengthMax: 100 },
    {
      name: 'familyName',
      path: [NATURAL, 'name', 'nameIdentifier', 0, 'primaryIdentifier'],
      data: 'NAME',
      lengthMax: 100,
    },
    ...addressFields(NATURAL),
    {
      name: 'birthDate',
      path: [NATURAL, 'dateAndPlaceOfBirth', 'dateOfBirth'],
      data: 'BIRTH',
      kind: 'DATE',
      lengthMax: 10,
    },
    { name: 'birthPlace', path: [NATURAL, 'dateAndPlaceOfBirth', 'placeOfBirth'], data: 'BIRTH', lengthMax: 70 },
    ...identificationFields(NATURAL),
    { name: 'idCountry', path: [NATURAL, 'nationalIdentification', 'countryOfIssue'], kind: 'COUNTRY', lengthMax: 2 },
    { name: 'customerNumber', path: [NATURAL, 'customerIdentification'], data: 'CUSTOMER_NUMBER', lengthMax: 50 },
    { name: 'residence', path: [NATURAL, 'countryOfResidence'], kind: 'COUNTRY', lengthMax: 2 },
  ],
  LEGAL: [
    { name: 'legalName', path: [LEGAL, 'name', 'nameIdentifier', 0, 'legalPersonName'], data: 'NAME', lengthMax: 100 },
    ...addressFields(LEGAL),
    ...identificationFields(LEGAL),
    { name: 'idAuthority', path: [LEGAL, 'nationalIdentification', 'registrationAuthority'], lengthMax: 8 },
    { name: 'customerNumber', path: [LEGAL, 'customerIdentification'], data: 'CUSTOMER_NUMBER', lengthMax: 50 },
    { name: 'registration', path: [LEGAL, 'countryOfRegistration'], kind: 'COUNTRY', lengthMax: 2 },
  ],
}

/** The kinds of documents and numbers; organisations have only the last four. */
export const ID_TYPES: Readonly<Record<PersonKind, readonly string[]>> = {
  NATURAL: ['CCPT', 'IDCD', 'DRLC', 'ARNU', 'FIIN', 'SOCS', 'TXID', 'RAID', 'MISC'],
  LEGAL: ['LEIX', 'RAID', 'TXID', 'MISC'],
}

export function emptyPerson(kind: PersonKind): PersonInput {
  return kind === 'NATURAL' ? { naturalPerson: {} } : { legalPerson: {} }
}

export function personKind(person: PersonInput): PersonKind {
  return person.legalPerson ? 'LEGAL' : 'NATURAL'
}

/** The text at a path; empty if absent. */
export function textAt(person: PersonInput, path: FieldPath): string {
  let value: unknown = person
  for (const step of path)
    value = isTree(value) ? (value as Readonly<Record<string | number, unknown>>)[step] : undefined
  return typeof value === 'string' ? value : ''
}

/** The person with the text at a path replaced. */
export function withText(person: PersonInput, path: FieldPath, text: string): PersonInput {
  return withValue(person, path, text) as PersonInput
}

/** A path in the form of IVMS101 issues, such as `name.nameIdentifier[0].primaryIdentifier`. */
export function pathName(path: FieldPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`))
    .join('')
}

/** The person without empty fields and with the types that IVMS101 requires; `undefined` when nothing remains. */
export function sentPerson(person: PersonInput): PersonInput | undefined {
  const { naturalPerson, legalPerson } = person
  const given = withoutEmpty({
    ...(naturalPerson && { naturalPerson: typed(naturalPerson, 'nameIdentifierType', 'HOME') }),
    ...(legalPerson && { legalPerson: typed(legalPerson, 'legalPersonNameIdentifierType', 'BIZZ') }),
  })
  return given as PersonInput | undefined
}

/** Adds the usual type to names and addresses that have a value but no type. */
function typed(person: object, nameType: string, addressType: string): unknown {
  const { name, geographicAddress, ...rest } = person as Readonly<Record<string, unknown>>
  const withType = (type: string, value: string) => (item: unknown) => {
    const present = withoutEmpty(item)
    return isTree(present) && !Array.isArray(present) ? { [type]: value, ...present } : present
  }
  const names = Object.entries(isTree(name) ? name : {}).map(([list, items]) => [
    list,
    Array.isArray(items) ? items.map(withType(nameType, 'LEGL')) : items,
  ])
  const addresses = Array.isArray(geographicAddress)
    ? geographicAddress.map(withType('addressType', addressType))
    : geographicAddress
  return { name: Object.fromEntries(names), geographicAddress: addresses, ...rest }
}

/** Removes empty strings, lists and objects at any depth. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined)
    return items.length === 0 ? undefined : items
  }
  if (!isTree(value)) return value ?? undefined
  const fields = Object.entries(value).map(([name, field]) => [name, withoutEmpty(field)] as const)
  const present = fields.filter(([, field]) => field !== undefined)
  return present.length === 0 ? undefined : Object.fromEntries(present)
}

function withValue(tree: unknown, [step, ...rest]: FieldPath, text: string): unknown {
  if (step === undefined) return text
  if (typeof step === 'number') {
    const list = Array.isArray(tree) ? [...tree] : []
    list[step] = withValue(list[step], rest, text)
    return list
  }
  const fields = isTree(tree) ? (tree as Readonly<Record<string, unknown>>) : {}
  return { ...fields, [step]: withValue(fields[step], rest, text) }
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function addressFields(kind: string): PersonField[] {
  const at = (field: string) => [kind, 'geographicAddress', 0, field]
  return [
    { name: 'street', path: at('streetName'), data: 'ADDRESS', lengthMax: 70 },
    { name: 'buildingNumber', path: at('buildingNumber'), data: 'ADDRESS', lengthMax: 16 },
    { name: 'postCode', path: at('postCode'), lengthMax: 16 },
    { name: 'town', path: at('townName'), data: 'ADDRESS', lengthMax: 35 },
    { name: 'country', path: at('country'), data: 'ADDRESS', kind: 'COUNTRY', lengthMax: 2 },
  ]
}

function identificationFields(kind: string): PersonField[] {
  const at = (field: string) => [kind, 'nationalIdentification', field]
  return [
    { name: 'idType', path: at('nationalIdentifierType'), data: 'NATIONAL_ID', kind: 'ID_TYPE', lengthMax: 4 },
    { name: 'idNumber', path: at('nationalIdentifier'), data: 'NATIONAL_ID', lengthMax: 35 },
  ]
}

/** The codes of ISO 3166-1 alpha-2, and XX for stateless persons, as in IVMS101. */
export const COUNTRIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG ' +
  'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM ' +
  'GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC ' +
  'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ ' +
  'OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC ' +
  'TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW XX'
).split(' ')
