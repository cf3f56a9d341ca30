import type {
  Address,
  DateAndPlaceOfBirth,
  Ivms101,
  LegalPerson,
  NationalIdentification,
  NaturalPerson,
  Person,
} from './model.ts'

/** An address of which only the known parts are given. */
export type AddressInput = Omit<Address, 'addressLine'> & { readonly addressLine?: readonly string[] }

/** A human being, under the legal name. */
export interface NaturalPersonInput {
  readonly type: 'NATURAL'
  /** The family name, or the only name. */
  readonly primaryName: string
  /** The given names. */
  readonly secondaryName?: string
  readonly address?: AddressInput
  /** `YYYY-MM-DD`; IVMS101 demands the place as well. */
  readonly dateOfBirth?: string
  readonly placeOfBirth?: string
  readonly nationalIdentification?: NationalIdentification
  readonly customerIdentification?: string
  readonly countryOfResidence?: string
}

/** An organization, under the legal name. */
export interface LegalPersonInput {
  readonly type: 'LEGAL'
  readonly name: string
  /** Becomes the national identification, unless another is given. */
  readonly lei?: string
  readonly address?: AddressInput
  readonly nationalIdentification?: NationalIdentification
  readonly customerIdentification?: string
  readonly countryOfRegistration?: string
}

export type PersonInput = NaturalPersonInput | LegalPersonInput

/** A provider; strict IVMS101 (C4) wants at least one of `lei` and `address`. */
export type VaspInput = Omit<LegalPersonInput, 'type'>

/** Those on one side of a transfer, and their accounts or wallet addresses. */
export interface PartyInput {
  readonly persons: readonly PersonInput[]
  readonly accountNumbers?: readonly string[]
}

/** What the payload of an inquiry is made of. */
export interface Ivms101Input {
  readonly originator: PartyInput
  readonly beneficiary: PartyInput
  readonly originatingVasp: VaspInput
  readonly beneficiaryVasp?: VaspInput
}

/** The payload for `input`; blank texts count as absent. It is not checked: `validateIvms101` tells whether it may be sent. */
export function buildIvms101({ originator, beneficiary, originatingVasp, beneficiaryVasp }: Ivms101Input): Ivms101 {
  return {
    originator: {
      originatorPersons: originator.persons.map(buildPerson),
      accountNumber: originator.accountNumbers ?? [],
    },
    beneficiary: {
      beneficiaryPersons: beneficiary.persons.map(buildPerson),
      accountNumber: beneficiary.accountNumbers ?? [],
    },
    originatingVasp: buildPerson({ type: 'LEGAL', ...originatingVasp }),
    ...(beneficiaryVasp && { beneficiaryVasp: buildPerson({ type: 'LEGAL', ...beneficiaryVasp }) }),
    transferPath: [],
  }
}

/** The person for `input`. */
export function buildPerson(input: PersonInput): Person {
  return input.type === 'NATURAL'
    ? { naturalPerson: buildNaturalPerson(input) }
    : { legalPerson: buildLegalPerson(input) }
}

function buildNaturalPerson(input: NaturalPersonInput): NaturalPerson {
  const name = {
    primaryIdentifier: input.primaryName,
    secondaryIdentifier: input.secondaryName,
    nameIdentifierType: 'LEGL',
  }
  const { dateOfBirth, placeOfBirth } = input
  return given<NaturalPerson>({
    name: { nameIdentifier: [given(name)], localNameIdentifier: [], phoneticNameIdentifier: [] },
    geographicAddress: buildAddresses(input.address),
    nationalIdentification: input.nationalIdentification && given<NationalIdentification>(input.nationalIdentification),
    customerIdentification: input.customerIdentification,
    dateAndPlaceOfBirth:
      dateOfBirth || placeOfBirth ? given<DateAndPlaceOfBirth>({ dateOfBirth, placeOfBirth }) : undefined,
    countryOfResidence: input.countryOfResidence,
  })
}

function buildLegalPerson(input: LegalPersonInput): LegalPerson {
  const byLei = input.lei ? { nationalIdentifier: input.lei, nationalIdentifierType: 'LEIX' } : undefined
  const identification = input.nationalIdentification ?? byLei
  const name = { legalPersonName: input.name, legalPersonNameIdentifierType: 'LEGL' }
  return given<LegalPerson>({
    name: { nameIdentifier: [given(name)], localNameIdentifier: [], phoneticNameIdentifier: [] },
    geographicAddress: buildAddresses(input.address),
    customerIdentification: input.customerIdentification,
    nationalIdentification: identification && given<NationalIdentification>(identification),
    countryOfRegistration: input.countryOfRegistration,
  })
}

function buildAddresses(address: AddressInput | undefined): readonly Address[] {
  return address === undefined ? [] : [given<Address>({ ...address, addressLine: address.addressLine ?? [] })]
}

/** `fields` without those that are absent, null or blank. */
function given<Model extends object>(fields: { readonly [Key in keyof Model]: Model[Key] | null | undefined }): Model {
  const entries = Object.entries(fields).filter(([, value]) => {
    return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
  })
  return Object.fromEntries(entries) as Model
}
