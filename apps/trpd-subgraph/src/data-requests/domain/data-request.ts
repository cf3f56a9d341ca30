import { ok, type Result, refuse } from '@travel-rule/service/result'
import { isFreeText } from '../../foundation/domain/string-format.ts'
import { PARTY_FIELDS, type PartyField } from '../../jurisdictions/domain/jurisdiction.ts'
import { lateTxHashOf, type Transfer } from '../../transfers/domain/transfer.ts'

/** The party whose data is requested. */
export type Party = 'ORIGINATOR' | 'BENEFICIARY'

export type DataRequestStatus = 'OPEN' | 'RECEIVED' | 'EXPIRED' | 'WITHDRAWN'

/** The state of the e-mail with the link; absent if the link was handed to an officer. */
export type MailStatus = 'QUEUED' | 'SENT' | 'FAILED'

/** A request to the holder of its link for data about the other party of a transfer. */
export interface DataRequest {
  readonly id: string
  readonly transferId: string
  /** Number of the currently valid link, from 1. */
  readonly linkNumber: number
  readonly party: Party
  readonly fields: readonly PartyField[]
  /** Shown on the page; may contain personal data. */
  readonly message?: string
  /** Recipient of the link. */
  readonly email?: string
  readonly mail?: MailStatus
  /** The stored state; `statusOf` also considers the time limit. */
  readonly state: 'OPEN' | 'RECEIVED' | 'WITHDRAWN'
  /** Number of incomplete or wrong responses since the link was created. */
  readonly mistakes: number
  /** Subject of the officer. */
  readonly requestedBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** When the data was received or the request withdrawn. */
  readonly settledAt?: Date
}

/** Maximum number of open requests per transfer. */
export const OPEN_REQUESTS_MAX = 5
/** Maximum number of requests per transfer, so that they can be listed at once. */
export const REQUESTS_MAX = 50
/** Maximum number of incomplete or wrong responses to one link; the link then expires. */
export const MISTAKES_MAX = 20
/** Maximum number of characters of the message on the page. */
export const MESSAGE_LENGTH_MAX = 1_000

/** The status of a request at the time `at`. */
export function statusOf({ state, expiresAt }: DataRequest, at: Date): DataRequestStatus {
  return state === 'OPEN' && at >= expiresAt ? 'EXPIRED' : state
}

/** The party that is not our customer. */
export function otherParty({ direction }: Pick<Transfer, 'direction'>): Party {
  return direction === 'RECEIVED' ? 'ORIGINATOR' : 'BENEFICIARY'
}

/** True if data about the other party is still useful: until the transfer ends without a payment. */
export function needsData(transfer: Transfer): boolean {
  const { status } = transfer.state
  const isEnded = status === 'DECLINED' || status === 'CANCELED' || status === 'EXPIRED'
  return !isEnded || lateTxHashOf(transfer) !== undefined
}

/**
 * True if data that arrives completes `transfer`. Only an officer may change what an inquiry of ours says, or
 * would say if it were resent.
 */
export function isCompletedByData(transfer: Transfer): boolean {
  const { channel, direction, state } = transfer
  const isUndecided = state.status === 'BLOCKED' || state.status === 'PENDING' || state.status === 'FAILED'
  return needsData(transfer) && !(channel === 'TRP' && direction === 'SENT' && isUndecided)
}

/** An officer's input for a request. */
export interface RequestedData {
  readonly fields: readonly PartyField[]
  readonly message?: string | undefined
  readonly email?: string | undefined
}

/** Checks an officer's request. Refused with `DATA_REQUEST_INVALID`. */
export function checkRequestedData({ fields, message, email }: RequestedData): Result<RequestedData> {
  const asked = PARTY_FIELDS.filter((field) => fields.includes(field))
  if (asked.length === 0) return refuse('DATA_REQUEST_INVALID', 'fields must name at least one kind of data.')
  const text = message?.trim()
  if (text !== undefined && !isFreeText(text, MESSAGE_LENGTH_MAX)) {
    const rule = `must have 1 to ${MESSAGE_LENGTH_MAX} characters and no control characters`
    return refuse('DATA_REQUEST_INVALID', `message ${rule}.`)
  }
  if (email !== undefined && !isEmailAddress(email)) {
    return refuse('DATA_REQUEST_INVALID', 'email must be one e-mail address, such as compliance@vasp.example.')
  }
  return ok({ fields: asked, message: text, email })
}

/** True for one plain address: no display name, no list, nothing that could inject a header. */
function isEmailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i.test(text)
  )
}

/** Everything that can happen to a request. */
export type DataRequestCommand =
  /** Complete data arrived through its link. */
  | { readonly type: 'receive'; readonly at: Date }
  /** Incomplete or wrong data arrived through its link. */
  | { readonly type: 'reject'; readonly at: Date }
  /** An officer no longer needs the data. */
  | { readonly type: 'withdraw'; readonly at: Date }
  /** An officer creates a new link; the earlier one stops working. */
  | { readonly type: 'renew'; readonly expiresAt: Date; readonly at: Date }

/** Applies `command` to `request`; `undefined` if it has no effect. Refused with `DATA_REQUEST_CLOSED`. */
export function decideDataRequest(request: DataRequest, command: DataRequestCommand): Result<DataRequest | undefined> {
  const { at } = command
  const status = statusOf(request, at)
  switch (command.type) {
    case 'receive':
      return status === 'OPEN' ? ok({ ...request, state: 'RECEIVED', settledAt: at }) : closed(status)
    case 'reject': {
      if (status !== 'OPEN') return closed(status)
      const mistakes = request.mistakes + 1
      return ok({ ...request, mistakes, ...(mistakes < MISTAKES_MAX ? {} : { expiresAt: at }) })
    }
    case 'withdraw':
      if (status === 'WITHDRAWN') return ok(undefined)
      return status === 'RECEIVED' ? closed(status) : ok({ ...request, state: 'WITHDRAWN', settledAt: at })
    case 'renew': {
      if (status === 'RECEIVED' || status === 'WITHDRAWN') return closed(status)
      const { expiresAt } = command
      return ok({ ...request, expiresAt, mistakes: 0, linkNumber: request.linkNumber + 1 })
    }
  }
}

function closed(status: DataRequestStatus): Result<never> {
  return refuse('DATA_REQUEST_CLOSED', `The data request is ${status}.`, { status })
}
