import type {
  Address,
  DateAndPlaceOfBirth,
  Ivms101,
  LegalPerson,
  NationalIdentification,
  NaturalPerson,
  Person,
} from './model.ts'

/** An address; every part is optional. */
export type AddressInput = Omit<Address, 'addressLine'> & { readonly addressLine?: readonly string[] }

/** A natural person, by legal name. */
export interface NaturalPersonInput {
  readonly type: 'NATURAL'
  /** The family name, or the only name. */
  readonly primaryName: string
  /** The given names. */
  readonly secondaryName?: string
  readonly address?: AddressInput
  /** `YYYY-MM-DD`; IVMS101 also requires the place. */
  readonly dateOfBirth?: string
  readonly placeOfBirth?: string
  readonly nationalIdentification?: NationalIdentification
  readonly customerIdentification?: string
  readonly countryOfResidence?: string
}

/** A legal person, by legal name. */
export interface LegalPersonInput {
  readonly type: 'LEGAL'
  readonly name: string
  /** The national identification, unless `nationalIdentification` is set. */
  readonly lei?: string
  readonly address?: AddressInput
  readonly nationalIdentification?: NationalIdentification
  readonly customerIdentification?: string
  readonly countryOfRegistration?: string
}

export type PersonInput = NaturalPersonInput | LegalPersonInput

/** A VASP; IVMS101 (C4) requires at least one of `lei` and `address`. */
export type VaspInput = Omit<LegalPersonInput, 'type'>

/** The persons on one side of a transfer, and their accounts or wallet addresses. */
export interface PartyInput {
  readonly persons: readonly PersonInput[]
  readonly accountNumbers?: readonly string[]
}

/** The content of a payload. */
export interface Ivms101Input {
  readonly originator: PartyInput
  readonly beneficiary: PartyInput
  readonly originatingVasp: VaspInput
  readonly beneficiaryVasp?: VaspInput
}

/** Builds a payload for `validateIvms101`; blank strings count as absent. */
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

/** Builds a person; blank strings count as absent. */
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
  return present<NaturalPerson>({
    name: { nameIdentifier: [present(name)], localNameIdentifier: [], phoneticNameIdentifier: [] },
    geographicAddress: buildAddresses(input.address),
    nationalIdentification:
      input.nationalIdentification && present<NationalIdentification>(input.nationalIdentification),
    customerIdentification: input.customerIdentification,
    dateAndPlaceOfBirth:
      dateOfBirth || placeOfBirth ? present<DateAndPlaceOfBirth>({ dateOfBirth, placeOfBirth }) : undefined,
    countryOfResidence: input.countryOfResidence,
  })
}

function buildLegalPerson(input: LegalPersonInput): LegalPerson {
  const byLei = input.lei ? { nationalIdentifier: input.lei, nationalIdentifierType: 'LEIX' } : undefined
  const identification = input.nationalIdentification ?? byLei
  const name = { legalPersonName: input.name, legalPersonNameIdentifierType: 'LEGL' }
  return present<LegalPerson>({
    name: { nameIdentifier: [present(name)], localNameIdentifier: [], phoneticNameIdentifier: [] },
    geographicAddress: buildAddresses(input.address),
    customerIdentification: input.customerIdentification,
    nationalIdentification: identification && present<NationalIdentification>(identification),
    countryOfRegistration: input.countryOfRegistration,
  })
}

function buildAddresses(address: AddressInput | undefined): readonly Address[] {
  return address === undefined ? [] : [present<Address>({ ...address, addressLine: address.addressLine ?? [] })]
}

/** `fields` without those that are undefined, null or blank. */
function present<Model extends object>(
  fields: { readonly [Key in keyof Model]: Model[Key] | null | undefined },
): Model {
  const entries = Object.entries(fields).filter(([, value]) => {
    return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
  })
  return Object.fromEntries(entries) as Model
}
