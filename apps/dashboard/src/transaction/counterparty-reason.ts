import { textOrNull } from '../api/text-or-null.ts'

/** A reason for counterparties: a reviewed one, or a text of the person's own. */
export interface CounterpartyReason {
  /** Id of a reviewed reason; empty for one's own text. */
  readonly reasonId: string
  /** One's own text, used while `reasonId` is empty. */
  readonly reason: string
}

export function hasReason({ reasonId, reason }: CounterpartyReason): boolean {
  return reasonId !== '' || reason.trim() !== ''
}

/** The reason as variables of the API, which takes one of the two. */
export function reasonVariables({ reasonId, reason }: CounterpartyReason) {
  return reasonId === '' ? { reason: textOrNull(reason), reasonId: null } : { reason: null, reasonId }
}
