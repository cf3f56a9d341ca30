import { ok } from '@travel-rule/service/result'
import type { HostRules } from '../host.ts'
import { encodeJson, fieldOf, isJsonObject } from '../json.ts'
import {
  type CallbackUrl,
  NO_REASON,
  orStatus,
  parseCallbackUrl,
  parseChainString,
  parseReason,
  parseTrpBody,
  presentFields,
  reasonOrDefault,
  refuseTrp,
  type TrpResult,
} from './trp-body.ts'

/** The decision about an inquiry. */
export type Resolution =
  /** `address` is the payment address; the confirmation is sent to `callback`. */
  | { readonly type: 'approved'; readonly address: string; readonly callback: CallbackUrl }
  | { readonly type: 'rejected'; readonly reason: string }

/** A decision to send: our own callback URL needs no check. */
export type NewResolution = Exclude<Resolution, { type: 'approved' }> | NewApproval

interface NewApproval {
  readonly type: 'approved'
  readonly address: string
  readonly callback: string
}

/**
 * The decision in the request body `body` that came to an inquiry's callback.
 *
 * Refused as by `parseTrpBody`; with 400 `TRP_RESOLUTION_UNDECIDED` (neither `approved` nor `rejected`, as in a bare `version`),
 * `TRP_BODY_CONTRADICTORY` (both), `TRP_APPROVED_SHAPE`, and the codes of `parseChainString`, `parseReason` and `parseCallbackUrl`. A null field
 * counts as absent.
 */
export function parseResolution(body: string | Uint8Array, rules: HostRules): TrpResult<Resolution> {
  const message = parseTrpBody(body)
  if (!message.ok) return message
  const given = presentFields(message.value, ['approved', 'rejected'])
  if (given.length > 1) return refuseTrp(400, 'TRP_BODY_CONTRADICTORY', 'The body holds both approved and rejected.')
  if (given[0] === undefined) {
    return refuseTrp(400, 'TRP_RESOLUTION_UNDECIDED', 'The body carries no decision: neither approved nor rejected.')
  }
  return given[0] === 'approved' ? approvalIn(message.value, rules) : rejectionIn(message.value)
}

/** The request body of `resolution`; a rejection always says something. */
export function encodeResolution(resolution: NewResolution): string {
  if (resolution.type === 'rejected') return encodeJson({ rejected: reasonOrDefault(resolution.reason) })
  return encodeJson({ approved: { address: resolution.address, callback: resolution.callback } })
}

/** The approval in `body.approved`, refuse with 400. */
export function approvalIn(body: Record<string, unknown>, rules: HostRules): TrpResult<Resolution> {
  const approved = fieldOf(body, 'approved')
  if (!isJsonObject(approved)) return refuseTrp(400, 'TRP_APPROVED_SHAPE', 'approved is an object.')
  const address = parseChainString(approved, 'address')
  if (!address.ok) return address
  const callback = orStatus(400, parseCallbackUrl(fieldOf(approved, 'callback'), rules))
  return callback.ok ? ok({ type: 'approved', address: address.value, callback: callback.value }) : callback
}

/** The rejection in `body.rejected`, refuse with 400. */
export function rejectionIn(body: Record<string, unknown>): TrpResult<Resolution> {
  const reason = parseReason(body, 'rejected')
  return reason.ok ? ok({ type: 'rejected', reason: reason.value }) : reason
}

/** What became of an approved transfer: it is on the ledger as `txid`, or it was given up. */
export type Confirmation =
  | { readonly type: 'confirmed'; readonly txid: string }
  | { readonly type: 'canceled'; readonly reason: string }

/**
 * The confirmation in the request body `body`.
 *
 * Refused as by `parseTrpBody`; with 400 `TRP_BODY_CONTRADICTORY` (both `txid` and `canceled`), `TRP_CONFIRMATION_EMPTY` (neither), and the
 * codes of `parseChainString` and `parseReason`. `{"canceled":null}` is a cancellation without a reason, unless there is a `txid`.
 */
export function parseConfirmation(body: string | Uint8Array): TrpResult<Confirmation> {
  const message = parseTrpBody(body)
  if (!message.ok) return message
  const [given, another] = presentFields(message.value, ['txid', 'canceled'])
  if (another !== undefined) return refuseTrp(400, 'TRP_BODY_CONTRADICTORY', 'The body holds both txid and canceled.')
  if (given === 'txid') {
    const txid = parseChainString(message.value, 'txid')
    return txid.ok ? ok({ type: 'confirmed', txid: txid.value }) : txid
  }
  if (given === 'canceled') {
    const reason = parseReason(message.value, 'canceled')
    return reason.ok ? ok({ type: 'canceled', reason: reason.value }) : reason
  }
  if (Object.hasOwn(message.value, 'canceled')) return ok({ type: 'canceled', reason: NO_REASON })
  return refuseTrp(400, 'TRP_CONFIRMATION_EMPTY', 'The body holds neither txid nor canceled.')
}

/** The request body of `confirmation`; a cancellation always says something. */
export function encodeConfirmation(confirmation: Confirmation): string {
  if (confirmation.type === 'confirmed') return encodeJson({ txid: confirmation.txid })
  return encodeJson({ canceled: reasonOrDefault(confirmation.reason) })
}
