import { ok } from '@travel-rule/service/result'
import type { HostRules } from '../../foundation/domain/host.ts'
import { encodeJson, fieldOf, isJsonObject } from '../../foundation/domain/json.ts'
import {
  type CallbackUrl,
  NO_REASON,
  parseCallbackUrl,
  parseChainString,
  parseReason,
  presentFields,
  reasonOrDefault,
  refuseTrp,
  type TrpBody,
  type TrpResult,
  withStatus,
} from './trp-body.ts'

/** The decision about an inquiry. */
export type Resolution =
  /** `address` is the payment address; `callback` is where to send the confirmation. */
  | { readonly type: 'approved'; readonly address: string; readonly callback: CallbackUrl }
  | { readonly type: 'rejected'; readonly reason: string }

/** A decision to send. Our own callback URL needs no validation. */
export type NewResolution = Exclude<Resolution, { type: 'approved' }> | NewApproval

interface NewApproval {
  readonly type: 'approved'
  readonly address: string
  readonly callback: string
}

/**
 * Reads the request body of a resolution. A null field counts as absent.
 *
 * Refused with 400 `TRP_RESOLUTION_UNDECIDED` (neither `approved` nor
 * `rejected`), `TRP_BODY_CONTRADICTORY` (both), `TRP_APPROVED_SHAPE`, and the codes of
 * `parseChainString`, `parseReason` and `parseCallbackUrl`.
 */
export function parseResolution(body: TrpBody, rules: HostRules): TrpResult<Resolution> {
  const [field, another] = presentFields(body, ['approved', 'rejected'])
  if (another !== undefined) {
    return refuseTrp(400, 'TRP_BODY_CONTRADICTORY', 'The body contains both approved and rejected.')
  }
  if (field === undefined) {
    return refuseTrp(400, 'TRP_RESOLUTION_UNDECIDED', 'The body contains neither approved nor rejected.')
  }
  return field === 'approved' ? parseApproval(body, rules) : parseRejection(body)
}

/** The request body of a resolution. A rejection always has a reason. */
export function encodeResolution(resolution: NewResolution): string {
  if (resolution.type === 'rejected') return encodeJson({ rejected: reasonOrDefault(resolution.reason) })
  return encodeJson({ approved: { address: resolution.address, callback: resolution.callback } })
}

/** Parses `body.approved`; refused with 400. */
export function parseApproval(body: TrpBody, rules: HostRules): TrpResult<Resolution> {
  const approved = fieldOf(body, 'approved')
  if (!isJsonObject(approved)) return refuseTrp(400, 'TRP_APPROVED_SHAPE', 'approved must be an object.')
  const address = parseChainString(approved, 'address')
  if (!address.ok) return address
  const callback = withStatus(400, parseCallbackUrl(fieldOf(approved, 'callback'), rules))
  return callback.ok ? ok({ type: 'approved', address: address.value, callback: callback.value }) : callback
}

/** Parses `body.rejected`; refused with 400. */
export function parseRejection(body: TrpBody): TrpResult<Resolution> {
  const reason = parseReason(body, 'rejected')
  return reason.ok ? ok({ type: 'rejected', reason: reason.value }) : reason
}

/** The outcome of an approved transfer: on the ledger as `txid`, or canceled. */
export type Confirmation =
  | { readonly type: 'confirmed'; readonly txid: string }
  | { readonly type: 'canceled'; readonly reason: string }

/**
 * Reads the request body of a confirmation. `{"canceled":null}` without a `txid` is a cancellation
 * without a reason.
 *
 * Refused with 400 `TRP_BODY_CONTRADICTORY` (both `txid` and `canceled`), `TRP_CONFIRMATION_EMPTY`
 * (neither), and the codes of `parseChainString` and `parseReason`.
 */
export function parseConfirmation(body: TrpBody): TrpResult<Confirmation> {
  const [field, another] = presentFields(body, ['txid', 'canceled'])
  if (another !== undefined) {
    return refuseTrp(400, 'TRP_BODY_CONTRADICTORY', 'The body contains both txid and canceled.')
  }
  if (field === 'txid') {
    const txid = parseChainString(body, 'txid')
    return txid.ok ? ok({ type: 'confirmed', txid: txid.value }) : txid
  }
  if (field === 'canceled') {
    const reason = parseReason(body, 'canceled')
    return reason.ok ? ok({ type: 'canceled', reason: reason.value }) : reason
  }
  if (Object.hasOwn(body, 'canceled')) return ok({ type: 'canceled', reason: NO_REASON })
  return refuseTrp(400, 'TRP_CONFIRMATION_EMPTY', 'The body contains neither txid nor canceled.')
}

/** The request body of a confirmation. A cancellation always has a reason. */
export function encodeConfirmation(confirmation: Confirmation): string {
  if (confirmation.type === 'confirmed') return encodeJson({ txid: confirmation.txid })
  return encodeJson({ canceled: reasonOrDefault(confirmation.reason) })
}
