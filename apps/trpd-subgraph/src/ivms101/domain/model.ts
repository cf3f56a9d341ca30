/**
 * The identity data of one transfer, independent of the dialect: lists are always arrays, and names
 * are those of the 2020 edition without the wrappers around the two VASPs.
 *
 * Codes are plain strings: invalid values are stored as received, and `validateIvms101` reports
 * them.
 *
 * Source: interVASP IVMS101 data model, 2020 and 2023.
 */
export interface Ivms101 {
  readonly originator?: Originator
  readonly beneficiary?: Beneficiary
  readonly originatingVasp?: Person
  readonly beneficiaryVasp?: Person
  readonly transferPath: readonly IntermediaryVasp[]
  readonly payloadMetadata?: PayloadMetadata
}

export interface Originator {
  readonly originatorPersons: readonly Person[]
  readonly accountNumber: readonly string[]
}

export interface Beneficiary {
  readonly beneficiaryPersons: readonly Person[]
  readonly accountNumber: readonly string[]
}

/** A valid person has exactly one of the two fields. */
export interface Person {
  readonly naturalPerson?: NaturalPerson
  readonly legalPerson?: LegalPerson
}

export interface NaturalPerson {
  readonly name?: NaturalPersonName
  readonly geographicAddress: readonly Address[]
  readonly nationalIdentification?: NationalIdentification
  readonly customerIdentification?: string
  readonly dateAndPlaceOfBirth?: DateAndPlaceOfBirth
  readonly countryOfResidence?: string
}

export interface NaturalPersonName {
  readonly nameIdentifier: readonly NaturalPersonNameIdentifier[]
  readonly localNameIdentifier: readonly NaturalPersonNameIdentifier[]
  readonly phoneticNameIdentifier: readonly NaturalPersonNameIdentifier[]
}

/** `primaryIdentifier` is the family name, `secondaryIdentifier` the given names. */
export interface NaturalPersonNameIdentifier {
  readonly primaryIdentifier?: string
  readonly secondaryIdentifier?: string
  readonly nameIdentifierType?: string
}

export interface LegalPerson {
  readonly name?: LegalPersonName
  readonly geographicAddress: readonly Address[]
  /** The customer number of the 2020 edition. */
  readonly customerIdentification?: string
  readonly nationalIdentification?: NationalIdentification
  readonly countryOfRegistration?: string
}

export interface LegalPersonName {
  readonly nameIdentifier: readonly LegalPersonNameIdentifier[]
  readonly localNameIdentifier: readonly LegalPersonNameIdentifier[]
  readonly phoneticNameIdentifier: readonly LegalPersonNameIdentifier[]
}

export interface LegalPersonNameIdentifier {
  readonly legalPersonName?: string
  readonly legalPersonNameIdentifierType?: string
}

export interface Address {
  readonly addressType?: string
  readonly department?: string
  readonly subDepartment?: string
  readonly streetName?: string
  readonly buildingNumber?: string
  readonly buildingName?: string
  readonly floor?: string
  readonly postBox?: string
  readonly room?: string
  readonly postCode?: string
  readonly townName?: string
  readonly townLocationName?: string
  readonly districtName?: string
  readonly countrySubDivision?: string
  readonly addressLine: readonly string[]
  readonly country?: string
}

export interface NationalIdentification {
  readonly nationalIdentifier?: string
  readonly nationalIdentifierType?: string
  readonly countryOfIssue?: string
  readonly registrationAuthority?: string
}

/** `dateOfBirth` is a calendar date, `YYYY-MM-DD`. */
export interface DateAndPlaceOfBirth {
  readonly dateOfBirth?: string
  readonly placeOfBirth?: string
}

export interface IntermediaryVasp {
  readonly intermediaryVasp?: Person
  /** The position in the path, an integer. */
  readonly sequence?: number
}

export interface PayloadMetadata {
  readonly transliterationMethod: readonly string[]
  /** The edition declared by the sender, such as `101.2023`; absent in the 2020 edition. */
  readonly payloadVersion?: string
}

/** A person in a payload, its role and its path. */
export interface PersonInRole {
  readonly person: Person
  readonly role: 'ORIGINATOR' | 'BENEFICIARY' | 'ORIGINATING_VASP' | 'BENEFICIARY_VASP' | 'INTERMEDIARY_VASP'
  readonly path: string
}

/** All persons in `payload`, in order. */
export function personsOf(payload: Ivms101): readonly PersonInRole[] {
  const { originator, beneficiary, originatingVasp, beneficiaryVasp, transferPath } = payload
  const persons: PersonInRole[] = []
  originator?.originatorPersons.forEach((person, index) => {
    persons.push({ person, role: 'ORIGINATOR', path: `originator.originatorPersons[${index}]` })
  })
  beneficiary?.beneficiaryPersons.forEach((person, index) => {
    persons.push({ person, role: 'BENEFICIARY', path: `beneficiary.beneficiaryPersons[${index}]` })
  })
  if (originatingVasp) {
    persons.push({ person: originatingVasp, role: 'ORIGINATING_VASP', path: 'originatingVASP.originatingVASP' })
  }
  if (beneficiaryVasp) {
    persons.push({ person: beneficiaryVasp, role: 'BENEFICIARY_VASP', path: 'beneficiaryVASP.beneficiaryVASP' })
  }
  transferPath.forEach(({ intermediaryVasp: person }, index) => {
    const path = `transferPath.transferPath[${index}].intermediaryVASP`
    if (person) persons.push({ person, role: 'INTERMEDIARY_VASP', path })
  })
  return persons
}

/**
 * All names of a person as strings: given names before the family name, in Latin, local and phonetic script.
 * Blank ones are omitted.
 */
export function namesOf({ naturalPerson, legalPerson }: Person): string[] {
  const natural = naturalPerson?.name
  const legal = legalPerson?.name
  const names = [
    ...[natural?.nameIdentifier, natural?.localNameIdentifier, natural?.phoneticNameIdentifier].flatMap((list = []) =>
      list.map(({ primaryIdentifier = '', secondaryIdentifier = '' }) => `${secondaryIdentifier} ${primaryIdentifier}`),
    ),
    ...[legal?.nameIdentifier, legal?.localNameIdentifier, legal?.phoneticNameIdentifier].flatMap((list = []) =>
      list.map(({ legalPersonName = '' }) => legalPersonName),
    ),
  ]
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** All names of the originator and the beneficiary. */
export function partyNames(payload: Ivms101): string[] {
  return personsOf(payload)
    .filter(({ role }) => role === 'ORIGINATOR' || role === 'BENEFICIARY')
    .flatMap(({ person }) => namesOf(person))
}
