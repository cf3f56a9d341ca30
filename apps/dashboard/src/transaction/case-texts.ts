import type { CasePartsFragment, TransactionTextsQuery } from '../api/operations.generated.ts'

type Case = CasePartsFragment['case']
type Loaded = NonNullable<NonNullable<TransactionTextsQuery['trpd']>['transaction']>

/** The internal texts that the page has loaded. */
export type InternalTexts = Required<Pick<Loaded, 'case' | 'legalHold'>>

/** An internal text that the person has written on this page. */
export interface WrittenText {
  /** The version of the case that the person had seen. */
  readonly after: number
  readonly text: string
}

/** The texts of a case that can be shown without reading them again. */
export interface CaseTexts {
  /** By version. */
  readonly changes: ReadonlyMap<number, string>
  readonly pause: string | undefined
  readonly proposal: { readonly reason: string | null; readonly internalReason: string | null } | undefined
  /** False when another person has written something since. */
  readonly isComplete: boolean
}

const PAUSES: ReadonlySet<string> = new Set(['case.held', 'case.awaiting_data'])

/** What is known of the texts of `current`, a case as it is now. `me`: subject of the person. */
export function knownTexts(
  current: Case,
  {
    loaded,
    written,
    me,
  }: { readonly loaded: InternalTexts; readonly written: readonly WrittenText[]; readonly me: string },
): CaseTexts {
  const withText = (current.changes ?? []).filter(({ hasText }) => hasText)
  const changes = new Map<number, string>()
  for (const { version, text } of loaded.case.changes ?? []) if (text !== null) changes.set(version, text)
  const own = withText.filter(({ actorId }) => actorId === me).map(({ version }) => version)
  for (const { after, text } of written) {
    const version = own.toSorted((a, b) => a - b).find((each) => each > after && !changes.has(each))
    if (version !== undefined) changes.set(version, text)
  }
  const pause = current.pause === null ? undefined : pauseText(current, loaded, changes)
  const isOfNow = loaded.case.proposal !== null && loaded.case.proposal.at === current.proposal?.at
  const proposal = isOfNow && loaded.case.proposal !== null ? loaded.case.proposal : undefined
  const isComplete =
    withText.every(({ version }) => changes.has(version)) &&
    (current.pause === null || pause !== undefined) &&
    (current.proposal === null || proposal !== undefined)
  return { changes, pause, proposal, isComplete }
}

/** The change that began the pause has its reason, unless that is one of too many to be listed. */
function pauseText(
  { pause, changes }: Case,
  loaded: InternalTexts,
  texts: ReadonlyMap<number, string>,
): string | undefined {
  if (loaded.case.pause !== null && loaded.case.pause.at === pause?.at) return loaded.case.pause.reason ?? ''
  const change = changes?.find(({ event, at }) => PAUSES.has(event) && at === pause?.at)
  return change && texts.get(change.version)
}
