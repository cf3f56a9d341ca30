import type { Direction, TransferStatus } from '../transfers/domain/transfer.ts'
import type { PeerBehaviour } from './model-peer.ts'

export const OFFICER_ACTIONS = [
  'APPROVE',
  'DECLINE',
  'CONFIRM',
  'CANCEL',
  'RETRY',
  'ARCHIVE',
  'ACCEPT',
  'CORRECT',
] as const
export type OfficerAction = (typeof OFFICER_ACTIONS)[number]

/**
 * One command or message in a story. `pick` chooses a transfer or a message, 0 being the newest; `which` an
 * address, a hash or a request identifier. `identifier` is the request identifier, so that a step can be
 * repeated; by default it is new.
 */
export type Step =
  | { readonly type: 'TRUST' | 'BLOCK' }
  | { readonly type: 'INQUIRE' | 'RECEIVE'; readonly identifier?: string }
  | { readonly type: 'REGISTER'; readonly direction: Direction; readonly hash: boolean; readonly which: number }
  | { readonly type: 'WAIT'; readonly seconds: number }
  | { readonly type: 'EXPIRE'; readonly pick: number }
  | { readonly type: 'DELIVER'; readonly pick: number; readonly behaviour: PeerBehaviour }
  | ({ readonly type: 'RESOLVE'; readonly approve: boolean } & CallbackStep)
  | ({ readonly type: 'CONFIRM'; readonly cancel: boolean } & CallbackStep)
  | { readonly type: 'OFFICER'; readonly pick: number; readonly action: OfficerAction; readonly which: number }

interface CallbackStep {
  readonly pick: number
  readonly which: number
  readonly identifier?: string
}

/** A story of one transfer, and its outcome. */
export interface Opening {
  readonly name: string
  readonly steps: readonly Step[]
  readonly status: TransferStatus
  /** The events of its history in order, without the prefix `transfer.`. */
  readonly events: string
}

/** Time for which every transfer waits for its counterparty, in seconds. */
export const TTL_SECONDS = 3_600

const start = { type: 'INQUIRE' } as const
const receive = { type: 'RECEIVE' } as const
const block = { type: 'BLOCK' } as const
const trust = { type: 'TRUST' } as const
const wait = { type: 'WAIT', seconds: TTL_SECONDS + 100 } as const
const expire = { type: 'EXPIRE', pick: 0 } as const
const approval = { type: 'RESOLVE', pick: 0, approve: true, which: 0 } as const
const rejection = { type: 'RESOLVE', pick: 0, approve: false, which: 0 } as const
const hash = { type: 'CONFIRM', pick: 0, cancel: false, which: 0 } as const
const otherHash = { type: 'CONFIRM', pick: 0, cancel: false, which: 1 } as const
const cancellation = { type: 'CONFIRM', pick: 0, cancel: true, which: 0 } as const

function sent(behaviour: PeerBehaviour): Step {
  return { type: 'DELIVER', pick: 0, behaviour }
}

function officer(action: OfficerAction): Step {
  return { type: 'OFFICER', pick: 0, action, which: 0 }
}

const approve = officer('APPROVE')
const decline = officer('DECLINE')
const acknowledged = sent('ACKNOWLEDGE')
const approved = [receive, approve, acknowledged]
const expired = [...approved, wait, expire]

/** Leads a transfer to every state that a SENT one can reach. */
export const SENT_OPENINGS: readonly Opening[] = [
  open('is queued', [start], 'PENDING', 'inquired'),
  open('waits for a decision', [start, acknowledged], 'PENDING', 'inquired delivered'),
  open('is sent again later', [start, sent('DOWN')], 'PENDING', 'inquired delivery_delayed'),
  open('is approved in the response', [start, sent('APPROVE')], 'APPROVED', 'inquired delivered approved'),
  open('is approved later', [start, acknowledged, approval], 'APPROVED', 'inquired delivered approved'),
  open('is approved unseen', [start, sent('LOST'), approval], 'APPROVED', 'inquired delivery_delayed approved'),
  open('is declined in the response', [start, sent('REJECT')], 'DECLINED', 'inquired delivered declined'),
  open('stays declined', [start, sent('REJECT'), approval], 'DECLINED', 'inquired delivered declined'),
  open(
    'is declined after all',
    [start, sent('APPROVE'), rejection],
    'DECLINED',
    'inquired delivered approved declined',
  ),
  open(
    'is confirmed',
    [start, sent('APPROVE'), officer('CONFIRM'), acknowledged],
    'CONFIRMED',
    'inquired delivered approved confirmed delivered',
  ),
  open(
    'is not declined once it is confirmed',
    [start, sent('APPROVE'), officer('CONFIRM'), rejection, officer('CANCEL')],
    'CONFIRMED',
    'inquired delivered approved confirmed',
  ),
  open('is canceled', [start, acknowledged, officer('CANCEL')], 'CANCELED', 'inquired delivered canceled'),
  open(
    'is canceled after its approval',
    [start, sent('APPROVE'), officer('CANCEL'), acknowledged],
    'CANCELED',
    'inquired delivered approved canceled delivered',
  ),
  open('expires', [start, acknowledged, wait, expire], 'EXPIRED', 'inquired delivered expired'),
  open(
    'stays expired when it is approved',
    [start, acknowledged, wait, approval, acknowledged, approval],
    'EXPIRED',
    'inquired delivered expired late_approval_refused delivered',
  ),
  open(
    'stays canceled when it is approved',
    [start, acknowledged, officer('CANCEL'), approval],
    'CANCELED',
    'inquired delivered canceled late_approval_refused',
  ),
  open('fails', [start, sent('REFUSE')], 'FAILED', 'inquired failed'),
  open(
    'is retried after it failed',
    [start, sent('REFUSE'), officer('RETRY')],
    'PENDING',
    'inquired failed delivery_retried',
  ),
  open(
    'is archived after it failed',
    [start, sent('REFUSE'), officer('ARCHIVE')],
    'FAILED',
    'inquired failed archived',
  ),
  open(
    'is canceled after it failed',
    [start, sent('REFUSE'), officer('CANCEL')],
    'CANCELED',
    'inquired failed canceled',
  ),
  open('is corrected before it is sent', [start, officer('CORRECT')], 'PENDING', 'inquired corrected'),
  open(
    'is corrected before it is sent again',
    [start, sent('LOST'), officer('CORRECT'), acknowledged],
    'PENDING',
    'inquired delivery_delayed corrected delivered',
  ),
  open(
    'is corrected and retried after it failed',
    [start, sent('REFUSE'), officer('CORRECT'), officer('RETRY'), sent('APPROVE')],
    'APPROVED',
    'inquired failed corrected delivery_retried delivered approved',
  ),
  open(
    'is not corrected once it has arrived',
    [start, acknowledged, officer('CORRECT')],
    'PENDING',
    'inquired delivered',
  ),
  open('is blocked', [block, start], 'BLOCKED', 'inquired'),
  open('is declined while it is blocked', [block, start, decline], 'DECLINED', 'inquired declined'),
  open('is canceled while it is blocked', [block, start, officer('CANCEL')], 'CANCELED', 'inquired canceled'),
  open('is released', [block, start, trust], 'PENDING', 'inquired released'),
]

/** Leads a transfer to every state that a RECEIVED one can reach. */
export const RECEIVED_OPENINGS: readonly Opening[] = [
  open('waits for a decision', [receive], 'PENDING', 'received'),
  open('is approved', [receive, approve], 'APPROVED', 'received approved'),
  open('waits for its hash', approved, 'APPROVED', 'received approved delivered'),
  open(
    'is approved, but not notified',
    [receive, approve, sent('REFUSE')],
    'APPROVED',
    'received approved delivery_failed',
  ),
  open('is declined', [receive, decline, acknowledged, approve], 'DECLINED', 'received declined delivered'),
  open('is withdrawn', [...approved, decline], 'DECLINED', 'received approved delivered declined'),
  open('is confirmed', [...approved, hash, hash], 'CONFIRMED', 'received approved delivered confirmed'),
  open(
    'is confirmed although the response was lost',
    [receive, approve, sent('LOST'), hash],
    'CONFIRMED',
    'received approved delivery_delayed confirmed',
  ),
  open(
    'keeps its hash once it is confirmed',
    [...approved, hash, decline, cancellation, otherHash],
    'CONFIRMED',
    'received approved delivered confirmed',
  ),
  open('is canceled', [...approved, cancellation, approve], 'CANCELED', 'received approved delivered canceled'),
  open('expires', expired, 'EXPIRED', 'received approved delivered expired'),
  open('stays expired', [...expired, approve, decline], 'EXPIRED', 'received approved delivered expired'),
  open(
    'has a hash that came too late',
    [...expired, hash],
    'EXPIRED',
    'received approved delivered expired confirmed_late',
  ),
  open(
    'expires when its hash comes too late',
    [...approved, wait, hash, otherHash],
    'EXPIRED',
    'received approved delivered expired confirmed_late',
  ),
  open(
    'has a hash although it was withdrawn',
    [...approved, decline, hash],
    'DECLINED',
    'received approved delivered declined confirmed_late',
  ),
  open(
    'has a hash although it was canceled',
    [...approved, cancellation, hash],
    'CANCELED',
    'received approved delivered canceled confirmed_late',
  ),
  open(
    'is confirmed when its late hash is accepted',
    [...expired, hash, officer('ACCEPT')],
    'CONFIRMED',
    'received approved delivered expired confirmed_late confirmed',
  ),
  open(
    'is archived with its late hash',
    [...expired, hash, officer('ARCHIVE')],
    'EXPIRED',
    'received approved delivered expired confirmed_late archived',
  ),
  open('is blocked', [block, receive, approve], 'BLOCKED', 'received'),
  open('is declined while it is blocked', [block, receive, decline, trust], 'DECLINED', 'received declined'),
  open('is released', [block, receive, trust], 'PENDING', 'received released'),
]

const register = { type: 'REGISTER', direction: 'RECEIVED', hash: false, which: 0 } as const
const registerSent = { ...register, direction: 'SENT' } as const

/** Leads a transfer to every state that a registered one can reach. */
export const REGISTERED_OPENINGS: readonly Opening[] = [
  open('waits for its hash, however long', [register, wait, expire], 'APPROVED', 'registered'),
  open('is registered once', [register, registerSent, register], 'APPROVED', 'registered'),
  open('is registered with its hash', [{ ...register, hash: true }, officer('CANCEL')], 'CONFIRMED', 'registered'),
  open(
    'is confirmed',
    [registerSent, officer('RETRY'), officer('CONFIRM'), officer('CONFIRM'), officer('CANCEL')],
    'CONFIRMED',
    'registered confirmed',
  ),
  open(
    'is confirmed by us although we receive it',
    [register, approve, decline, officer('ACCEPT'), officer('CONFIRM')],
    'CONFIRMED',
    'registered confirmed',
  ),
  open(
    'is canceled',
    [register, officer('ARCHIVE'), officer('CANCEL'), officer('CONFIRM')],
    'CANCELED',
    'registered canceled',
  ),
]

function open(name: string, steps: readonly Step[], status: TransferStatus, events: string): Opening {
  return { name, steps, status, events }
}
