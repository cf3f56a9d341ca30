import type { HostRules } from '../host.ts'
import { encodeJsonText, fieldOf, isJsonObject } from '../json-text.ts'
import { parsed } from '../parsed.ts'
import { type CallbackUrl, parseCallbackUrl } from './callback-url.ts'
import { givenFields, parseChainText, parseReason, parseTrpBody, reasonOrDefault } from './trp-body.ts'
import { orStatus, type TrpParsed, trpRefused } from './trp-problem.ts'

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
 * `TRP_BODY_CONTRADICTORY` (both), `TRP_APPROVED_SHAPE`, and the codes of `parseChainText`, `parseReason` and `parseCallbackUrl`. A null field
 * counts as absent.
 */
export function parseResolution(body: string | Uint8Array, rules: HostRules): TrpParsed<Resolution> {
  const message = parseTrpBody(body)
  if (!message.ok) return message
  const given = givenFields(message.value, ['approved', 'rejected'])
  if (given.length > 1) return trpRefused(400, 'TRP_BODY_CONTRADICTORY', 'The body holds both approved and rejected.')
  if (given[0] === undefined) {
    return trpRefused(400, 'TRP_RESOLUTION_UNDECIDED', 'The body carries no decision: neither approved nor rejected.')
  }
  return given[0] === 'approved' ? approvalIn(message.value, rules) : rejectionIn(message.value)
}

/** The request body of `resolution`; a rejection always says something. */
export function encodeResolution(resolution: NewResolution): string {
  if (resolution.type === 'rejected') return encodeJsonText({ rejected: reasonOrDefault(resolution.reason) })
  return encodeJsonText({ approved: { address: resolution.address, callback: resolution.callback } })
}

/** The approval in `body.approved`, refused with 400. */
export function approvalIn(body: Record<string, unknown>, rules: HostRules): TrpParsed<Resolution> {
  const approved = fieldOf(body, 'approved')
  if (!isJsonObject(approved)) return trpRefused(400, 'TRP_APPROVED_SHAPE', 'approved is an object.')
  const address = parseChainText(approved, 'address')
  if (!address.ok) return address
  const callback = orStatus(400, parseCallbackUrl(fieldOf(approved, 'callback'), rules))
  return callback.ok ? parsed({ type: 'approved', address: address.value, callback: callback.value }) : callback
}

/** The rejection in `body.rejected`, refused with 400. */
export function rejectionIn(body: Record<string, unknown>): TrpParsed<Resolution> {
  const reason = parseReason(body, 'rejected')
  return reason.ok ? parsed({ type: 'rejected', reason: reason.value }) : reason
}
