import { randomBytes, randomUUID } from 'node:crypto'
import { readInquiry } from './inquiry-body.ts'
import { makeUpAddress } from './made-up.ts'
import { trpVersion } from './own-identity.ts'
import { type Behaviour, keepInquiry, newDelivery, type ReceivedInquiry, type State } from './state.ts'
import type { Decide, Outcome } from './trp-endpoint.ts'

const REASON = 'the beneficiary is not a customer of this VASP'

export interface ReceiveInquiryOptions {
  readonly state: State
  readonly behaviour: Behaviour
  readonly publicUrl: URL
  readonly callbackDelayMs: number
  readonly now: () => Date
}

/**
 * Answers an inquiry as its travel address says: `approve` and `reject` at once, `callback` with the version now and an
 * approval to the inquiry's callback after `callbackDelayMs`. 422 when the inquiry cannot be used.
 */
export function receiveInquiry({ state, behaviour, publicUrl, callbackDelayMs, now }: ReceiveInquiryOptions): Decide {
  return (body, requestIdentifier): Outcome => {
    const at = now()
    const read = readInquiry(body, at.toISOString().slice(0, 10))
    if (!read.ok) return { status: 422, problem: read.why }
    const token = randomBytes(32).toString('hex')
    const inquiry: ReceivedInquiry = {
      id: randomUUID(),
      direction: 'RECEIVED',
      requestIdentifier,
      behaviour,
      ...read.inquiry,
      token,
      at: at.toISOString(),
      deliveries: [],
      status: 'PENDING',
    }
    keepInquiry(state, inquiry)
    const approved = {
      address: makeUpAddress(inquiry.asset),
      callback: `${publicUrl.href.replace(/\/$/, '')}/confirmation/${token}`,
    }
    switch (behaviour) {
      case 'approve':
        Object.assign(inquiry, { status: 'APPROVED', approved })
        return { status: 200, body: { approved }, inquiryId: inquiry.id }
      case 'reject':
        Object.assign(inquiry, { status: 'REJECTED', rejected: REASON })
        return { status: 200, body: { rejected: REASON }, inquiryId: inquiry.id }
      case 'callback':
        inquiry.approved = approved
        inquiry.deliveries.push(
          newDelivery(
            { kind: 'resolution', url: inquiry.callback, text: JSON.stringify({ approved }) },
            at.getTime() + callbackDelayMs,
          ),
        )
        return { status: 200, body: { version: trpVersion }, inquiryId: inquiry.id }
    }
  }
}
