import { endSent } from './end-sent.ts'
import type { Decision } from './resolution-body.ts'
import type { SentInquiry } from './state.ts'

/**
 * Applies the other VASP's decision to an inquiry that we sent, by its answer or its callback, whichever comes first.
 *
 * An approval schedules the confirmation when the inquiry says so; one that comes after we canceled is told so.
 * `false` = another decision stands. The same decision again changes nothing and is fine.
 */
export function resolveSent(inquiry: SentInquiry, decision: Decision, at: Date): boolean {
  if (inquiry.approved !== undefined || inquiry.rejected !== undefined) return isSame(inquiry, decision)
  if (decision.type === 'rejected') {
    inquiry.rejected = decision.why
    if (inquiry.status !== 'CANCELED') inquiry.status = 'REJECTED'
    return true
  }
  inquiry.approved = { address: decision.address, callback: decision.callback }
  if (inquiry.status === 'CANCELED') {
    endSent(inquiry, { type: 'canceled', why: inquiry.canceled ?? '' }, at.getTime())
    return true
  }
  inquiry.status = 'APPROVED'
  if (inquiry.confirmAfterMs !== null) endSent(inquiry, { type: 'txid' }, at.getTime() + inquiry.confirmAfterMs)
  return true
}

function isSame({ approved, rejected }: SentInquiry, decision: Decision): boolean {
  if (decision.type === 'rejected') return rejected === decision.why
  return approved?.address === decision.address && approved.callback === decision.callback
}
