import { makeUpTxid } from './made-up.ts'
import { newDelivery, type SentInquiry } from './state.ts'

export type WantedEnding =
  | { readonly type: 'txid'; readonly txid?: string }
  | { readonly type: 'canceled'; readonly why: string }

/**
 * Schedules the confirmation of an approved inquiry for `dueAt` (Unix milliseconds), with a made-up hash where none is given.
 *
 * A confirmation that waits and was never tried is replaced. `undefined` = done, else why not.
 */
export function endSent(inquiry: SentInquiry, ending: WantedEnding, dueAt: number): string | undefined {
  if (inquiry.approved === undefined) return cancelUnresolved(inquiry, ending)
  const scheduled = inquiry.deliveries.find(({ kind }) => kind === 'confirmation')
  if (scheduled !== undefined && scheduled.attempts > 0) {
    const isSame =
      ending.type === 'txid' ? (ending.txid ?? inquiry.txid) === inquiry.txid : inquiry.canceled !== undefined
    return isSame && (ending.type === 'txid') === (inquiry.txid !== undefined)
      ? undefined
      : 'another confirmation was sent'
  }
  if (scheduled !== undefined) inquiry.deliveries.splice(inquiry.deliveries.indexOf(scheduled), 1)
  if (ending.type === 'txid') {
    inquiry.txid = ending.txid ?? inquiry.txid ?? makeUpTxid(inquiry.asset)
    delete inquiry.canceled
  } else {
    delete inquiry.txid
    inquiry.canceled = ending.why
  }
  const body = ending.type === 'txid' ? { txid: inquiry.txid } : { canceled: ending.why }
  inquiry.deliveries.push(
    newDelivery({ kind: 'confirmation', url: inquiry.approved.callback, text: JSON.stringify(body) }, dueAt),
  )
  return undefined
}

function cancelUnresolved(inquiry: SentInquiry, ending: WantedEnding): string | undefined {
  const isOpen = inquiry.status === 'SENDING' || inquiry.status === 'PENDING' || inquiry.status === 'CANCELED'
  if (ending.type !== 'canceled' || !isOpen) return `the inquiry is ${inquiry.status}`
  inquiry.status = 'CANCELED'
  inquiry.canceled = ending.why
  for (const delivery of inquiry.deliveries) {
    if (delivery.attempts === 0) Object.assign(delivery, { state: 'GIVEN_UP', problem: 'canceled before it was sent' })
  }
  return undefined
}
