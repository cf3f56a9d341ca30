import { encodeJsonText } from '../json-text.ts'
import { parsed } from '../parsed.ts'
import { givenFields, NO_REASON, parseChainText, parseReason, parseTrpBody, reasonOrDefault } from './trp-body.ts'
import { type TrpParsed, trpRefused } from './trp-problem.ts'

/** What became of an approved transfer: it is on the ledger as `txid`, or it was given up. */
export type Confirmation =
  | { readonly type: 'confirmed'; readonly txid: string }
  | { readonly type: 'canceled'; readonly reason: string }

/**
 * The confirmation in the request body `body`.
 *
 * Refused as by `parseTrpBody`; with 400 `TRP_BODY_CONTRADICTORY` (both `txid` and `canceled`), `TRP_CONFIRMATION_EMPTY` (neither), and the
 * codes of `parseChainText` and `parseReason`. `{"canceled":null}` is a cancellation without a reason, unless there is a `txid`.
 */
export function parseConfirmation(body: string | Uint8Array): TrpParsed<Confirmation> {
  const message = parseTrpBody(body)
  if (!message.ok) return message
  const [given, another] = givenFields(message.value, ['txid', 'canceled'])
  if (another !== undefined) return trpRefused(400, 'TRP_BODY_CONTRADICTORY', 'The body holds both txid and canceled.')
  if (given === 'txid') {
    const txid = parseChainText(message.value, 'txid')
    return txid.ok ? parsed({ type: 'confirmed', txid: txid.value }) : txid
  }
  if (given === 'canceled') {
    const reason = parseReason(message.value, 'canceled')
    return reason.ok ? parsed({ type: 'canceled', reason: reason.value }) : reason
  }
  if (Object.hasOwn(message.value, 'canceled')) return parsed({ type: 'canceled', reason: NO_REASON })
  return trpRefused(400, 'TRP_CONFIRMATION_EMPTY', 'The body holds neither txid nor canceled.')
}

/** The request body of `confirmation`; a cancellation always says something. */
export function encodeConfirmation(confirmation: Confirmation): string {
  if (confirmation.type === 'confirmed') return encodeJsonText({ txid: confirmation.txid })
  return encodeJsonText({ canceled: reasonOrDefault(confirmation.reason) })
}
