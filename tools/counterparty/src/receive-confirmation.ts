import { readEnding } from './confirmation-body.ts'
import { findByToken, type State } from './state.ts'
import type { Decide, Outcome } from './trp-endpoint.ts'

/**
 * Takes the confirmation of an inquiry that we approved. A repeated ending is fine under a new request identifier, too;
 * 409 when it contradicts an earlier one, or when nothing was approved.
 */
export function receiveConfirmation(state: State, token: string): Decide {
  return (body): Outcome => {
    const inquiry = findByToken(state, 'RECEIVED', token)
    if (inquiry === undefined) return { status: 404, problem: 'no such callback' }
    const ending = readEnding(body)
    if (ending === undefined) return { status: 400, problem: 'exactly one of txid and canceled is required' }
    const wanted = ending.type === 'txid' ? 'CONFIRMED' : 'CANCELED'
    if (inquiry.status === wanted && (ending.type === 'canceled' || ending.txid === inquiry.txid)) {
      return { status: 204, inquiryId: inquiry.id }
    }
    // Whoever confirms knows the approval, even when our own delivery of it failed half-way and waits to be repeated.
    if (inquiry.status !== 'APPROVED' && inquiry.status !== 'PENDING') {
      return { status: 409, problem: `the inquiry is ${inquiry.status}`, inquiryId: inquiry.id }
    }
    inquiry.status = wanted
    if (ending.type === 'txid') inquiry.txid = ending.txid
    else inquiry.canceled = ending.why
    return { status: 204, inquiryId: inquiry.id }
  }
}
