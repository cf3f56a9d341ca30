/** The type of an IVMS101 value. */
export type Shape =
  | { readonly kind: 'string'; readonly lengthMax: number; readonly pattern?: RegExp }
  | { readonly kind: 'code'; readonly codes: readonly string[] }
  | { readonly kind: 'number' }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Field>> }

export interface Field {
  readonly shape: Shape
  readonly list?: boolean
  readonly itemsMax?: number
  readonly required?: boolean
}

const string = (lengthMax: number): Shape => ({ kind: 'string', lengthMax })
const code = (codes: string): Shape => ({ kind: 'code', codes: codes.split(' ') })
const object = (fields: Record<string, Field>): Shape => ({ kind: 'object', fields })
const one = (shape: Shape): Field => ({ shape })
const need = (shape: Shape): Field => ({ shape, required: true })
const many = (shape: Shape): Field => ({ shape, list: true })
const needMany = (shape: Shape): Field => ({ shape, list: true, required: true })

const country: Shape = { kind: 'string', lengthMax: 2, pattern: /^[A-Z]{2}$/ }
const address = object({
  addressType: need(code('HOME BIZZ GEOG')),
  ...Object.fromEntries(
    Object.entries({
      department: 50,
      subDepartment: 70,
      streetName: 70,
      buildingNumber: 16,
      buildingName: 35,
      floor: 70,
      postBox: 16,
      room: 70,
      postCode: 16,
      townLocationName: 35,
      districtName: 35,
      countrySubDivision: 35,
    }).map(([name, lengthMax]) => [name, one(string(lengthMax))]),
  ),
  townName: need(string(35)),
  addressLine: { shape: string(70), list: true, itemsMax: 7 },
  country: need(country),
})
const nationalIdentification = object({
  nationalIdentifier: need(string(35)),
  nationalIdentifierType: need(code('ARNU CCPT RAID DRLC FIIN TXID SOCS IDCD LEIX MISC')),
  countryOfIssue: one(country),
  registrationAuthority: one({ kind: 'string', lengthMax: 8, pattern: /^RA\d{6}$/ }),
})

function naturalName(primary: string, secondary: string): Shape {
  return object({
    [primary]: need(string(100)),
    [secondary]: one(string(100)),
    nameIdentifierType: need(code('ALIA BIRT MAID LEGL MISC')),
  })
}
const naturalPerson = object({
  name: need(
    object({
      nameIdentifier: needMany(naturalName('primaryIdentifier', 'secondaryIdentifier')),
      localNameIdentifier: many(naturalName('primaryIdentifier', 'secondaryIdentifier')),
      phoneticNameIdentifier: many(naturalName('primaryIdentifier', 'secondaryIdentifier')),
    }),
  ),
  geographicAddress: many(address),
  nationalIdentification: one(nationalIdentification),
  customerIdentification: one(string(50)),
  dateAndPlaceOfBirth: one(
    object({
      dateOfBirth: need({ kind: 'string', lengthMax: 10, pattern: /^\d{4}-\d{2}-\d{2}$/ }),
      placeOfBirth: need(string(70)),
    }),
  ),
  countryOfResidence: one(country),
})

const legalName = object({
  legalPersonName: need(string(100)),
  legalPersonNameIdentifierType: need(code('LEGL SHRT TRAD')),
})
const legalPerson = object({
  name: need(
    object({
      nameIdentifier: needMany(legalName),
      localNameIdentifier: many(legalName),
      phoneticNameIdentifier: many(legalName),
    }),
  ),
  geographicAddress: many(address),
  customerNumber: one(string(50)),
  customerIdentification: one(string(50)),
  nationalIdentification: one(nationalIdentification),
  countryOfRegistration: one(country),
})

const person = object({ naturalPerson: one(naturalPerson), legalPerson: one(legalPerson) })

/** The complete payload in camel case, as in TRP. Source: interVASP IVMS101, 2020. */
export const ivms101Shape: Shape = object({
  originator: need(object({ originatorPersons: needMany(person), accountNumber: many(string(100)) })),
  beneficiary: need(object({ beneficiaryPersons: needMany(person), accountNumber: many(string(100)) })),
  originatingVASP: need(object({ originatingVASP: need(person) })),
  beneficiaryVASP: one(object({ beneficiaryVASP: need(person) })),
  transferPath: one(
    object({
      transferPath: many(object({ intermediaryVASP: need(person), sequence: need({ kind: 'number' }) })),
    }),
  ),
  payloadMetadata: one(
    object({
      transliterationMethod: many(code('arab aran armn cyrl deva geor grek hani hebr kana kore thai othr')),
      payloadVersion: one(string(10)),
    }),
  ),
})
