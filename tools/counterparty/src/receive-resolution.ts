import { readDecision } from './resolution-body.ts'
import { resolveSent } from './resolve-sent.ts'
import { findByToken, type State } from './state.ts'
import type { Decide, Outcome } from './trp-endpoint.ts'

/** Takes the decision on an inquiry that we sent; 400 when the body holds none, 409 when another one was taken before. */
export function receiveResolution(state: State, token: string, now: () => Date): Decide {
  return (body): Outcome => {
    const inquiry = findByToken(state, 'SENT', token)
    if (inquiry?.direction !== 'SENT') return { status: 404, problem: 'no such callback' }
    const decision = readDecision(body)
    if (decision === undefined) {
      return { status: 400, problem: 'exactly one of approved (address, callback) and rejected (text) is required' }
    }
    const isTaken = resolveSent(inquiry, decision, now())
    if (!isTaken) return { status: 409, problem: `the inquiry is ${inquiry.status}`, inquiryId: inquiry.id }
    return { status: 204, inquiryId: inquiry.id }
  }
}
