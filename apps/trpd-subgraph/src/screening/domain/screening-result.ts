import type { NameKind } from '@travel-rule/name-matching/prepare-name'
import { hasOtherScript } from '@travel-rule/name-matching/transliteration'
import { type Ivms101, type Person, type PersonInRole, personsOf } from '../../ivms101/domain/model.ts'
import type { Direction } from '../../transfers/domain/transfer.ts'
import { cleanIdentifiers, type ListName, parseBirthYears } from './list-entry.ts'
import type { Known, ScreeningHit, WalletHit } from './screening-index.ts'

/** `UNKNOWN`: something could not be screened. Never treated as a `PASS`. */
export type ScreeningVerdict = 'PASS' | 'WARN' | 'FAIL' | 'UNKNOWN'

export type SubjectRole = 'ORIGINATOR' | 'BENEFICIARY' | 'VASP'

/** A name to screen. A party with several names is several subjects. */
export interface ScreeningSubject extends Known {
  /** Absent for a name that does not belong to a transfer. */
  readonly role?: SubjectRole
  readonly name: string
  readonly kind: NameKind
}

export interface ScreeningRequest {
  readonly subjects: readonly ScreeningSubject[]
  readonly wallets: readonly { readonly asset: string; readonly address: string }[]
  /** The parties that must have at least one name among the subjects. */
  readonly required?: readonly SubjectRole[]
  /** True if the wallets must be addresses on a known ledger; accounts in a transfer may be something else. */
  readonly requiresAddresses?: boolean
}

/** Key of a subject: a person and an organisation may have the same name. */
export function subjectKey({ kind, name }: Pick<ScreeningSubject, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}

/** Why part of a screening is missing. Contains no personal data. */
export interface ScreeningGap {
  readonly code:
    | 'SCREENING_OFF'
    | 'SCREENING_LIST_MISSING'
    | 'SCREENING_LIST_OUTDATED'
    | 'SCREENING_NOTHING_TO_SCREEN'
    | 'SCREENING_NOT_AN_ADDRESS'
    | 'SCREENING_TOO_MANY_NAMES'
    | 'SCREENING_NAME_TOO_LONG'
    | 'SCREENING_SCRIPT_UNKNOWN'
    | 'SCREENING_NAME_TOO_COMMON'
    | 'SCREENING_VENDOR_FAILED'
    | 'SCREENING_FAILED'
  readonly message: string
}

/** A hit reported by the vendor's API. */
export interface VendorHit {
  readonly name: string
  readonly score: number | undefined
  readonly reference: string | undefined
}

export interface SubjectResult {
  readonly subject: ScreeningSubject
  readonly hits: readonly ScreeningHit[]
  readonly vendorHits: readonly VendorHit[]
}

/** What was found, and in which lists. Contains names, which are personal data. */
export interface ScreeningEvidence {
  readonly subjects: readonly SubjectResult[]
  readonly wallets: readonly WalletHit[]
  readonly gaps: readonly ScreeningGap[]
  readonly lists: readonly UsedList[]
}

/** A list that was used. */
export interface UsedList {
  readonly name: ListName
  readonly version: string
  readonly loadedAt: Date
  /** True if any of its entries has a wallet; absent in results of earlier versions. */
  readonly hasWallets?: boolean
}

export interface ScreeningResult {
  readonly verdict: ScreeningVerdict
  readonly evidence: ScreeningEvidence
}

/** Maximum number of names screened per transfer; the payload limits of a message apply first. */
export const SUBJECTS_MAX = 50

/**
 * `FAIL` for a listed wallet or a strong match, otherwise `WARN` for a possible match, otherwise `UNKNOWN` if
 * something was not screened, otherwise `PASS`.
 */
export function screeningVerdict({ subjects, wallets, gaps }: ScreeningEvidence): ScreeningVerdict {
  const hits = subjects.flatMap((subject) => subject.hits)
  if (wallets.length > 0 || hits.some((hit) => hit.isStrong)) return 'FAIL'
  if (hits.length > 0 || subjects.some((subject) => subject.vendorHits.length > 0)) return 'WARN'
  return gaps.length > 0 ? 'UNKNOWN' : 'PASS'
}

/** Gaps that may close without a new version of the lists. */
const PASSING_GAPS: ReadonlySet<ScreeningGap['code']> = new Set([
  'SCREENING_LIST_OUTDATED',
  'SCREENING_VENDOR_FAILED',
  'SCREENING_FAILED',
])

/** True if screening the same data against the same lists again may find more. */
export function mayFindMore({ evidence }: Pick<ScreeningResult, 'evidence'>): boolean {
  return evidence.gaps.some(({ code }) => PASSING_GAPS.has(code))
}

/**
 * The result, with the vendor's hits from an earlier result for the same names if the vendor could not screen
 * every name this time: a failure removes no hit.
 */
export function withFormerVendorHits(result: ScreeningResult, former: ScreeningResult | undefined): ScreeningResult {
  const { evidence } = result
  if (former === undefined || !evidence.gaps.some(({ code }) => code === 'SCREENING_VENDOR_FAILED')) return result
  const formerHits = new Map(
    former.evidence.subjects.map(({ subject, vendorHits }) => [subjectKey(subject), vendorHits]),
  )
  const subjects = evidence.subjects.map((each) =>
    each.vendorHits.length > 0 ? each : { ...each, vendorHits: formerHits.get(subjectKey(each.subject)) ?? [] },
  )
  const kept = { ...evidence, subjects }
  return { verdict: screeningVerdict(kept), evidence: kept }
}

/**
 * The gap for parties whose names are all in a script that is only compared with names in the same script;
 * undefined if there are none.
 */
export function scriptGap(subjects: readonly ScreeningSubject[]): ScreeningGap | undefined {
  const others = subjects.filter(({ name }) => hasOtherScript(name))
  const owners = others.filter(
    ({ role }) => !subjects.some((subject) => subject.role === role && !hasOtherScript(subject.name)),
  )
  if (owners.length === 0) return undefined
  const message = `Not romanised, and only compared with names in the same script: ${ownersOf(owners)}.`
  return { code: 'SCREENING_SCRIPT_UNKNOWN', message }
}

/** The gap for names that were not compared with every similar listed name. */
export function tooCommonGap(subjects: readonly ScreeningSubject[]): ScreeningGap {
  const message = `Too many listed names are like ${ownersOf(subjects)}: not all of them were compared.`
  return { code: 'SCREENING_NAME_TOO_COMMON', message }
}

function ownersOf(subjects: readonly ScreeningSubject[]): string {
  return WORDS.format(new Set(subjects.map(({ role }) => (role === undefined ? 'the name' : OWNERS[role]))))
}

const OWNERS: Readonly<Record<SubjectRole, string>> = {
  ORIGINATOR: 'a name of the originator',
  BENEFICIARY: 'a name of the beneficiary',
  VASP: 'the name of the VASP',
}
const WORDS = new Intl.ListFormat('en')

/** The names of both parties and of the other VASPs in a payload, without duplicates, in Latin and local script. */
export function subjectsOf(payload: Ivms101, direction: Direction): ScreeningSubject[] {
  const ours = direction === 'SENT' ? 'ORIGINATING_VASP' : 'BENEFICIARY_VASP'
  const others = personsOf(payload).filter(({ role }) => role !== ours)
  return mergeSubjects(others.flatMap(({ person, role }) => namesOf(person, SUBJECT_ROLES[role])))
}

/** Merges equal names of a party, with everything that is known about their holders. */
export function mergeSubjects(subjects: readonly ScreeningSubject[]): ScreeningSubject[] {
  const merged = new Map<string, ScreeningSubject>()
  for (const subject of subjects) {
    const key = `${subject.role} ${subjectKey(subject)}`
    const former = merged.get(key)
    const identifiers = [...new Set([...(former?.identifiers ?? []), ...(subject.identifiers ?? [])])]
    merged.set(key, { ...subject, ...former, ...(identifiers.length === 0 ? {} : { identifiers }) })
  }
  return [...merged.values()]
}

const SUBJECT_ROLES: Readonly<Record<PersonInRole['role'], SubjectRole>> = {
  ORIGINATOR: 'ORIGINATOR',
  BENEFICIARY: 'BENEFICIARY',
  ORIGINATING_VASP: 'VASP',
  BENEFICIARY_VASP: 'VASP',
  INTERMEDIARY_VASP: 'VASP',
}

/** The accounts of both parties, as written: senders of TRP messages put wallets there. */
export function accountsOf({ originator, beneficiary }: Ivms101): string[] {
  return [...(originator?.accountNumber ?? []), ...(beneficiary?.accountNumber ?? [])]
}

function namesOf(person: Person, role: SubjectRole): ScreeningSubject[] {
  const { naturalPerson, legalPerson } = person
  const natural = naturalPerson?.name
  const legal = legalPerson?.name
  const known = knownOf(person)
  const persons = [
    ...(natural?.nameIdentifier ?? []),
    ...(natural?.localNameIdentifier ?? []),
    ...(natural?.phoneticNameIdentifier ?? []),
  ].map((name) => `${name.secondaryIdentifier ?? ''} ${name.primaryIdentifier ?? ''}`.trim())
  const organisations = [
    ...(legal?.nameIdentifier ?? []),
    ...(legal?.localNameIdentifier ?? []),
    ...(legal?.phoneticNameIdentifier ?? []),
  ].map((name) => name.legalPersonName?.trim() ?? '')
  return [
    ...persons.map((name): ScreeningSubject => ({ role, name, kind: 'PERSON', ...known })),
    ...organisations.map((name): ScreeningSubject => ({ role, name, kind: 'ORGANISATION', ...known })),
  ].filter((subject) => subject.name !== '')
}

function knownOf({ naturalPerson, legalPerson }: Person): Known {
  const number = (naturalPerson ?? legalPerson)?.nationalIdentification?.nationalIdentifier
  const identifiers = cleanIdentifiers([number])
  const [birthYear] = parseBirthYears([naturalPerson?.dateAndPlaceOfBirth?.dateOfBirth ?? ''])
  return {
    ...(birthYear === undefined ? {} : { birthYear }),
    ...(identifiers.length === 0 ? {} : { identifiers }),
  }
}
