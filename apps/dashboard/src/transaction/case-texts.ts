import type { CasePartsFragment, TransactionTextsQuery } from '../api/operations.generated.ts'

type Case = CasePartsFragment['case']
type Loaded = NonNullable<NonNullable<TransactionTextsQuery['trpd']>['transaction']>

/** Internal texts that the page has loaded. */
export type InternalTexts = Required<Pick<Loaded, 'case' | 'legalHold'>>

/** An internal text that the person has written on this page. */
export interface WrittenText {
  /** The version of the case that the person had seen. */
  readonly after: number
  readonly text: string
}

/** The texts of a case that can be shown without another read. */
export interface CaseTexts {
  /** Texts by version. */
  readonly changes: ReadonlyMap<number, string>
  readonly pause: string | undefined
  readonly proposal: { readonly reason: string | null; readonly internalReason: string | null } | undefined
  /** False if another person has written something since. */
  readonly isComplete: boolean
}

const PAUSES: ReadonlySet<string> = new Set(['case.held', 'case.awaiting_data'])

/** The known texts of `current`, the current state of a case. `me`: subject of the person. */
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

/** The reason is in the change that started the pause, unless the change is too old to be listed. */
function pauseText(
  { pause, changes }: Case,
  loaded: InternalTexts,
  texts: ReadonlyMap<number, string>,
): string | undefined {
  if (loaded.case.pause !== null && loaded.case.pause.at === pause?.at) return loaded.case.pause.reason ?? ''
  const change = changes?.find(({ event, at }) => PAUSES.has(event) && at === pause?.at)
  return change && texts.get(change.version)
}
