import type { TransactionAction, TransactionDetailFragment } from '../api/operations.generated.ts'
import type { Messages } from '../language/messages.ts'

export interface ActionWords {
  readonly button: string
  readonly title: string
  readonly text: (party: string) => string
  readonly done: string
  /** Label and hint of the required input. */
  readonly field?: string
  readonly hint?: string
}

/** The words for an action. The effect of declining depends on the state of the transaction. */
export function actionWords(
  action: TransactionAction,
  { direction, status }: Pick<TransactionDetailFragment, 'direction' | 'status'>,
  { actions }: Messages,
): ActionWords {
  if (action !== 'DECLINE') return actions[action]
  if (status === 'APPROVED') return actions.WITHDRAW
  return direction === 'SENT' ? actions.DECLINE_UNSENT : actions.DECLINE
}
