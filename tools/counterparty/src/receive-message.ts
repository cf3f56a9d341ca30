import { randomBytes, randomUUID } from 'node:crypto'
import { inventAddress } from './invented-vasp.ts'
import { readDecision, readEnding, readInquiry } from './message-bodies.ts'
import { type Persona, personaRules } from './personas.ts'
import { applyDecision } from './sent-inquiry.ts'
import { findByToken, newDelivery, type ReceivedInquiry, type State, storeInquiry } from './state.ts'
import { urlOf } from './travel-address.ts'
import type { Decide, Outcome } from './trp-endpoint.ts'
import { trpVersion } from './trp-headers.ts'

interface ReceiveInquiryOptions {
  readonly state: State
  readonly persona: Persona
  readonly publicUrl: URL
  readonly callbackDelayMs: number
  readonly now: () => Date
}

/**
 * Decides an inquiry as defined by its persona: in the response, by a message to its callback after `callbackDelayMs`,
 * or not at all. 422 when the inquiry is invalid.
 */
export function receiveInquiry({ state, persona, publicUrl, callbackDelayMs, now }: ReceiveInquiryOptions): Decide {
  return (body, requestIdentifier): Outcome => {
    const at = now()
    const read = readInquiry(body, at.toISOString().slice(0, 10))
    if (!read.ok) return { status: 422, problem: read.problem }
    const { decision, reason = '', refusesDti = false } = personaRules[persona]
    if (refusesDti && 'dti' in read.inquiry.asset) {
      return { status: 422, problem: 'asset: this VASP identifies assets by slip0044 only' }
    }
    const token = randomBytes(32).toString('hex')
    const inquiry: ReceivedInquiry = {
      id: randomUUID(),
      direction: 'RECEIVED',
      requestIdentifier,
      persona,
      ...read.inquiry,
      token,
      at: at.toISOString(),
      deliveries: [],
      status: 'PENDING',
    }
    storeInquiry(state, inquiry)
    const approved = {
      address: inventAddress(inquiry.asset),
      callback: `${urlOf(persona, publicUrl)}/confirmation/${token}`,
    }
    const postponed: Outcome = { status: 200, body: { version: trpVersion }, inquiryId: inquiry.id }
    const decideLater = (text: object): void => {
      const message = { kind: 'resolution', url: inquiry.callback, text: JSON.stringify(text) } as const
      inquiry.deliveries.push(newDelivery(message, at.getTime() + callbackDelayMs))
    }
    switch (decision) {
      case 'APPROVE':
        Object.assign(inquiry, { status: 'APPROVED', approved })
        return { status: 200, body: { approved }, inquiryId: inquiry.id }
      case 'REJECT':
        Object.assign(inquiry, { status: 'REJECTED', rejected: reason })
        return { status: 200, body: { rejected: reason }, inquiryId: inquiry.id }
      case 'APPROVE_LATER':
        inquiry.approved = approved
        decideLater({ approved })
        return postponed
      case 'REJECT_LATER':
        inquiry.rejected = reason
        decideLater({ rejected: reason })
        return postponed
      case 'NONE':
        return postponed
    }
  }
}

/** Applies the decision on a sent inquiry. 400 without a decision, 409 if it contradicts an earlier one. */
export function receiveResolution(state: State, token: string, now: () => Date): Decide {
  return (body): Outcome => {
    const inquiry = findByToken(state, 'SENT', token)
    if (inquiry?.direction !== 'SENT') return { status: 404, problem: 'unknown callback' }
    const decision = readDecision(body)
    if (decision === undefined) {
      return { status: 400, problem: 'exactly one of approved (address, callback) and rejected (string) is required' }
    }
    const isApplied = applyDecision(inquiry, decision, now())
    if (!isApplied) return { status: 409, problem: `the inquiry is ${inquiry.status}`, inquiryId: inquiry.id }
    return { status: 204, inquiryId: inquiry.id }
  }
}

/**
 * Applies the confirmation or cancellation of an inquiry that we approved. It may be repeated, even
 * with a new request identifier. 409 when it contradicts an earlier one, or nothing was approved.
 */
export function receiveConfirmation(state: State, token: string): Decide {
  return (body): Outcome => {
    const inquiry = findByToken(state, 'RECEIVED', token)
    if (inquiry === undefined) return { status: 404, problem: 'unknown callback' }
    const ending = readEnding(body)
    if (ending === undefined) return { status: 400, problem: 'exactly one of txid and canceled is required' }
    const status = ending.type === 'txid' ? 'CONFIRMED' : 'CANCELED'
    if (inquiry.status === status && (ending.type === 'canceled' || ending.txid === inquiry.txid)) {
      return { status: 204, inquiryId: inquiry.id }
    }
    // The approval was received even if its delivery is still being retried.
    if (inquiry.status !== 'APPROVED' && inquiry.status !== 'PENDING') {
      return { status: 409, problem: `the inquiry is ${inquiry.status}`, inquiryId: inquiry.id }
    }
    inquiry.status = status
    if (ending.type === 'txid') inquiry.txid = ending.txid
    else inquiry.canceled = ending.reason
    return { status: 204, inquiryId: inquiry.id }
  }
}
