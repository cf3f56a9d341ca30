import type { CaseAction, CasePartsFragment } from '../api/operations.generated.ts'

/** What a person can change about an open case. */
export const CASE_EDITS = ['ASSIGN', 'PRIORITIZE', 'SCHEDULE'] as const
export type CaseEdit = (typeof CASE_EDITS)[number]

/** The actions on its case that the page of a transaction offers. */
interface OfferedActions {
  readonly actions: readonly (CaseAction | 'COMMENT')[]
  readonly edits: readonly CaseEdit[]
}

/** A closed case has no assignee and is not due. Data about it may still be missing. */
export function offeredActions({
  status,
  allowedActions,
}: Pick<CasePartsFragment['case'], 'status' | 'allowedActions'>): OfferedActions {
  const isClosed = status === 'CLOSED'
  const actions = allowedActions.filter((action) => !isClosed || action !== 'TAKE')
  return { actions: [...actions, 'COMMENT'], edits: isClosed ? [] : CASE_EDITS }
}
