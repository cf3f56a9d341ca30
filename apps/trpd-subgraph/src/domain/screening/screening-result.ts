import type { NameKind } from '@travel-rule/name-matching/prepare-name'
import type { Ivms101, Person } from '../ivms101/model.ts'
import type { ListName } from './list-entry.ts'
import type { ScreeningHit, WalletHit } from './screening-index.ts'

/** `UNKNOWN`: something could not be screened. It is never treated as a `PASS`. */
export type ScreeningVerdict = 'PASS' | 'WARN' | 'FAIL' | 'UNKNOWN'

export type SubjectRole = 'ORIGINATOR' | 'BENEFICIARY' | 'VASP'

/** A name to screen. A party with several names is several subjects. */
export interface ScreeningSubject {
  /** Absent for a name that belongs to no transfer. */
  readonly role?: SubjectRole
  readonly name: string
  readonly kind: NameKind
}

export interface ScreeningRequest {
  readonly subjects: readonly ScreeningSubject[]
  readonly wallets: readonly { readonly asset: string; readonly address: string }[]
  /** The parties that must have a name among the subjects. */
  readonly required?: readonly SubjectRole[]
}

/** Names the subject among others: the same name may be that of a person and of an organisation. */
export function subjectKey({ kind, name }: Pick<ScreeningSubject, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}

/** Why part of a screening is missing. Holds no personal data. */
export interface ScreeningGap {
  readonly code:
    | 'SCREENING_OFF'
    | 'SCREENING_LIST_MISSING'
    | 'SCREENING_LIST_OUTDATED'
    | 'SCREENING_NOTHING_TO_SCREEN'
    | 'SCREENING_TOO_MANY_NAMES'
    | 'SCREENING_NAME_TOO_LONG'
    | 'SCREENING_NAME_TOO_COMMON'
    | 'SCREENING_VENDOR_FAILED'
    | 'SCREENING_FAILED'
  readonly message: string
}

/** A hit of the vendor's API, as its response names it. */
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

/** What was found and in what. Contains names: personal data. */
export interface ScreeningEvidence {
  readonly subjects: readonly SubjectResult[]
  readonly wallets: readonly WalletHit[]
  readonly gaps: readonly ScreeningGap[]
  readonly lists: readonly { readonly name: ListName; readonly version: string; readonly loadedAt: Date }[]
}

export interface ScreeningResult {
  readonly verdict: ScreeningVerdict
  readonly evidence: ScreeningEvidence
}

/** Most names of one transfer that are screened; the payload of a message limits them before. */
export const SUBJECTS_MAX = 50

/**
 * `FAIL` for a listed wallet or a strong match, `WARN` for a possible match, `UNKNOWN` when something
 * was not screened, and only then `PASS`.
 */
export function screeningVerdict({ subjects, wallets, gaps }: ScreeningEvidence): ScreeningVerdict {
  const hits = subjects.flatMap((subject) => subject.hits)
  if (wallets.length > 0 || hits.some((hit) => hit.isStrong)) return 'FAIL'
  if (hits.length > 0 || subjects.some((subject) => subject.vendorHits.length > 0)) return 'WARN'
  return gaps.length > 0 ? 'UNKNOWN' : 'PASS'
}

/** Gaps that may close without another version of the lists. */
const PASSING_GAPS: ReadonlySet<ScreeningGap['code']> = new Set([
  'SCREENING_LIST_OUTDATED',
  'SCREENING_VENDOR_FAILED',
  'SCREENING_FAILED',
])

/** Whether screening the same data against the same lists again may find more, whatever was found. */
export function mayFindMore({ evidence }: Pick<ScreeningResult, 'evidence'>): boolean {
  return evidence.gaps.some(({ code }) => PASSING_GAPS.has(code))
}

/**
 * The result with the vendor's hits of an earlier one for the same names, if the vendor did not screen
 * every name now: a failure takes no hit away.
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

/** The gap that names of these subjects were not compared with every listed name that is like them. */
export function tooCommonGap(subjects: readonly ScreeningSubject[]): ScreeningGap {
  const owners = new Set(subjects.map(({ role }) => (role === undefined ? 'the name' : OWNERS[role])))
  const message = `Too many listed names are like ${WORDS.format(owners)}: not all of them were compared.`
  return { code: 'SCREENING_NAME_TOO_COMMON', message }
}

const OWNERS: Readonly<Record<SubjectRole, string>> = {
  ORIGINATOR: 'a name of the originator',
  BENEFICIARY: 'a name of the beneficiary',
  VASP: 'the name of the VASP',
}
const WORDS = new Intl.ListFormat('en')

/** The names of both parties of a payload, each once, in Latin and local spelling. */
export function subjectsOf({ originator, beneficiary }: Ivms101): ScreeningSubject[] {
  const subjects = [
    ...(originator?.originatorPersons ?? []).flatMap((person) => namesOf(person, 'ORIGINATOR')),
    ...(beneficiary?.beneficiaryPersons ?? []).flatMap((person) => namesOf(person, 'BENEFICIARY')),
  ]
  return [...new Map(subjects.map((subject) => [`${subject.role} ${subjectKey(subject)}`, subject])).values()]
}

function namesOf({ naturalPerson, legalPerson }: Person, role: SubjectRole): ScreeningSubject[] {
  const natural = naturalPerson?.name
  const legal = legalPerson?.name
  const persons = [...(natural?.nameIdentifier ?? []), ...(natural?.localNameIdentifier ?? [])].map((name) =>
    `${name.secondaryIdentifier ?? ''} ${name.primaryIdentifier ?? ''}`.trim(),
  )
  const organisations = [...(legal?.nameIdentifier ?? []), ...(legal?.localNameIdentifier ?? [])].map(
    (name) => name.legalPersonName?.trim() ?? '',
  )
  return [
    ...persons.map((name): ScreeningSubject => ({ role, name, kind: 'PERSON' })),
    ...organisations.map((name): ScreeningSubject => ({ role, name, kind: 'ORGANISATION' })),
  ].filter((subject) => subject.name !== '')
}
