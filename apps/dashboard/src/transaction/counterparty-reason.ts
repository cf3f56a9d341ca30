import { textOrNull } from '../api/text-or-null.ts'

/** A reason for counterparties: a reviewed reason, or free text. */
export interface CounterpartyReason {
  /** Id of a reviewed reason; empty for free text. */
  readonly reasonId: string
  /** Free text, used while `reasonId` is empty. */
  readonly reason: string
}

/** The reason as API variables, of which only one may be set. */
export function reasonVariables({ reasonId, reason }: CounterpartyReason) {
  return reasonId === '' ? { reason: textOrNull(reason), reasonId: null } : { reason: null, reasonId }
}
