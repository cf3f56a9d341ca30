import type { CaseAction, CasePartsFragment } from '../api/operations.generated.ts'

/** What a person can change about a case that is open. */
export const CASE_EDITS = ['ASSIGN', 'PRIORITIZE', 'SCHEDULE'] as const
export type CaseEdit = (typeof CASE_EDITS)[number]

/** What the page of a transaction offers to do with its case. */
interface OfferedActions {
  readonly actions: readonly (CaseAction | 'COMMENT')[]
  readonly edits: readonly CaseEdit[]
}

/** No one works on a closed case, and it is not due. Data about it may still be missing. */
export function offeredActions({
  status,
  allowedActions,
}: Pick<CasePartsFragment['case'], 'status' | 'allowedActions'>): OfferedActions {
  const isClosed = status === 'CLOSED'
  const actions = allowedActions.filter((action) => !isClosed || action !== 'TAKE')
  return { actions: [...actions, 'COMMENT'], edits: isClosed ? [] : CASE_EDITS }
}
