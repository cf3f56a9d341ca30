/**
 * The identity data of one transfer, in one shape whatever dialect it arrived in: lists are always lists, names are those of
 * the 2020 JSON with the wrappers around the two VASPs removed.
 *
 * Codes are plain text here, because what a peer sent is kept even when it is wrong: `validateIvms101` tells.
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

/** Exactly one of the two is there in a valid person. */
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
  /** The position on the path, a whole number. */
  readonly sequence?: number
}

export interface PayloadMetadata {
  readonly transliterationMethod: readonly string[]
  /** The edition that the sender claims, such as `101.2023`; the 2020 edition has no such field. */
  readonly payloadVersion?: string
}
