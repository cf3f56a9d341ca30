import { accept, type CommandOf, changed, type Decision, wrongStatus } from './decision.ts'
import type { HostRules } from './host.ts'
import { parseJsonText } from './json.ts'
import { type Delivery, type DeliveryKind, isUnderway, type Transfer, type TransferStatus } from './transfer.ts'
import { type InquiryAnswer, parseInquiryAnswer } from './trp-message/inquiry.ts'

/** An HTTP answer of a counterparty. */
export interface CounterpartyAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** What an answer means for the message it answers. Problems are in words, for an officer. */
export type DeliveryVerdict =
  | { readonly type: 'DELIVERED'; readonly answer?: InquiryAnswer }
  | { readonly type: 'RETRY'; readonly problem: string }
  /** Sending the same again cannot help. */
  | { readonly type: 'REFUSED'; readonly problem: string }
  /** It may have refused our version of TRP. */
  | { readonly type: 'VERSION_REFUSED'; readonly problem: string }

/** The most characters of a counterparty's error text that are kept. */
export const QUOTE_LENGTH_MAX = 300

/** Refusals that say nothing about the message: a timeout, a message that came too early, too many of them. */
const PASSING = new Set([408, 425, 429])

/** What `answer` to a message of this kind means. Source: TRP facts of this project, "Messages". */
export function judgeAnswer(kind: DeliveryKind, answer: CounterpartyAnswer, rules: HostRules): DeliveryVerdict {
  const { status } = answer
  if (status >= 200 && status < 300) return judgeSuccess(kind, answer, rules)
  if (status >= 500 || PASSING.has(status))
    return { type: 'RETRY', problem: `The counterparty answered with status ${status}.` }
  if (status < 400)
    return { type: 'REFUSED', problem: `The counterparty answered with a redirect (${status}), which is not followed.` }
  const problem = `The counterparty refused the message with status ${status}${quote(answer)}.`
  if (status === 409) {
    return {
      type: 'REFUSED',
      problem: 'The counterparty says that it got another message under the same identifier (409).',
    }
  }
  return status === 400 && kind === 'INQUIRY' ? { type: 'VERSION_REFUSED', problem } : { type: 'REFUSED', problem }
}

function judgeSuccess(kind: DeliveryKind, answer: CounterpartyAnswer, rules: HostRules): DeliveryVerdict {
  if (isHtml(answer))
    return { type: 'RETRY', problem: 'The counterparty answered with a web page instead of a TRP message.' }
  if (kind !== 'INQUIRY') return judgeReceipt(answer)
  const message = parseInquiryAnswer(answer.body, rules)
  if (message.ok) return { type: 'DELIVERED', answer: message.value }
  return {
    type: 'RETRY',
    problem: `The counterparty answered with status ${answer.status}, but not with a TRP answer. ${message.problem.message}`,
  }
}

/** A receipt has nothing to say (204). A body is tolerated when it is JSON; anything else did not come from a TRP endpoint. */
function judgeReceipt({ status, body }: CounterpartyAnswer): DeliveryVerdict {
  if (status === 204 || body.length === 0 || parseJsonText(body).ok) return { type: 'DELIVERED' }
  return {
    type: 'RETRY',
    problem: `The counterparty answered with status ${status}, but with something that is no TRP answer; whether it took the message is not known.`,
  }
}

function isHtml({ contentType }: CounterpartyAnswer): boolean {
  return contentType !== undefined && /^\s*(?:text\/html|application\/xhtml)/i.test(contentType)
}

/** `problem` without the words of the counterparty, which may hold personal data. */
export function withoutQuote(problem: string): string {
  return problem.replace(/: “[^”]*”/g, '')
}

/** What it says, on one line in quotation marks of its own, when it is text. */
function quote(answer: CounterpartyAnswer): string {
  if (isHtml(answer)) return ''
  const text = Buffer.from(answer.body.subarray(0, QUOTE_LENGTH_MAX * 4)).toString('utf8')
  const line = [...text.replace(/[\p{C}\s]+/gu, ' ').trim()].slice(0, QUOTE_LENGTH_MAX).join('')
  return line === '' ? '' : `: “${line.replace(/[“”]/g, '"')}”`
}

/** What the outcome of an attempt to deliver does to `transfer`. */
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

/** In which states a message still says what is true. */
const WANTED: Readonly<Record<DeliveryKind, readonly TransferStatus[]>> = {
  INQUIRY: ['PENDING', 'FAILED'],
  RESOLUTION: ['APPROVED', 'DECLINED'],
  CONFIRMATION: ['CONFIRMED'],
  CANCELLATION: ['CANCELED', 'EXPIRED'],
}

/** What a person's wish for another attempt does to `transfer`. */
export function retryDelivery(transfer: Transfer, { expiresAt, at }: CommandOf<'retryDelivery'>): Decision {
  const { state, delivery } = transfer
  if (delivery.state !== 'FAILED' && delivery.state !== 'RETRYING') {
    return wrongStatus(transfer, `no message waits to be sent again: delivery is ${delivery.state}`)
  }
  if (!WANTED[delivery.kind].includes(state.status)) {
    return wrongStatus(transfer, `its ${delivery.kind} is not wanted any more`)
  }
  const again: Delivery = { state: 'QUEUED', kind: delivery.kind, attempts: delivery.attempts }
  const reopened: Partial<Transfer> = state.status === 'FAILED' ? { state: { status: 'PENDING', expiresAt } } : {}
  return {
    outcome: 'accepted',
    event: 'transfer.delivery_retried',
    transfer: changed(transfer, at, { ...reopened, delivery: again }),
    resend: delivery.kind,
  }
}
