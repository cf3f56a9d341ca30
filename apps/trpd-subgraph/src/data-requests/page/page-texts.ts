import type { IvmsConstraint } from '../../ivms101/domain/issue.ts'
import type { PartyField } from '../../jurisdictions/domain/jurisdiction.ts'
import type { InputName, ResponseKind } from './response-form.ts'

export type Language = 'en' | 'de'

/** All texts of the page in one language. */
export interface PageTexts {
  readonly title: string
  readonly mistake: string
  readonly intro: Readonly<Record<'ORIGINATOR' | 'BENEFICIARY', (vasp: string) => string>>
  readonly facts: { readonly asset: string; readonly amount: string; readonly until: string; readonly asked: string }
  readonly messageFrom: (vasp: string) => string
  readonly kindsTitle: string
  readonly kinds: Readonly<Record<ResponseKind, string>>
  readonly fields: Readonly<Record<PartyField, string>>
  readonly inputs: Readonly<Record<InputName, string>>
  readonly hints: Readonly<Partial<Record<InputName, string>>>
  readonly idTypes: Readonly<Record<string, string>>
  readonly optional: string
  readonly choose: string
  readonly file: { readonly label: string; readonly hint: string }
  readonly send: string
  readonly privacy: (vasp: string) => string
  readonly problemsTitle: string
  readonly missing: (field: string) => string
  /** What to do about an issue of IVMS101. */
  readonly issues: Readonly<Record<IvmsConstraint, string>>
  readonly fileProblems: Readonly<Record<'NONE' | 'NOT_JSON' | 'TOO_LARGE' | 'UNUSABLE', string>>
  readonly moreProblems: (count: number) => string
  readonly outcomes: Readonly<
    Record<OutcomeName, { readonly title: string; readonly message: (vasp: string) => string }>
  >
  readonly otherLanguage: { readonly code: Language; readonly name: string }
}

/** The outcomes that a page can state. */
export type OutcomeName =
  | 'RECEIVED'
  | 'ALREADY_RECEIVED'
  | 'EXPIRED'
  | 'NOT_NEEDED'
  | 'UNKNOWN'
  | 'TOO_LARGE'
  | 'MALFORMED'
  | 'UNAVAILABLE'
