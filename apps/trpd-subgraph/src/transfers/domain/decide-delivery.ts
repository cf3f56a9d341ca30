import type { HostRules } from '../../foundation/domain/host.ts'
import { parseJson } from '../../foundation/domain/json.ts'
import type { Deviation } from '../../messages/domain/deviation.ts'
import { type InquiryResponse, parseInquiryResponse } from '../../messages/domain/inquiry.ts'
import { accept, type CommandOf, changed, type Decision, wrongStatus } from './decision.ts'
import { type Delivery, type DeliveryKind, isUnderway, type Transfer, type TransferStatus } from './transfer.ts'

/** The HTTP response of a counterparty to one of our messages. */
export interface CounterpartyResponse {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** The meaning of a response for the message. `problem` is a sentence for an officer. */
export type DeliveryVerdict =
  | { readonly type: 'DELIVERED'; readonly response?: InquiryResponse; readonly deviations?: readonly Deviation[] }
  | { readonly type: 'RETRY'; readonly problem: string }
  /** Sending the same message again would not help. */
  | { readonly type: 'REFUSED'; readonly problem: string }
  /** The cause may be our TRP version, or something that the response mentions. */
  | { readonly type: 'VERSION_REFUSED'; readonly problem: string; readonly mentionsAsset: boolean }
  /** The cause may be how the asset is identified. */
  | { readonly type: 'ASSET_REFUSED'; readonly problem: string }

/** Maximum number of characters quoted from a counterparty's error body. */
export const QUOTE_LENGTH_MAX = 300

/** Client errors that are transient: request timeout, too early, too many requests. */
const TRANSIENT_STATUSES = new Set([408, 425, 429])

/**
 * Interprets the response to a message of this kind. Source: TRP facts of this project, "Messages".
 */
export function judgeResponse(kind: DeliveryKind, response: CounterpartyResponse, rules: HostRules): DeliveryVerdict {
  const { status } = response
  if (status >= 200 && status < 300) return judgeSuccess(kind, response, rules)
  if (status >= 500 || TRANSIENT_STATUSES.has(status)) {
    return { type: 'RETRY', problem: `The counterparty responded with status ${status}.` }
  }
  if (status < 400) {
    const problem = `The counterparty responded with a redirect (${status}), which is not followed.`
    return { type: 'REFUSED', problem }
  }
  if (status === 409) {
    const problem = 'The counterparty reports that it received another message under the same identifier (409).'
    return { type: 'REFUSED', problem }
  }
  const problem = `The counterparty refused the message with status ${status}${quote(response)}.`
  if (kind !== 'INQUIRY') return { type: 'REFUSED', problem }
  const mentionsAsset = ASSET_WORDS.test(quote(response))
  if (status === 400) return { type: 'VERSION_REFUSED', problem, mentionsAsset }
  return { type: status === 422 && mentionsAsset ? 'ASSET_REFUSED' : 'REFUSED', problem }
}

/** Words that indicate an error about the field `asset`. */
const ASSET_WORDS = /\basset|\bdti\b|slip-?_?0?044|coin ?type|caip/i

/** `problem` without the quote from the counterparty, which may contain personal data. */
export function withoutQuote(problem: string): string {
  return problem.replace(/: “[^”]*”/g, '')
}

/** Applies the outcome of a delivery attempt to `transfer`. */
export function recordDelivery(
  transfer: Transfer,
  command: CommandOf<'delivered' | 'delayDelivery' | 'giveUpDelivery'>,
): Decision {
  const { state, delivery } = transfer
  const { kind, attempts, at } = command
  if (command.type === 'delivered' && state.status === 'FAILED' && kind === 'INQUIRY') {
    return accept(transfer, 'transfer.delivered', at, {
      state: { status: 'PENDING', expiresAt: command.expiresAt },
      delivery: { state: 'DELIVERED', kind, attempts },
    })
  }
  if (!isUnderway(delivery, kind)) return { outcome: 'unchanged', transfer }
  if (command.type === 'delivered') {
    return accept(transfer, 'transfer.delivered', at, { delivery: { state: 'DELIVERED', kind, attempts } })
  }
  const { problem } = command
  if (command.type === 'delayDelivery') {
    const { nextAttemptAt } = command
    return accept(transfer, 'transfer.delivery_delayed', at, {
      delivery: { state: 'RETRYING', kind, attempts, nextAttemptAt, lastProblem: problem },
    })
  }
  const failed: Delivery = { state: 'FAILED', kind, attempts, lastProblem: problem }
  return kind === 'INQUIRY' && state.status === 'PENDING'
    ? accept(transfer, 'transfer.failed', at, { delivery: failed, state: { status: 'FAILED', reason: problem } })
    : accept(transfer, 'transfer.delivery_failed', at, { delivery: failed })
}

/** The states in which a message is still up to date. */
export const CURRENT_STATES: Readonly<Record<DeliveryKind, readonly TransferStatus[]>> = {
  INQUIRY: ['PENDING', 'FAILED'],
  RESOLUTION: ['APPROVED', 'DECLINED'],
  CONFIRMATION: ['CONFIRMED'],
  CANCELLATION: ['CANCELED', 'EXPIRED'],
}

/** True if the latest message was given up although the counterparty still needs it. */
export function isUndelivered({ state, delivery }: Transfer): boolean {
  return delivery.state === 'FAILED' && CURRENT_STATES[delivery.kind].includes(state.status)
}

/** Applies an officer's request for another attempt. */
export function retryDelivery(transfer: Transfer, { expiresAt, at }: CommandOf<'retryDelivery'>): Decision {
  const { state, delivery } = transfer
  if (delivery.state !== 'FAILED' && delivery.state !== 'RETRYING') {
    return wrongStatus(transfer, `it has no undelivered message: delivery is ${delivery.state}`)
  }
  if (!CURRENT_STATES[delivery.kind].includes(state.status)) {
    return wrongStatus(transfer, `its ${delivery.kind} is no longer needed`)
  }
  const requeued: Delivery = { state: 'QUEUED', kind: delivery.kind, attempts: delivery.attempts }
  const reopened: Partial<Transfer> = state.status === 'FAILED' ? { state: { status: 'PENDING', expiresAt } } : {}
  const { archivedAt: _, ...open } = transfer
  return {
    outcome: 'accepted',
    event: 'transfer.delivery_retried',
    transfer: changed(open, at, { ...reopened, delivery: requeued }),
    resend: delivery.kind,
  }
}

function judgeSuccess(kind: DeliveryKind, response: CounterpartyResponse, rules: HostRules): DeliveryVerdict {
  if (isHtml(response)) {
    return { type: 'RETRY', problem: 'The counterparty responded with a web page instead of a TRP message.' }
  }
  if (kind !== 'INQUIRY') return judgeReceipt(kind, response)
  const message = parseInquiryResponse(response.body, rules)
  if (message.ok) return { type: 'DELIVERED', response: message.value }
  const problem = `The counterparty responded with status ${response.status}, but not with a TRP message.`
  return { type: 'RETRY', problem: `${problem} ${message.refusal.message}` }
}

/** A receipt is empty (204). JSON is tolerated; any other body is not from a TRP endpoint. */
function judgeReceipt(kind: DeliveryKind, { status, body }: CounterpartyResponse): DeliveryVerdict {
  if (status === 204) return { type: 'DELIVERED' }
  if (body.length === 0 || parseJson(body).ok) {
    const message = `The counterparty responded with status ${status} instead of 204.`
    const clause = kind === 'RESOLUTION' ? 'TRP resolution, response' : 'TRP confirmation, response'
    return { type: 'DELIVERED', deviations: [{ clause, path: '', message }] }
  }
  const problem = `The counterparty responded with status ${status}, but not with a TRP message`
  return { type: 'RETRY', problem: `${problem}; it is unknown whether it received ours.` }
}

function isHtml({ contentType }: CounterpartyResponse): boolean {
  return contentType !== undefined && /^\s*(?:text\/html|application\/xhtml)/i.test(contentType)
}

/** The start of the body on one line, in quotation marks; empty for HTML. */
function quote(response: CounterpartyResponse): string {
  if (isHtml(response)) return ''
  const text = Buffer.from(response.body.subarray(0, QUOTE_LENGTH_MAX * 4)).toString('utf8')
  const line = [...text.replace(/[\p{C}\s]+/gu, ' ').trim()].slice(0, QUOTE_LENGTH_MAX).join('')
  return line === '' ? '' : `: “${line.replace(/[“”]/g, '"')}”`
}
