import { parseExactJson } from './exact-json.ts'
import type { PostResult } from './post-message.ts'
import { isPostponed, readDecision } from './resolution-body.ts'
import { resolveSent } from './resolve-sent.ts'
import type { Delivery, Inquiry } from './state.ts'

/** Attempts before a delivery is given up: with waits that double to a minute, about ten minutes. */
export const ATTEMPTS_MAX = 15

/**
 * Applies the outcome of one attempt. No answer, 408, 425, 429 and 5xx are worth another try; any other answer is final.
 */
export function settleDelivery(inquiry: Inquiry, delivery: Delivery, result: PostResult, at: Date): void {
  const problem = attemptProblem(inquiry, delivery, result, at)
  if (problem === undefined) {
    delivery.state = 'DELIVERED'
    delete delivery.problem
    return
  }
  delivery.problem = problem.text
  if (problem.isFinal || delivery.attempts >= ATTEMPTS_MAX) {
    delivery.state = 'GIVEN_UP'
    if (delivery.kind === 'inquiry' && inquiry.status === 'SENDING') inquiry.status = 'FAILED'
  }
}

type Problem = { readonly text: string; readonly isFinal: boolean }

function attemptProblem(inquiry: Inquiry, delivery: Delivery, result: PostResult, at: Date): Problem | undefined {
  if (!result.ok) return { text: result.problem, isFinal: false }
  const { status, text } = result
  const wanted = delivery.kind === 'inquiry' ? 200 : 204
  if (status !== wanted && !(delivery.kind !== 'inquiry' && status === 200)) {
    const isFinal = status < 500 && ![408, 425, 429].includes(status)
    return { text: `answered ${status}: ${text.slice(0, 200)}`, isFinal }
  }
  switch (delivery.kind) {
    case 'inquiry':
      return applyInquiryAnswer(inquiry, text, at)
    case 'resolution':
      if (inquiry.status === 'PENDING') inquiry.status = 'APPROVED'
      return undefined
    case 'confirmation':
      inquiry.status = inquiry.txid === undefined ? 'CANCELED' : 'CONFIRMED'
      return undefined
  }
}

function applyInquiryAnswer(inquiry: Inquiry, text: string, at: Date): Problem | undefined {
  if (inquiry.direction !== 'SENT') throw new Error('only inquiries that we sent are delivered as inquiries')
  const body = tryParse(text)
  if (isPostponed(body)) {
    if (inquiry.status === 'SENDING') inquiry.status = 'PENDING'
    return undefined
  }
  const decision = readDecision(body)
  if (decision === undefined)
    return { text: `answered 200 without version or decision: ${text.slice(0, 200)}`, isFinal: true }
  if (!resolveSent(inquiry, decision, at)) return { text: 'its answer contradicts its callback', isFinal: true }
  return undefined
}

function tryParse(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
