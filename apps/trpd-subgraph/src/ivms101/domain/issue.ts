/** The rule that an issue violates: a numbered constraint of IVMS101, or a rule of form. */
export type IvmsConstraint =
  | `C${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`
  /** A required field is absent or blank. */
  | 'REQUIRED'
  /** A string is longer than its field allows, in code points. */
  | 'LENGTH'
  /** A string is not one of the codes of its field. */
  | 'CODE'
  /** A string contains NUL or an unpaired surrogate. */
  | 'TEXT'
  /** A value has the wrong JSON type, or a field occurs under two names. */
  | 'SHAPE'
  /** A field that IVMS101 does not define. */
  | 'UNKNOWN_FIELD'
  /** A name or code belongs to a dialect other than that of the payload. */
  | 'DIALECT'
  /** The payload exceeds a limit and was not parsed, or has more issues than can be listed. */
  | 'LIMIT'
  /** The payload contains a forbidden key such as `__proto__` and was not parsed. */
  | 'KEY'

/** The names of the numbered constraints. Source: interVASP IVMS101, constraints C1 to C12. */
const CONSTRAINT_NAMES: Readonly<Partial<Record<IvmsConstraint, string>>> = {
  C1: 'OriginatorInformationNaturalPerson',
  C2: 'DateInPast',
  C3: 'CountryCode',
  C4: 'OriginatorInformationLegalPerson',
  C5: 'LegalNamePresentLegalPerson',
  C6: 'LegalNamePresentNaturalPerson',
  C7: 'ValidNationalIdentifierLegalPerson',
  C8: 'ValidAddress',
  C9: 'CompleteNationalIdentifierLegalPerson',
  C10: 'RegistrationAuthority',
  C11: 'ValidLEI',
  C12: 'SequentialIntegrity',
}

/** The name of a numbered constraint in IVMS101; undefined for a rule of form. */
export function constraintName(constraint: IvmsConstraint): string | undefined {
  return CONSTRAINT_NAMES[constraint]
}

/** Maximum number of issues per payload that are stored or returned. */
const LISTED_MAX = 200

/** At most 200 of `issues`, followed by an issue that counts the others. */
export function listedIssues(issues: readonly IvmsIssue[]): readonly IvmsIssue[] {
  if (issues.length <= LISTED_MAX) return issues
  const message = `Further issues that are not listed: ${issues.length - LISTED_MAX}.`
  return [...issues.slice(0, LISTED_MAX), { path: '', constraint: 'LIMIT', message }]
}

/**
 * One deviation from IVMS101: where it is, what is wrong, and what to do. Contains no personal data.
 *
 * `path` consists of field names of the 2020 edition and list positions, such as
 * `originator.originatorPersons[0].naturalPerson.name`. It is empty for the payload as a whole.
 */
export interface IvmsIssue {
  readonly path: string
  readonly constraint: IvmsConstraint
  readonly message: string
}

/**
 * True if an officer must see an issue before the inquiry is approved. A missing beneficiary VASP is only
 * recorded: the inquiry was sent to our travel address, so it could only name us.
 */
export function needsOfficer({ path, constraint }: IvmsIssue): boolean {
  return !(path === 'beneficiaryVASP.beneficiaryVASP' && constraint === 'REQUIRED')
}
